// Before the game: who sits where, what is played, how friends come in.

import { bubble, about } from "./play.js";
import { button, choice, copyable, el, games, stepper } from "./dom.js";
import { has, say } from "./words.js";

const GAMES = ["pig10", "truie"];
const CLOCKS = [0, 20, 40, 60, 120];
let offered = null;

const starters = () => [
  ["chance", say("page.starter.chance")],
  ["host", say("page.starter.host")],
  ["race", say("page.starter.race")],
  ["vote", say("page.starter.vote")],
];

export function lobby(at) {
  return at.view.host ? [invitation(at), seats(at), settings(at)] : [seats(at), invitation(at)];
}

function invitation({ view, code }) {
  const { phase, chairs } = view.table;
  if (!chairs.some((chair) => chair.player !== "person")) return null;
  return el(
    "section",
    { class: "invite", "aria-label": say("page.invite") },
    el("img", { src: `/api/tables/${code}/qr.svg`, alt: say("page.qr"), width: 168, height: 168 }),
    el(
      "div",
      {},
      phase === "gather" && el("h2", {}, say("page.invite")),
      el("p", {}, say("page.invite_how")),
      el("p", { class: "code" }, code),
      copyable(`${location.origin}/t/${code}`, say("page.invite")),
    ),
  );
}

export function seats(at) {
  const { chairs } = at.view.table;
  return el(
    "section",
    { class: "chairs" },
    el("h2", {}, say("page.players")),
    el(
      "ul",
      {},
      chairs.map((chair, n) => row(at, chair, n)),
    ),
  );
}

function row(at, chair, n) {
  const {
    view: { you, host },
    ask,
  } = at;
  const bot = chair.player && chair.player !== "person";
  const facts = [n === you && say("page.you"), chair.host && say("page.host"), about(chair)].filter(Boolean).join(", ");
  return el(
    "li",
    { class: chair.player ? "" : "empty" },
    el("span", { class: "name" }, chair.name || say("page.seat_free")),
    el("span", { class: "facts" }, facts),
    bubble(at, n),
    host &&
      !chair.player &&
      button(say("page.add_bot"), () => ask({ type: "bot", level: "greedy", seat: n }), { "data-focus": `bot ${n}` }),
    host && bot && level(at, chair, n),
    host &&
      chair.player &&
      n !== you &&
      button("✕", () => ask({ type: "remove", seat: n }), {
        class: "remove",
        "aria-label": say("page.remove", { player: chair.name }),
        "data-focus": `bot ${n}`,
      }),
  );
}

function level(at, chair, n) {
  const levels = offered?.pig10?.bots || [chair.player];
  const options = levels.map((name) => {
    const option = el("option", { value: name }, has(`bot.${name}`) ? say(`bot.${name}`) : name);
    option.selected = name === chair.player;
    return option;
  });
  const pick = (event) => at.ask({ type: "bot", level: event.target.value, seat: n });
  return el(
    "select",
    { "aria-label": say("page.bot_level", { player: chair.name }), onchange: pick, "data-focus": `level ${n}` },
    options,
  );
}

/** What the host may change. */
export function settings(at) {
  const { settings: now } = at.view.table;
  if (!offered) games().then((found) => (offered = found) && at.refresh());
  const seatsOf = (game) => offered?.[game]?.seats || [2, 3, 4, 5, 6];
  const set = (change) => at.ask({ type: "set", settings: { ...now, ...change } });
  const setOption = (name, value) => set({ options: { ...now.options, [name]: value } });
  const play = (game) => set(fitted(now, game));
  return el(
    "section",
    { class: "settings" },
    choice(
      say("page.game"),
      GAMES.map((game) => [game, say(`${game}.title`)]),
      now.game,
      play,
    ),
    stepper(say("page.seats"), now.seats, seatsOf(now.game), (n) => set({ seats: n })),
    choice(say("page.starter"), starters(), now.starter, (starter) => set({ starter })),
    el(
      "details",
      { open: at.more, ontoggle: (event) => (at.more = event.currentTarget.open) },
      el("summary", { "data-focus": "more" }, say("page.more_settings")),
      houseRules(now, setOption),
      choice(
        say("page.sitting"),
        [
          ["link", say("page.sitting.link")],
          ["all", say("page.sitting.all")],
          ["closed", say("page.sitting.closed")],
        ],
        now.sitting,
        (sitting) => set({ sitting }),
      ),
      stepper(
        say("page.clock"),
        now.clock,
        CLOCKS.includes(now.clock) ? CLOCKS : [...CLOCKS, now.clock].sort((a, b) => a - b),
        (clock) => set({ clock }),
        (n) => (n ? say("page.clock_seconds", { n }) : "∞"),
      ),
    ),
  );
}

function houseRules(now, set) {
  return Object.entries(offered?.[now.game]?.options || {}).map(([name, values]) => {
    const chosen = now.options[name] ?? values[0];
    if (name === "rounds")
      return stepper(
        say("page.rounds"),
        chosen,
        [...values].sort((a, b) => a - b),
        (n) => set(name, n),
      );
    const label = { lucky: say("page.lucky"), grunting: say("page.grunting") }[name] || name;
    return choice(
      label,
      values.map((value) => [value, has(`setup.${name}.${value}`) ? say(`setup.${name}.${value}`) : String(value)]),
      chosen,
      (value) => set(name, value),
    );
  });
}

/** The settings for the other game: as many seats as it can have, none of the house rules of this one. */
export function fitted(now, game) {
  const allowed = offered?.[game]?.seats || [2, 3, 4, 5, 6];
  const seats = Math.min(Math.max(...allowed), Math.max(Math.min(...allowed), now.seats));
  return { ...now, game, seats, options: {}, deck: {} };
}

export const loadGames = async () => (offered ||= await games());

/** Start, for the host; or what is being waited for. */
export function startBar(at) {
  const {
    view: {
      may_start: mayStart,
      you,
      table: { chairs, settings: now },
    },
    ask,
  } = at;
  const taken = chairs.map((chair, n) => [chair, n]).filter(([chair]) => chair.player);
  if (taken.length < 2) return el("p", { class: "note" }, say("page.need_two"));
  if (!mayStart) return el("p", { class: "note" }, say("page.waiting_host"));
  const start = (first) => ask(first === undefined ? { type: "start" } : { type: "start", first });
  if (now.starter !== "host")
    return button(say("page.start"), () => start(), { class: "big glow", "data-focus": "start" });
  const first = taken.some(([, n]) => n === at.first) ? at.first : Math.max(0, you);
  const options = taken.map(([chair, n]) => {
    const option = el("option", { value: n }, say("page.starts", { player: chair.name }));
    option.selected = n === first;
    return option;
  });
  const pick = (event) => (at.first = Number(event.target.value));
  return el(
    "div",
    { class: "both" },
    el("select", { "aria-label": say("page.starter"), onchange: pick, "data-focus": "first" }, options),
    button(say("page.start"), () => start(at.first ?? first), { class: "big glow", "data-focus": "start" }),
  );
}
