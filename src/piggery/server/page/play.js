// The game itself: the others, the middle, my hand, and whose turn it is.

import { cardName, face, kind, lying } from "./art.js";
import { button, el, region, toast } from "./dom.js";
import { say } from "./words.js";

/** An emote that somebody shows. */
export function bubble(at, seat) {
  const emote = at.emotes[seat];
  return emote ? el("span", { class: "bubble", role: "status" }, `${emote.sign} ${say(emote.key)}`) : null;
}

const score = (game, n) => say(game.game === "pig10" ? "table.won" : "table.points", { n });

/** What is to be known of who sits there: a bot, away, or both. */
export function about(chair) {
  if (chair.player && chair.player !== "person") return say("page.bot");
  if (chair.stand_in) return say("page.stand_in");
  return chair.player && !chair.here ? say("page.away") : "";
}

export function others(node, at) {
  const {
    you,
    table: { chairs, game },
  } = at.view;
  const seats = chairs.map((_, n) => (Math.max(0, you) + n) % chairs.length).filter((n) => n !== you);
  const emotes = seats.map((n) => at.emotes[n]?.key);
  region(node, [chairs, game.held, game.scores, game.turn, seats, emotes], () => {
    node.setAttribute("aria-label", say("page.players"));
    return el(
      "ul",
      {},
      seats.map((n) => seat(at, game, chairs[n], n)),
    );
  });
}

function seat(at, game, chair, n) {
  const turn = n === game.turn;
  return el(
    "li",
    { class: `seat ${turn ? "turn" : ""} ${chair.here ? "" : "away"}`, "aria-current": turn ? "true" : undefined },
    el(
      "span",
      { class: "name" },
      turn && el("span", { class: "mark", "aria-hidden": "true" }, "▶ "),
      chair.name || game.names[n],
    ),
    el(
      "span",
      { class: "facts" },
      el("b", {}, say("table.held", { n: game.held[n] })),
      el("span", {}, score(game, game.scores[n])),
    ),
    el("span", { class: "about" }, about(chair)),
    bubble(at, n),
  );
}

export function middle(node, at) {
  const {
    table: { game },
  } = at.view;
  const last = lastTold(at.view);
  const drawn = region(node, [game.game, game.board, game.left, last?.ply, game.number], () => {
    const lies = JSON.stringify([game.number, game.board.middle, game.board.top]);
    const fresh = lies === at.lies ? "" : "last";
    at.lies = lies;
    const pile = game.game === "pig10" ? pig10(game, fresh, splash(last)) : truie(game, fresh);
    const lines = last?.lines || [];
    const told = lines.filter(([key]) => !/draws|round_score/.test(key));
    const said = told.length || last?.seat < 0 ? told : lines;
    return [
      el("div", { class: "pile" }, pile),
      el(
        "p",
        { class: `said ${splash(last)}`, "aria-hidden": "true" },
        said.slice(-2).map((line) => el("span", {}, say(line))),
      ),
      el(
        "p",
        { class: "stock" },
        game.board.rounds ? `${say("table.round", game.board)} · ` : "",
        say("table.stock", { n: game.left }),
      ),
    ];
  });
  if (drawn) node.querySelector(".cards")?.scrollTo(9999, 0);
}

function lastTold({ mine, table: { game } }) {
  const told = game.story.at(-1);
  return mine.find(({ ply }) => ply === told?.ply) || told;
}

function splash(told) {
  const keys = told?.lines.map(([key]) => key) || [];
  return keys.includes("story.ten") ? "ten" : keys.includes("story.over_ten") ? "overten" : "";
}

function pig10(game, fresh, shout) {
  const { middle: cards = [], value = 0 } = game.board;
  const last = cards.length - 1;
  if (shout)
    return el(
      "p",
      { class: `shout ${shout}`, "aria-hidden": "true" },
      say(shout === "ten" ? "table.ten" : "table.over_ten"),
    );
  if (!cards.length) return el("p", { class: "empty" }, say("plain.middle_empty"));
  return [
    el("div", { class: "value" }, el("span", { class: "label" }, say("table.pile_value")), el("b", {}, String(value))),
    el(
      "div",
      { class: "cards", role: "list" },
      cards.map((card, n) => el("div", { role: "listitem" }, lying("pig10", card, n === last ? fresh : ""))),
    ),
  ];
}

function truie(game, fresh) {
  const { top = "", named = 0, value = 0, demand = "" } = game.board;
  const player = game.names[game.turn] || "";
  return [
    top && el("div", { class: "topcard" }, topCard(top, named, fresh)),
    demand === "F" &&
      el("p", { class: "demand" }, lying("truie", "F", "small"), say("table.farmer", { player, top: value })),
    demand === "H" && el("p", { class: "demand" }, lying("truie", "H", "small"), say("table.hog", { player })),
  ];
}

