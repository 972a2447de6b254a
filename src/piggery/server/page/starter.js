// Who starts: the counting race and the vote.

import { button, el } from "./dom.js";
import { language, say } from "./words.js";

const DIGITS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

export function starter(at) {
  return at.view.table.choosing === "vote" ? vote(at) : race(at);
}

function race(at) {
  const {
    you,
    table: { chairs },
  } = at.view;
  const running = you >= 0 && !chairs[you].race;
  return [
    el("h2", {}, say("page.race")),
    running &&
      el(
        "div",
        { class: "race" },
        at.race.order.map((n) => number(at, n)),
      ),
    el(
      "ul",
      { class: "results" },
      chairs.map((chair) => chair.player === "person" && result(chair)),
    ),
  ];
}

function number(at, n) {
  const tap = (event) => {
    if (!at.ask({ type: "tap", number: n })) return;
    at.race.taps = n;
    event.currentTarget.classList.add("done");
    event.currentTarget.disabled = true;
  };
  return button(String(n), tap, {
    class: n <= at.race.taps ? "done" : "",
    disabled: n <= at.race.taps,
    "data-focus": `tap ${n}`,
  });
}

function result({ name, race: time }) {
  const text =
    time > 0
      ? say("page.race_time", { text: (time / 1000).toLocaleString(language(), DIGITS) })
      : time < 0
        ? say("page.race_slip")
        : say("page.race_on");
  return el("li", { class: time > 0 ? "good" : "" }, el("b", {}, name), el("span", {}, text));
}

function vote(at) {
  const {
    you,
    table: { chairs },
  } = at.view;
  const names = chairs.map((chair, n) => {
    const votes = chairs.filter((other) => other.vote === n).length;
    const text = `${chair.name}${" 🐷".repeat(votes)}`;
    if (!chair.player) return null;
    return you < 0
      ? el("span", {}, text)
      : button(text, () => at.ask({ type: "vote", seat: n }), {
          class: "second",
          "aria-pressed": String(chairs[you].vote === n),
          "data-focus": `vote ${n}`,
        });
  });
  return [el("h2", {}, say("page.vote")), el("div", { class: "votes" }, names)];
}
