// A table: the line to it, what is remembered between two views, and which part draws what.

import { button, el, refuse, region, toast } from "./dom.js";
import { forgetSeat, freshToken, keepSeat, nonce, reloadedFor, rememberReload, seat } from "./keep.js";
import { lobby, startBar } from "./lobby.js";
import { menu } from "./menu.js";
import { over, overBar } from "./over.js";
import { hand, middle, others, status } from "./play.js";
import { connect } from "./socket.js";
import { starter } from "./starter.js";
import { picture } from "./art.js";
import { language, say } from "./words.js";

const EMOTES = [
  ["hello", "👋", "page.emote.hello"],
  ["bravo", "👏", "page.emote.bravo"],
  ["oink", "🐷", "page.emote.oink"],
  ["wow", "😮", "page.emote.wow"],
  ["oops", "🙈", "page.emote.oops"],
  ["hmm", "🤔", "page.emote.hmm"],
  ["hurry", "⏰", "page.emote.hurry"],
  ["thanks", "💛", "page.emote.thanks"],
];
const SHOWN = 3000;
const GAP = 750; // the server takes an emote every 700 ms
const QUIET = new Set(["table.stale", "table.raced", "limit.emotes"]); // refusals the next view explains
const LONGEST = 80; // plies of the story that stay