/** The card on top; a lucky pig shows the number it was named. */
function topCard(top, named, fresh) {
  const card = lying("truie", top, fresh);
  if (named) {
    card.prepend(el("b", {}, String(named)));
    card.setAttribute("aria-label", `${cardName("truie", top)}, ${say("table.named", { n: named })}`);
  }
  return card;
}

/** Whose turn it is, in words. */
export function status(node, at) {
  const {
    you,
    table: { phase, chairs, game, paused },
  } = at.view;
  const turn = phase === "play" && game ? game.turn : -1;
  const mine = turn === you && you >= 0;
  node.classList.toggle("mine", mine);
  const own = game && phase === "play" && you >= 0 ? score(game, game.scores[you]) : "";
  region(
    node,
    [turn, mine, chairs[turn]?.name, chairs[you]?.name, own, paused, phase, at.emotes[you]?.key, you < 0],
    () => [
      turn >= 0 &&
        el("b", { class: "whose" }, mine ? say("page.your_turn") : say("table.waiting", { player: chairs[turn].name })),
      own && el("span", { class: "own" }, say("table.mine", { player: chairs[you].name, score: own })),
      you < 0 &&
        turn >= 0 &&
        chairs.some((chair) => chair.player !== "person") &&
        el("span", { class: "own" }, say("page.watching")),
      you >= 0 && bubble(at, you),
    ],
  );
}

export function hand(node, at) {
  const { view } = at;
  const {
    hand: cards,
    moves,
    why,
    table: { game, paused },
  } = view;
  const free = moves.filter((move) => !move.cards.length && move.move !== "g0");
  const busy = at.sent === game.ply || !at.online;
  region(node, [cards, moves, why, at.chosen, busy, paused, game.turn, game.ply === at.sent], () => {
    node.setAttribute("aria-label", say("page.hand"));
    return [
      at.chosen !== null && choices(at, cards[at.chosen]),
      free.length > 0 &&
        el(
          "div",
          { class: "free" },
          free.map((move) =>
            button(say(move.label), () => play(at, move), {
              class: move.move[0] === "g" ? "big grunt" : "second",
              disabled: busy,
              "data-focus": move.move,
            }),
          ),
        ),
      el(
        "div",
        { class: `cards ${cards.length > 10 ? "many" : ""}` },
        cards.map((card, n) => cardButton(at, card, n)),
      ),
    ];
  });
}

const waysOf = (at, card) => at.view.moves.filter((move) => move.cards.includes(card));

function cardButton(at, card, n) {
  const { game } = at.view.table;
  const ways = waysOf(at, card);
  const usable = ways.length > 0 && at.sent !== game.ply;
  return el(
    "button",
    {
      type: "button",
      class: `card ${kind(game.game, card)} ${usable ? "" : "idle"} ${n === at.chosen ? "chosen" : ""}`,
      "aria-label":
        ways.length === 1 ? `${cardName(game.game, card)}: ${say(ways[0].label)}` : cardName(game.game, card),
      "aria-disabled": usable ? undefined : "true",
      "aria-expanded": ways.length > 1 ? String(n === at.chosen) : undefined,
      "data-focus": `card ${n}`,
      onclick: () => tapped(at, card, n),
    },
    face(game.game, card),
  );
}

function tapped(at, card, n) {
  const { view } = at;
  const ways = waysOf(at, card);
  const { game, paused, chairs } = view.table;
  if (at.sent === game.ply) return;
  if (ways.length === 1) play(at, ways[0]);
  else if (ways.length) {
    at.chosen = at.chosen === n ? null : n;
    at.draw();
  } else if (view.why[card]) toast(say(view.why[card]));
  else if (paused) toast(say("page.paused"));
  else if (game.turn >= 0) toast(say("table.waiting", { player: chairs[game.turn].name }));
}

function choices(at, card) {
  const ways = waysOf(at, card);
  const { game } = at.view.table;
  if (!ways.length) return null;
  return el(
    "div",
    { class: "ways", role: "group", "aria-label": cardName(game.game, card) },
    el("span", { class: "label" }, say("page.choose", { card: [`${game.game}.card.${card}`, {}] })),
    el(
      "div",
      { class: "options" },
      ways.map((move) => button(say(move.label), () => play(at, move), { "data-focus": move.move })),
    ),
  );
}

function play(at, move) {
  const { ply } = at.view.table.game;
  if (!at.ask({ type: "play", ply, move: move.move })) return;
  at.sent = ply;
  at.chosen = null;
  at.draw();
}
