// The home page: play at once, play with friends, come back, or come to somebody's table.

import { picture } from "./art.js";
import { button, el, fetchJson, games, languages, region } from "./dom.js";
import { forgetSeat, keepSeat, seats } from "./keep.js";
import { rules } from "./menu.js";
import { language, say } from "./words.js";

const GAMES = [
  ["pig10", "frog"],
  ["truie", "hog"],
];
const BOTS = ["greedy", "greedy", "greedy"];
const REFRESH = 8000;
const MINE = 4;

export function home(app, go) {
  const node = el("main", { class: "home" });
  const top = el("div", { class: "top" });
  const mine = el("section", { class: "list" });
  const others = el("section", { class: "list" });
  const join = el("section", { class: "join" });
  node.append(top, mine, join, others);
  app.append(node);
  document.title = "Piggery";
  let tables = [];
  let seen = {};
  let closed = false;
  let busy = false;

  async function openTable(game, bots) {
    if (busy) return;
    busy = true;
    const opened = await fetchJson("/api/tables", { settings: { game, seats: 4 }, bots, language: language() });
    busy = false;
    if (!opened || closed) return;
    keepSeat(opened.code, { token: opened.token, game });
    go(`/t/${opened.code}`, { start: bots.length > 0 });
  }

  function offer([game, art]) {
    const title = say(`${game}.title`);
    return el(
      "section",
      { class: `offer ${game}` },
      picture(art),
      el("div", {}, el("h2", {}, title), el("p", {}, say(`${game}.about`))),
      button(say("key.rules"), () => rules(game), {
        class: "quiet",
        "data-focus": `rules ${game}`,
        "aria-label": say("rules.title", { game: title }),
      }),
      button(say("page.play_now"), () => openTable(game, BOTS), {
        class: "big",
        "data-focus": `solo ${game}`,
        "aria-label": `${title}: ${say("page.play_now")}`,
      }),
      button(say("page.friends"), () => openTable(game, []), {
        class: "second",
        "data-focus": `friends ${game}`,
        "aria-label": `${title}: ${say("page.friends")}`,
      }),
    );
  }

  function drawTop() {
    return [
      el("header", { class: "hero" }, picture("pig"), el("h1", {}, "Piggery"), languages()),
      el("p", { class: "lead" }, say("page.about")),
      el("div", { class: "offers" }, GAMES.map(offer)),
    ];
  }

  function row(code, game, text) {
    const visit = () => go(`/t/${code}`);
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "row", onclick: visit, "data-focus": code },
        el("b", {}, say(`${game}.title`)),
        el("span", {}, text),
        el("code", {}, code),
      ),
    );
  }

  function drawMine(found) {
    if (!found.length) return [];
    const rows = found.map(({ code, game, name }) => row(code, game, name || ""));
    return [el("h2", {}, say("page.your_tables")), el("ul", {}, rows)];
  }

  function drawOthers() {
    if (!tables.length) return [];
    const rows = tables.map(({ code, game, free }) => row(code, game, say("page.free_seats", { n: free })));
    return [el("h2", {}, say("page.open_tables")), el("ul", {}, rows)];
  }

  function drawJoin() {
    const field = el("input", {
      id: "code",
      autocomplete: "off",
      autocapitalize: "characters",
      spellcheck: "false",
      maxlength: 9,
      placeholder: "QXZ4BW",
      "data-focus": "code",
    });
    const visit = (event) => {
      event.preventDefault();
      const code = field.value.toUpperCase().replace(/[^0-9A-Z]/g, "");
      if (code) go(`/t/${code}`);
      else field.focus();
    };
    return el(
      "form",
      { onsubmit: visit },
      el("label", { for: "code" }, say("page.code")),
      field,
      el("button", { type: "submit", class: "second", "data-focus": "go" }, say("page.go")),
    );
  }

  function draw() {
    region(top, 0, drawTop);
    const found = seats()
      .filter(({ code, game }) => game && seen[code] !== false)
      .slice(0, MINE);
    region(mine, found, () => drawMine(found));
    region(others, tables, drawOthers);
    region(join, 0, drawJoin);
  }

  /** Which tables there are, and whether those of this device still are. */
  async function look() {
    if (!document.hidden) {
      const found = await fetch("/api/tables")
        .then((answer) => answer.json())
        .catch(() => null);
      tables = (found?.tables || tables).filter(({ code }) => !seats().some((mine) => mine.code === code));
    }
    if (closed) return;
    draw();
    later = setTimeout(look, REFRESH);
  }

  async function check() {
    for (const { code, game } of seats().slice(0, 2 * MINE)) {
      if (closed) return;
      const answer = await fetch(`/api/tables/${code}`).catch(() => null);
      if (answer?.status === 404) {
        forgetSeat(code);
        seen = { ...seen, [code]: false };
      } else if (answer?.ok && !game) {
        const found = await answer.json();
        keepSeat(code, { game: found.settings.game });
      }
    }
    if (!closed) draw();
  }

  let later = 0;
  draw();
  look();
  check();
  games();
  return {
    draw,
    close() {
      closed = true;
      clearTimeout(later);
    },
  };
}
