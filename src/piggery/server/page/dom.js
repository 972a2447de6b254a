// Building and changing what is on the screen. All text goes in as text.

import { language, languageName, LANGUAGES, say, sayRefusal, speak } from "./words.js";

/** An element: el("button", {class: "big", onclick: go}, "text", child, …). */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "disabled" || name === "hidden") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...flat(children));
  return node;
}

function flat(children) {
  return [children]
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

const drawn = new WeakMap();

/** Fill a node, but only if what it depends on has changed: a finger on a button must not lose it. */
export function region(node, key, build) {
  const text = JSON.stringify([language(), key]);
  if (drawn.get(node) === text) return false;
  drawn.set(node, text);
  const active = node.contains(document.activeElement) ? document.activeElement.dataset.focus : "";
  node.replaceChildren(...flat([build()]));
  if (active) node.querySelector(`[data-focus="${CSS.escape(active)}"]`)?.focus({ preventScroll: true });
  return true;
}

export function button(text, onclick, props = {}) {
  return el("button", { type: "button", onclick, ...props }, text);
}

/** One of several, as buttons: [[value, text], …]. */
export function choice(label, options, chosen, pick) {
  const buttons = options.map(([value, text]) =>
    button(text, () => value !== chosen && pick(value), {
      "aria-pressed": String(value === chosen),
      "data-focus": `${label} ${value}`,
    }),
  );
  return el(
    "div",
    { class: "choice", role: "group", "aria-label": label },
    el("span", { class: "label" }, label),
    el("div", { class: "options" }, buttons),
  );
}

/** A number with a button on either side. */
export function stepper(label, value, values, pick, show = String) {
  const at = values.indexOf(value);
  const step = (by, sign, name) =>
    button(sign, () => pick(values[at + by]), {
      "aria-label": `${label}: ${name}`,
      "data-focus": label + sign,
      disabled: !(at + by in values),
    });
  return el(
    "div",
    { class: "choice", role: "group", "aria-label": label },
    el("span", { class: "label" }, label),
    el(
      "div",
      { class: "stepper" },
      step(-1, "−", say("page.fewer")),
      el("output", {}, show(value)),
      step(1, "+", say("page.more")),
    ),
  );
}

export function languages() {
  const options = LANGUAGES.map((tag) => {
    const option = el("option", { value: tag, lang: tag }, languageName(tag));
    option.selected = tag === language();
    return option;
  });
  return el(
    "select",
    {
      "aria-label": say("key.language"),
      "data-focus": "language",
      onchange: (event) => speak(event.target.value).catch(() => toast(say("page.offline"))),
    },
    options,
  );
}

let hiding = 0;

export function toast(text) {
  const node = document.getElementById("toast");
  node.textContent = text;
  node.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => node.classList.remove("shown"), 2500 + 40 * text.length);
}

export const refuse = (code, values) => toast(sayRefusal(code, values));

/** A window over the page, closed with its button, Escape, or a tap beside it. */
export function open(title, ...children) {
  const close = () => node.close();
  const node = el(
    "dialog",
    { "aria-label": title, onclose: () => node.remove(), onclick: (event) => event.target === node && close() },
    el(
      "div",
      { class: "inside" },
      el("h2", {}, title),
      ...children,
      button(say("rules.close"), close, { class: "big" }),
    ),
  );
  document.body.append(node);
  node.showModal();
  return close;
}

/** A text that can be selected as a whole, with a button that copies it; this works without a secure context. */
export function copyable(text, label) {
  const field = el("input", {
    class: "link",
    readonly: true,
    "aria-label": label,
    value: text,
    "data-focus": label,
    onfocus: () => field.select(),
  });
  const copy = () => {
    field.focus();
    field.select();
    if (document.execCommand("copy")) toast(say("page.copied"));
  };
  return el("div", { class: "copyable" }, field, button(say("page.copy"), copy));
}

/** Ask the server over HTTP; a refusal is told, and the answer is null. */
export async function fetchJson(path, ask) {
  try {
    const answer = await fetch(
      path,
      ask && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(ask) },
    );
    const found = await answer.json();
    if (answer.ok) return found;
    refuse(found.code, found.values);
  } catch {
    toast(say("page.offline"));
  }
  return null;
}

let offered = null;

/** What can be played: GET /api/games, asked once. */
export async function games() {
  offered ||= await fetchJson("/api/games");
  return offered;
}
