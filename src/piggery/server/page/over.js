// After the game: who won, the sheet, the record, and what comes next.

import { button, el } from "./dom.js";
import { fitted, loadGames, lobby, startBar } from "./lobby.js";
import { sealed } from "./menu.js";
import { say } from "./words.js";

export function over(at) {
  const {
    view: {
      table: { game },
    },
    code,
  } = at;
  if (!game) return el("p", { class: "note" }, say("page.no_watching"));
  const won = game.story.flatMap(({ lines }) => lines).filter(([key]) => key.startsWith("story.wins_"));
  const record = `/api/tables/${code}/games/${game.number}`;
  return [
    el(
      "section",
      { class: "won" },
      el("span", { class: "cup", "aria-hidden": "true" }, "🏆"),
      won.map((line) => el("h2", {}, say(line))),
    ),
    el("div", { class: "scroll" }, sheet(game)),
    el(
      "p",
      { class: "seal" },
      sealed(game.seal),
      " ",
      el(
        "a",
        { href: record, download: `piggery-${code}-${game.number}.json`, "data-focus": "record" },
        say("page.record"),
      ),
    ),
    el(
      "details",
      { class: "again", open: at.next, ontoggle: (event) => (at.next = event.currentTarget.open) },
      el("summary", { "data-focus": "table" }, say("page.next_table")),
      lobby(at),
    ),
  ];
}

/** Everybody's points, best first; round by round where there are rounds. */
function sheet({ names, scores, sheet: rounds }) {
  const best = Math.max(...scores);
  const order = names.map((_, n) => n).sort((a, b) => scores[b] - scores[a]);
  const number = (n) => String(n).replace("-", "−");
  const many = rounds.length > 1 ? rounds : [];
  return el(
    "table",
    { class: "sheet" },
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("th", { scope: "col" }, say("score.player")),
        many.map((_, n) => el("th", { scope: "col" }, String(n + 1))),
        el("th", { scope: "col" }, say("score.total")),
      ),
    ),
    el(
      "tbody",
      {},
      order.map((seat) =>
        el(
          "tr",
          { class: scores[seat] === best ? "best" : "" },
          el("th", { scope: "row" }, names[seat]),
          many.map((points) => el("td", {}, number(points[seat]))),
          el("td", {}, el("b", {}, number(scores[seat]))),
        ),
      ),
    ),
  );
}

export function overBar(at) {
  const {
    view: {
      may_start: mayStart,
      table: { chairs, settings },
    },
    ask,
  } = at;
  const other = settings.game === "pig10" ? "truie" : "pig10";
  if (!mayStart) return el("p", { class: "note" }, say("page.waiting_host"));
  if (chairs.filter((chair) => chair.player).length < 2) return el("p", { class: "note" }, say("page.need_two"));
  const switchGame = async () => {
    await loadGames();
    if (ask({ type: "set", settings: fitted(settings, other) })) ask({ type: "start" });
  };
  return el(
    "div",
    { class: "both" },
    settings.starter === "host"
      ? startBar(at)
      : button(say("score.again"), () => ask({ type: "start" }), { class: "big glow", "data-focus": "again" }),
    button(say("page.other_game", { game: say(`${other}.title`) }), switchGame, {
      class: "second",
      "data-focus": "other",
    }),
  );
}
