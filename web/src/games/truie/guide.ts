// The pages of rules of Un, deux, truie: which sentences, which pictures. The sentences are in the catalogues.

import type { Said } from "../../wire";
import { cardsSaid, type Chapter, type Example, type Guide } from "../guide";
import { CLOVER, LUCKY } from "./board";

/** Cards laid on a pig, what is said, and the number that a lucky pig is given. */
const laid = (top: string, lay: string[], says: string | Said, named = 0): Example => ({
  on: [top],
  lay,
  named: { [LUCKY]: named },
  words: [cardsSaid("plain.top", "truie", [top], {}, "card"), cardsSaid("guide.laid", "truie", lay)],
  says: [says],
});

/** A heap handed to somebody who holds so many cards. */
const handed = (top: string, lay: string[], held: number): Example => ({
  ...laid(top, lay, ["cards", { n: held }]),
  beside: { picture: "back", many: held },
});

/** What is left in the hand, and the grunts that it takes. */
const left = (cards: string[], grunts: number): Example => ({
  lay: cards,
  words: [cardsSaid("guide.left", "truie", cards, { n: grunts })],
  says: [[grunts > 1 ? "table.grunt_twice" : "table.grunt", {}]],
  beside: { picture: "emote-oink", many: grunts },
});

const chapters: Chapter[] = [
  { id: "aim", title: "guide.aim", parts: [{ text: ["guide.truie.aim"] }] },
  {
    id: "cards",
    title: "guide.cards",
    deck: true,
    parts: [{ text: ["guide.truie.cards"], rulings: [{ text: "guide.truie.cards.note" }] }],
  },
  {
    id: "ready",
    title: "guide.ready",
    parts: [
      {
        steps: ["guide.truie.ready.1", "guide.truie.ready.2", "guide.truie.ready.3", "guide.truie.ready.4"],
        rulings: [{ text: "guide.truie.ready.note" }],
      },
    ],
  },
  {
    id: "turn",
    title: "guide.turn",
    parts: [
      { text: ["guide.truie.turn"] },
      {
        title: "guide.truie.match",
        text: ["guide.truie.match.1"],
        examples: [laid("7", ["7"], "7")],
      },
      {
        title: "guide.truie.sum",
        text: ["guide.truie.sum.1", "guide.truie.sum.2"],
        examples: [laid("2", ["3", "5"], "2 + 3 = 5"), laid("8", ["5", "3"], "8 − 5 = 3")],
        more: ["guide.truie.sum.3"],
        rulings: [{ text: "guide.truie.sum.note" }],
      },
      { title: "guide.truie.alone", text: ["guide.truie.alone.1"] },
      { title: "guide.truie.lay", text: ["guide.truie.lay.1"] },
      { title: "guide.truie.hand_over", text: ["guide.truie.hand_over.1"] },
      { title: "guide.truie.draw", text: ["guide.truie.draw.1"] },
    ],
  },
  {
    id: "specials",
    title: "guide.specials",
    parts: [
      {
        title: "guide.truie.farmer",
        card: "F",
        text: ["guide.truie.farmer.1", "guide.truie.farmer.2", "guide.truie.farmer.3"],
        rulings: [{ text: "guide.truie.farmer.note" }],
      },
      {
        title: "guide.truie.hog",
        card: "H",
        text: ["guide.truie.hog.1"],
        list: ["guide.truie.hog.match", "guide.truie.hog.sum", "guide.truie.hog.ten", "guide.truie.hog.hog"],
        examples: [laid("8", ["5", "3"], ["table.then_draw", { label: "8 − 5 = 3", n: 3 }])],
        more: ["guide.truie.hog.2"],
        rulings: [{ text: "guide.truie.hog.note" }, { text: "guide.truie.hog.note.lucky" }],
      },
      {
        title: "guide.truie.lucky",
        card: "L",
        text: ["guide.truie.lucky.1", "guide.truie.lucky.2", "guide.truie.lucky.3"],
        examples: [laid("10", ["L"], `${CLOVER}6`, 6), laid("4", ["L", "7"], `4 + ${CLOVER}3 = 7`, 3)],
        rulings: [
          { text: "guide.truie.lucky.note", option: "lucky" },
          { text: "guide.truie.lucky.note.more" },
        ],
      },
      {
        title: "guide.truie.heap",
        card: "D",
        text: ["guide.truie.heap.1", "guide.truie.heap.2"],
        examples: [handed("2", ["5", "D"], 5)],
        more: ["guide.truie.heap.3"],
      },
    ],
  },
  {
    id: "grunt",
    title: "guide.truie.grunt",
    parts: [
      {
        text: ["guide.truie.grunt.1"],
        examples: [left(["1", "9"], 2), left(["9"], 1)],
        more: ["guide.truie.grunt.2", "guide.truie.grunt.3", "guide.truie.grunt.4"],
        rulings: [{ text: "guide.truie.grunt.note", option: "grunting" }],
      },
    ],
  },
  {
    id: "empty",
    title: "guide.truie.empty",
    parts: [{ text: ["guide.truie.empty.1", "guide.truie.empty.2"] }],
  },
  {
    id: "end",
    title: "guide.truie.end",
    parts: [
      {
        text: ["guide.truie.end.1", "guide.truie.end.2"],
        rulings: [
          { text: "guide.truie.end.note", option: "last_card" },
          { text: "guide.truie.end.note.stuck" },
        ],
      },
      {
        title: "guide.truie.score",
        text: ["guide.truie.score.1"],
        worth: {
          title: "guide.truie.score",
          rows: [
            [["1", "10"], "guide.truie.score.pig", "guide.truie.score.pig.points"],
            [["F", "H", "L"], "guide.truie.score.special", "guide.truie.score.special.points"],
            [["D"], "guide.truie.score.heap", "guide.truie.score.heap.points"],
            [["D", "D", "D"], "guide.truie.score.heaps", "guide.truie.score.heaps.points"],
          ],
        },
        more: ["guide.truie.score.2", "guide.truie.score.3"],
        rulings: [{ text: "guide.truie.score.note" }],
      },
    ],
  },
  {
    id: "house",
    title: "guide.house",
    parts: [
      {
        text: ["guide.truie.house"],
        list: [
          "guide.truie.house.rounds",
          "guide.truie.house.deck",
          "guide.truie.house.lucky",
          "guide.truie.house.grunting",
          "guide.truie.house.last_card",
        ],
        span: "rounds",
      },
    ],
  },
  { id: "made", title: "guide.made", parts: [{ text: ["guide.truie.made", "guide.made.1"] }] },
];

export const guide: Guide = { time: "guide.truie.time", chapters };