export function table(app, code, go, { start = false } = {}) {
  const part = (tag, name, more = {}) => el(tag, { class: name, ...more });
  const parts = {
    top: part("header", "bar"),
    banner: part("div", "banner", { role: "status" }),
    stage: part("section", "stage"),
    others: part("section", "others"),
    middle: part("section", "middle"),
    story: part("ol", "story", { "aria-live": "polite", "aria-relevant": "additions", tabindex: 0 }),
    status: part("div", "status", { role: "status" }),
    timer: part("div", "timer", { role: "timer" }),
    hand: part("section", "hand"),
    act: part("div", "act"),
    emotes: part("div", "emotes", { role: "group" }),
  };
  const board = el("main", { class: "board" }, parts.stage, parts.others, parts.middle, parts.story);
  const dock = el(
    "section",
    { class: "dock" },
    el("div", { class: "now" }, parts.status, parts.timer),
    parts.hand,
    parts.act,
    parts.emotes,
  );
  const screen = el("div", { class: "table" }, parts.top, parts.banner, board, dock);
  app.append(screen);

  /** What the parts share. */
  const at = {
    code,
    ask,
    draw,
    refresh,
    version: 0,
    view: null,
    online: true,
    end: null,
    home: () => go("/"),
    chosen: null, // the card of the hand whose choices are shown
    sent: -1, // the ply for which a move is on its way
    emotes: {},
    race: null,
    more: false, // which foldable parts are open
    next: false,
    first: null,
    clock: 0, // the server's clock minus ours
  };
  let stirred = "";
  let greeted = false;
  let phase = "";
  let story = { game: 0, newest: -1, told: new Map(), language: "" };
  const line = connect(code, () => seat(code).token || "", hear, online);
  const ticking = setInterval(tick, 250);
  draw();

  function ask(what) {
    if (line.send(what)) return true;
    toast(say("page.offline"));
    return false;
  }

  function online(is) {
    if (!is) {
      greeted = false;
      stirred = "";
      at.sent = -1;
    }
    if (at.online === is) return;
    at.online = is;
    draw();
  }

  function hear(news) {
    if (news.type === "view") viewed(news);
    else if (news.type === "seated") keepSeat(code, { token: news.token });
    else if (news.type === "refusal") refused(news);
    else if (news.type === "emoted") emoted(news);
    else if (news.type === "outdated") outdated(news.protocol);
    else if (news.type === "gone") end(() => say("page.gone"));
  }

  function viewed(view) {
    const before = at.view;
    at.view = view;
    at.clock = view.now - performance.now();
    const { you, host, table: seen } = view;
    const ply = seen.game?.ply ?? -1;
    if (ply !== (before?.table.game?.ply ?? -1) || seen.paused) at.chosen = null;
    if (ply !== at.sent) at.sent = -1;
    if (you >= 0) remember(view);
    else if (!host && (!greeted || before?.you >= 0) && seat(code).token) forgetSeat(code);
    greeted = true;
    if (seen.phase !== phase) turned(phase, seen);
    phase = seen.phase;
    between(you, host, seen);
    draw();
  }

  function remember({ you, table: seen }) {
    const { name, game, token } = seat(code);
    const now = { name: seen.chairs[you].name, game: seen.settings.game };
    if (token && (name !== now.name || game !== now.game)) keepSeat(code, now);
  }

  /** Between two games: stir the next deal, and start the one that was asked for on the home page. */
  function between(you, host, seen) {
    if (you < 0 || (seen.phase !== "gather" && seen.phase !== "over")) return;
    if (!seen.chairs[you].stirred && seen.seal !== stirred) {
      stirred = seen.seal;
      line.send({ type: "stir", nonce: nonce() });
    } else if (start && seen.chairs[you].stirred) {
      start = false;
      if (host && seen.phase === "gather") line.send({ type: "start" });
    }
  }

  function turned(from, seen) {
    if (seen.phase === "starter") at.race = { order: shuffled(), taps: 0 };
    if (from === "starter" && seen.phase === "play" && seen.game) {
      toast(say("page.starts", { player: seen.game.names[seen.game.turn] }));
    }
    if (from) board.scrollTop = 0;
  }

  function refused({ ask: what, code: why, values }) {
    if (what === "hello" && why === "table.none") {
      forgetSeat(code);
      end(() => say("page.no_table", { code }));
    } else if (what === "hello" || why === "limit.connections") line.again(); // busy or broken over there: later
    else if (!QUIET.has(why)) refuse(why, values);
    at.sent = -1;
    draw();
  }

  /** There is nothing more to come from this table; `how` makes the sentence that says so. */
  function end(how) {
    at.end = how;
    line.close();
    draw();
  }

  function outdated(protocol) {
    end(() => say("page.outdated"));
    if (reloadedFor() === String(protocol)) return;
    rememberReload(protocol);
    location.reload();
  }

  function emoted({ seat: from, emote }) {
    const found = EMOTES.find(([name]) => name === emote);
    if (!found) return;
    clearTimeout(at.emotes[from]?.timer);
    const timer = setTimeout(() => {
      delete at.emotes[from];
      draw();
    }, SHOWN);
    at.emotes[from] = { sign: found[1], key: found[2], timer };
    draw();
  }

  // Drawing

  function draw() {
    const { view } = at;
    const game = view?.table.settings.game;
    document.title = game ? `${view.moves.length ? "▶ " : ""}${say(`${game}.title`)} · Piggery` : "Piggery";
    screen.dataset.phase = at.end || !view ? "none" : phase;
    screen.classList.toggle("broken", !at.online);
    region(parts.top, [game, view?.table.code], top);
    region(parts.banner, [at.online, at.end?.(), view?.table.paused, view?.host], banner);
    for (const name of ["stage", "others", "middle", "story", "hand", "act", "emotes", "status"])
      parts[name].hidden = !view || !!at.end;
    if (!view || at.end) return;
    drawStage(view);
    const playing = phase === "play";
    parts.others.hidden = parts.middle.hidden = !playing || !view.table.game;
    if (!parts.others.hidden) {
      others(parts.others, at);
      middle(parts.middle, at);
    }
    parts.story.hidden = !view.table.game || phase === "gather" || phase === "starter";
    if (!parts.story.hidden) tell(view);
    status(parts.status, at);
    parts.hand.hidden = !playing || view.you < 0;
    if (!parts.hand.hidden) hand(parts.hand, at);
    region(parts.act, [phase, view.you, view.host, seen(view), at.first], act);
    parts.emotes.hidden = view.you < 0;
    region(parts.emotes, 0, emoteBar);
    tick();
    if (!parts.story.hidden) parts.story.scrollTop = parts.story.scrollHeight;
  }

  /** Something that is no part of the view has come. */
  function refresh() {
    at.version += 1;
    draw();
  }

  const seen = ({ table: { chairs, settings, paused } }) => [chairs, settings, paused];

  function drawStage(view) {
    const { chairs, settings, game } = view.table;
    const key = [phase, view.you, view.host, chairs, settings, at.version, shownEmotes()];
    parts.stage.hidden = phase === "play" && !!game;
    if (phase === "gather") region(parts.stage, key, () => lobby(at));
    else if (phase === "starter") region(parts.stage, [...key, at.race?.order], () => starter(at));
    else if (phase === "over") region(parts.stage, [...key, game], () => over(at));
    else region(parts.stage, key, () => el("p", { class: "note" }, say("page.no_watching")));
  }

  const shownEmotes = () => Object.entries(at.emotes).map(([from, { key }]) => [from, key]);

  function top() {
    const game = at.view?.table.settings.game;
    return [
      el(
        "button",
        { type: "button", class: "logo", "aria-label": say("page.home"), onclick: at.home, "data-focus": "home" },
        picture("pig"),
      ),
      el("h1", {}, game ? say(`${game}.title`) : "Piggery"),
      el("code", { title: say("page.code") }, code),
      button("☰", () => menu(at), { class: "menu", "aria-label": say("page.menu"), "data-focus": "menu" }),
    ];
  }

  function banner() {
    if (at.end) {
      const again = button(say("page.reload"), () => location.reload(), { class: "second", "data-focus": "reload" });
      return [el("p", {}, at.end()), again, button(say("page.home"), at.home, { class: "big", "data-focus": "leave" })];
    }
    if (!at.online) return el("p", {}, say("page.reconnecting"));
    if (!at.view?.table.paused) return [];
    return [
      el("p", {}, say("page.paused")),
      at.view.host && button(say("score.go_on"), () => ask({ type: "resume" }), { "data-focus": "resume" }),
    ];
  }

  /** The big buttons: sit down, start, play again. */
  function act() {
    const {
      you,
      host,
      table: { chairs, settings, phase: now, paused },
    } = at.view;
    const found = [];
    const open = chairs.some((chair) => chair.player !== "person");
    if (you < 0 && now !== "starter") {
      if (open && (settings.sitting !== "closed" || host)) {
        const sit = () => {
          const token = seat(code).token || freshToken(); // kept first: a broken line cannot lose the seat
          keepSeat(code, { token });
          ask({ type: "sit", token, nonce: nonce(), language: language() });
        };
        found.push(button(say("page.sit"), sit, { class: "big glow", "data-focus": "sit" }));
      } else found.push(el("p", { class: "note" }, say("page.full")));
    }
    if ((you >= 0 || host) && now === "gather") found.push(startBar(at));
    if (now === "over" && (you >= 0 || host)) found.push(overBar(at));
    if (paused && !host && at.view.may_start)
      found.push(button(say("score.go_on"), () => ask({ type: "resume" }), { class: "big" }));
    return found;
  }

  function emoteBar() {
    parts.emotes.setAttribute("aria-label", say("page.emotes"));
    return EMOTES.map(([emote, sign, key]) =>
      button(
        sign,
        (event) => {
          if (!ask({ type: "react", emote })) return;
          const node = event.currentTarget.parentNode;
          node.classList.add("resting");
          setTimeout(() => node.classList.remove("resting"), GAP);
        },
        { "aria-label": say(key), title: say(key), "data-focus": emote },
      ),
    );
  }

  /** The story only grows, so that a screen reader says what is new, once. */
  function tell({ table: { game }, mine }) {
    const fresh = story.game !== game.number || story.language !== language();
    if (story.game !== game.number) story = { game: game.number, newest: -1, told: new Map(), language: "" };
    const own = new Map(mine.map((told) => [told.ply, told]));
    for (const told of game.story) story.told.set(told.ply, own.get(told.ply) || story.told.get(told.ply) || told);
    if (fresh) {
      parts.story.setAttribute("aria-live", "off");
      parts.story.replaceChildren();
      story.newest = -1;
      setTimeout(() => parts.story.setAttribute("aria-live", "polite"), 200);
    }
    story.language = language();
    for (const [ply, told] of [...story.told].sort(([a], [b]) => a - b)) {
      if (ply <= story.newest) continue;
      story.newest = ply;
      const lines = told.lines.map((said) =>
        el("p", { class: /story\.(ten|wins|round)/.test(said[0]) ? "great" : "" }, say(said)),
      );
      if (lines.length) parts.story.append(el("li", { class: told.seat === at.view.you ? "mine" : "" }, lines));
    }
    while (parts.story.childElementCount > LONGEST) parts.story.firstChild.remove();
  }

  function tick() {
    const due = at.view && !at.end && at.online ? at.view.table.due : null;
    const n = due ? Math.max(0, Math.ceil((due.until - at.clock - performance.now()) / 1000)) : 0;
    const text = due ? countdown(due, n) : "";
    if (parts.timer.textContent !== text) parts.timer.textContent = text;
    parts.timer.hidden = !text;
    parts.timer.classList.toggle("soon", !!due && due.seat === at.view.you && n <= 5);
  }

  function countdown({ kind, seat: whose }, n) {
    const player = at.view.table.chairs[whose]?.name || "";
    if (kind === "grunt" && whose === at.view.you) return say("table.grunt_now", { n });
    if (kind === "wait") return say("page.wait", { player, n });
    return say("page.seconds", { n });
  }

  return {
    draw,
    close() {
      line.close();
      clearInterval(ticking);
      Object.values(at.emotes).forEach(({ timer }) => clearTimeout(timer));
    },
  };
}

function shuffled() {
  const order = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  for (let n = order.length - 1; n > 0; n -= 1) {
    const other = Math.floor(Math.random() * (n + 1));
    [order[n], order[other]] = [order[other], order[n]];
  }
  return order;
}
