// Small pictures, drawn as shapes, and the faces of the cards.

import { el } from "./dom.js";
import { has, say } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

const head = (skin, snout) => [
  ["path", { d: "M9 20 6 7l12 5zM39 20 42 7 30 12z", fill: snout }],
  ["circle", { cx: 24, cy: 26, r: 18, fill: skin }],
  ["ellipse", { cx: 24, cy: 31, rx: 8.5, ry: 6, fill: snout }],
  ["ellipse", { cx: 21, cy: 31, rx: 1.6, ry: 2.3, fill: "#5b2a35" }],
  ["ellipse", { cx: 27, cy: 31, rx: 1.6, ry: 2.3, fill: "#5b2a35" }],
  ["circle", { cx: 17, cy: 21, r: 2.2, fill: "#3b2417" }],
  ["circle", { cx: 31, cy: 21, r: 2.2, fill: "#3b2417" }],
];

const leaf = (x, y) => ["circle", { cx: x, cy: y, r: 4.4, fill: "#3f9a4a" }];

const PICTURES = {
  pig: head("#f9b4c3", "#e77f99"),
  frog: [
    ["circle", { cx: 14, cy: 14, r: 8, fill: "#6fb84c" }],
    ["circle", { cx: 34, cy: 14, r: 8, fill: "#6fb84c" }],
    ["ellipse", { cx: 24, cy: 28, rx: 20, ry: 16, fill: "#6fb84c" }],
    ["circle", { cx: 14, cy: 13, r: 4.5, fill: "#fff" }],
    ["circle", { cx: 34, cy: 13, r: 4.5, fill: "#fff" }],
    ["circle", { cx: 15, cy: 13, r: 2.2, fill: "#26330f" }],
    ["circle", { cx: 33, cy: 13, r: 2.2, fill: "#26330f" }],
    [
      "path",
      { d: "M12 29q12 11 24 0", fill: "none", stroke: "#26330f", "stroke-width": 2.2, "stroke-linecap": "round" },
    ],
  ],
  pigmaid: [
    ["path", { d: "M24 6q-20 2-17 26l6 8V20h22v20l6-8q3-24-17-26z", fill: "#2f9c97" }],
    ...head("#f9b4c3", "#e77f99").slice(1),
    [
      "path",
      {
        d: "M24 3l2.2 5 5.4.4-4.2 3.5 1.4 5.3L24 14.300l-4.800 2.900 1.400-5.300-4.200-3.500 5.400-.4z",
        fill: "#f4b73f",
      },
    ],
    ["path", { d: "M14 47q10-8 20 0l-3-7H17z", fill: "#2f9c97" }],
  ],
  farmer: [
    ["circle", { cx: 24, cy: 28, r: 15, fill: "#f2c9a1" }],
    ["path", { d: "M3 20q21 9 42 0-2-4-10-5Q33 4 24 4t-11 11q-8 1-10 5z", fill: "#e0a93b" }],
    ["path", { d: "M13 15q11 4 22 0l.5 3q-11.500 4-23 0z", fill: "#b3365b" }],
    ["circle", { cx: 18, cy: 27, r: 2, fill: "#3b2417" }],
    ["circle", { cx: 30, cy: 27, r: 2, fill: "#3b2417" }],
    ["path", { d: "M14 33q10-5 20 0-4 4-10 2-6 2-10-2z", fill: "#7a4a25" }],
  ],
  hog: [
    ...head("#a5714f", "#7d4e33"),
    ["path", { d: "M14 37q-5-1-5-8l6 4zM34 37q5-1 5-8l-6 4z", fill: "#fffaf0" }],
    ["path", { d: "M13 15l8 3M35 15l-8 3", stroke: "#3b2417", "stroke-width": 2.5, "stroke-linecap": "round" }],
  ],
  lucky: [
    ...head("#f9b4c3", "#e77f99"),
    leaf(20, 6),
    leaf(28, 6),
    leaf(20, 13),
    leaf(28, 13),
    ["path", { d: "M24 10q1 5 4 8", fill: "none", stroke: "#2c7136", "stroke-width": 2 }],
  ],
  dung: [
    ["ellipse", { cx: 24, cy: 38, rx: 20, ry: 8, fill: "#6e4a2b" }],
    ["ellipse", { cx: 24, cy: 29, rx: 14, ry: 7, fill: "#835a36" }],
    ["ellipse", { cx: 24, cy: 21, rx: 8, ry: 6, fill: "#9a6d44" }],
    ["circle", { cx: 9, cy: 14, r: 2, fill: "#6a6a6a" }],
    ["circle", { cx: 38, cy: 10, r: 2, fill: "#6a6a6a" }],
    [
      "path",
      {
        d: "M17 10q3-4 0-7M29 12q3-4 0-7",
        fill: "none",
        stroke: "#8f9a55",
        "stroke-width": 2,
        "stroke-linecap": "round",
      },
    ],
  ],
};

const SPECIAL = { pig10: { 0: "frog", 5: "pigmaid" }, truie: { F: "farmer", H: "hog", L: "lucky", D: "dung" } };

export function picture(name) {
  const node = document.createElementNS(SVG, "svg");
  node.setAttribute("viewBox", "0 0 48 48");
  node.setAttribute("aria-hidden", "true");
  node.setAttribute("class", "picture");
  for (const [tag, given] of PICTURES[name]) {
    const shape = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(given)) shape.setAttribute(key, value);
    node.append(shape);
  }
  return node;
}

export const cardName = (game, card) => say(`${game}.card.${card}`);

/** What stands on a card: its number or its name, and a picture. */
export function face(game, card) {
  const named = `${game}.name.${card}`;
  const number = /^\d+$/.test(card) ? el("b", {}, card) : null;
  return [number, picture(SPECIAL[game]?.[card] || "pig"), has(named) && el("span", { class: "named" }, say(named))];
}

/** A card lying on the table. */
export function lying(game, card, more = "") {
  return el(
    "div",
    { class: `card ${kind(game, card)} ${more}`, role: "img", "aria-label": cardName(game, card) },
    face(game, card),
  );
}

export function kind(game, card) {
  return SPECIAL[game]?.[card] ? `special ${SPECIAL[game][card]}` : "plain";
}
