import { beforeEach, describe, expect, it, vi } from "vitest";
import { TableSession } from "../src/session.svelte";
import * as keep from "../src/keep";
import { mayAdmit } from "../src/late";
import { hush, toasts } from "../src/toasts.svelte";
import type { Ask, View } from "../src/wire";
import { as, chair, game, move, table, told, view } from "./views";

const sent: Ask[] = [];
let good = true;

vi.mock("../src/connections/socket", () => ({ socket: () => line }));
vi.mock("../src/connections/device", () => ({
  device: () => line,
  tokenOf: (code: string, seat: number) => `${code}/${seat}`,
}));
vi.mock("../src/sound", () => ({ heardPly: vi.fn(), played: vi.fn(), turned: vi.fn() }));
const line = {
  send: (ask: Ask) => good && sent.push(ask) > 0,
  again: () => sent.push({ type: "hello" }),
  close: () => undefined,
};

beforeEach(() => {
  localStorage.clear();
  sent.length = 0;
  good = true;
});

const online = (start = false) => new TableSession("QXZ4BW", false, start);
const playing = (change = {}) => view({ moves: [move("4=4", "4"), move("9=9", "9")], ...change });

describe("playing", () => {
  it("lifts a card and plays it with a second tap, at the ply that was seen", () => {
    const session = online();
    session.hear(playing());
    session.tap(0);
    expect(session.picked).toEqual([0]);
    session.tap(0);
    expect(sent).toEqual([{ type: "play", ply: 1, move: "4=4" }]);
    expect(session.busy).toBe(true);
  });
  it("plays nothing twice while the answer is on its way", () => {
    const session = online();
    session.hear(playing());
    session.tap(0);
    session.tap(0);
    session.tap(1);
    expect(sent).toHaveLength(1);
    expect(session.picked).toEqual([]);
  });
  it("keeps a card lifted when a view changes nothing about it", () => {
    const session = online();
    session.hear(playing());
    session.tap(1);
    session.hear(playing());
    expect(session.picked).toEqual([1]);
    session.hear(playing({ table: table({ game: game({ ply: 2 }) }) }));
    expect(session.picked).toEqual([]);
  });
  it("says that the line is down and sends nothing", () => {
    const session = online();
    session.hear(playing());
    good = false;
    session.tap(0);
    session.tap(0);
    expect(session.busy).toBe(false);
    expect(toasts().at(-1)?.text).toBe("page.offline");
  });
  it("says why a card cannot be played", () => {
    const session = online();
    session.hear(view({ why: { "9": ["why.nine", {}] } }));
    session.tap(1);
    expect(toasts().at(-1)?.text).toBe("why.nine");
  });
  it("offers the ways to hand a heap to whoever it is dropped on", () => {
    const session = online();
    const moves = [move("5>1", "5", "D"), move("L5>1", "L", "D")].map((one) => as(one, { to: 1 }));
    session.hear(view({ hand: ["5", "L", "D"], moves }));
    session.drop(2, 1);
    expect(session.offer).toEqual(moves);
    session.hear(
      view({ hand: ["5", "D"], moves: moves.slice(0, 1), table: table({ game: game({ ply: 2 }) }) }),
    );
    session.drop(1, 1);
    expect(sent.at(-1)).toEqual({ type: "play", ply: 2, move: "5>1" });
  });
});

describe("the story", () => {
  const after = (ply: number, story = [told(ply, 1, `line.${ply}`)], more = {}) =>
    view({ table: table({ n: ply, game: game({ ply: ply + 1, story }) }), ...more });

  it("tells what is newer than what was shown, in the words meant for you", () => {
    const session = online();
    session.hear(after(1));
    expect(session.news).toEqual([]);
    session.hear(after(2, [told(1, 1, "line.1"), told(2, 0, "public")], { mine: [told(2, 0, "own")] }));
    expect(session.news.map(({ lines }) => lines[0]?.[0])).toEqual(["own"]);
    expect(session.story.map(({ ply }) => ply)).toEqual([1, 2]);
  });
  it("forgets moves that were taken back", () => {
    const session = online();
    session.hear(after(1, [told(0, -1), told(1, 0, "mine")]));
    session.hear(after(0, [told(0, -1)]));
    expect(session.story.map(({ ply }) => ply)).toEqual([0]);
  });
  it("shows the next pair of eyes nothing that was meant for the last", () => {
    const session = new TableSession("QXZ4BW", true);
    session.hear(after(1, [told(1, 0, "public")], { mine: [told(1, 0, "secret")] }));
    session.hear(after(4, [told(4, 0, "public")], { you: 1 }));
    expect(JSON.stringify(session.story)).not.toContain("secret");
  });
});

describe("passing the device round", () => {
  const turn = (seat: number, you: number, number = 1) =>
    view({ you, table: table({ game: game({ turn: seat, number }) }) });
  const bots = [chair("Ada"), chair("Ben"), chair("Rosa", "greedy")];

  it("covers the cards until whoever is next says so and their own cards have come", () => {
    keep.keepTable("QXZ4BW", { here: true, people: [0, 1], phase: "play" });
    const session = new TableSession("QXZ4BW", true);
    expect(session.covered).toBe(true);
    session.hear(turn(0, 0));
    expect(session.covered).toBe(true);
    session.take(0);
    session.hear(turn(0, 0));
    expect(session.covered).toBe(false);
    session.hear(turn(1, 0));
    expect(session.covered).toBe(true);
    session.take(1);
    expect(session.token).toBe("QXZ4BW/1");
    expect(session.covered).toBe(true);
    expect(session.story).toEqual([]);
    session.hear(turn(1, 1));
    expect(session.covered).toBe(false);
  });
  it("stays covered when a move is taken back, and when a bot gives the turn to the one who looked last", () => {
    const session = new TableSession("QXZ4BW", true);
    session.hear(turn(0, 0));
    session.take(0);
    session.hear(turn(0, 0));
    session.hear(turn(1, 0));
    session.hear(turn(0, 0));
    expect(session.covered).toBe(true);
    const again = new TableSession("QXZ4BW", true);
    again.hear(view({ table: table({ chairs: bots, game: game({ turn: 2 }) }) }));
    expect(again.covered).toBe(true);
    again.hear(view({ table: table({ chairs: bots, game: game({ turn: 0, ply: 2 }) }) }));
    expect(again.covered).toBe(true);
  });
  it("covers a new game, whoever starts", () => {
    const session = new TableSession("QXZ4BW", true);
    session.hear(turn(0, 0));
    session.take(0);
    session.hear(turn(0, 0));
    session.hear(view({ table: table({ phase: "over", game: game({ turn: -1 }) }) }));
    expect(session.covered).toBe(false);
    session.hear(turn(0, 0, 2));
    expect(session.covered).toBe(true);
  });
  it("takes notes about somebody's cards away", () => {
    const session = new TableSession("QXZ4BW", true);
    session.hear(view({ you: 0, why: { "9": ["why.nine", {}] } }));
    session.take(0);
    session.hear(view({ you: 0, why: { "9": ["why.nine", {}] } }));
    session.tap(1);
    expect(toasts()).not.toEqual([]);
    session.hear(turn(1, 0));
    expect(toasts()).toEqual([]);
  });
  it("needs no cover for one person with bots", () => {
    const session = new TableSession("QXZ4BW", true);
    session.hear(
      view({ table: table({ chairs: [chair("Ada"), chair("Rosa", "greedy")], game: game({ turn: 1 }) }) }),
    );
    expect(session.covered).toBe(false);
  });
});

it("takes a turn back once, at the ply that was seen", () => {
  const session = online();
  session.hear(view({ back: true }));
  session.back();
  session.back();
  expect(sent).toEqual([{ type: "back", ply: 1 }]);
});

describe("a return link", () => {
  it("is kept when it opens a seat", () => {
    const session = new TableSession("QXZ4BW", false, false, "a-token");
    expect(session.token).toBe("a-token");
    session.hear(view());
    expect(keep.table("QXZ4BW")?.token).toBe("a-token");
  });
  it("that opens nothing takes nobody's seat away", () => {
    keep.keepTable("QXZ4BW", { token: "mine" });
    const session = new TableSession("QXZ4BW", false, false, "nonsense");
    session.hear(view({ you: -1, host: false }));
    expect(session.token).toBe("mine");
    expect(keep.table("QXZ4BW")?.token).toBe("mine");
    expect(sent).toEqual([{ type: "hello" }]);
  });
});

describe("coming in during a game", () => {
  const request = { n: 7, seat: 1, name: "Cleo", agreed: [] };
  const watching = (change = {}) => view({ you: -1, host: false, way_in: "ask", ...change });
  const notes = () => toasts().map(({ text }) => text);

  it("is asked of those who sit, and of nobody else", () => {
    const session = online();
    session.hear(view({ table: table({ request }) }));
    expect(mayAdmit(session.view)).toBe(true);
    session.hear(watching({ table: table({ request }) }));
    expect(mayAdmit(session.view)).toBe(false);
    session.hear(view());
    expect(mayAdmit(session.view)).toBe(false);
  });
  it("keeps the token that opens the seat once all have agreed", () => {
    const session = online();
    session.hear({ type: "waiting", token: "mine" });
    session.hear(watching({ asking: true, table: table({ request }) }));
    expect(keep.table("QXZ4BW")?.token).toBe("mine");
  });
  const waiting = (session: TableSession, ...views: View[]) => {
    hush();
    session.hear(watching());
    session.hear({ type: "waiting", token: "mine" });
    views.forEach((seen) => session.hear(seen));
    return notes();
  };
  it("says so to whoever was not let in, also where the answer came before a view showed that they ask", () => {
    expect(waiting(online(), watching({ asking: true }), watching())).toEqual(["page.not_let_in"]);
    expect(waiting(online(), watching())).toEqual(["page.not_let_in"]);
  });
  it("says nothing to whoever thought better of it", () => {
    const session = online();
    expect(waiting(session, watching({ asking: true }))).toEqual([]);
    session.withdraw();
    session.hear(watching());
    expect(sent).toEqual([{ type: "leave" }]);
    expect(notes()).toEqual([]);
  });
  it("tells every change of seat once", () => {
    const change = (n: number, key: string) => ({ n, ply: 0, said: [key, {}] as [string, object] });
    const now = (n: number, ...changes: object[]) =>
      view({ table: table({ n, game: game({ changes: changes as never[] }) }) });
    const session = online();
    session.hear(now(5, change(5, "seat.before")));
    session.hear(now(6, change(5, "seat.before"), change(6, "seat.left")));
    session.hear(now(7, change(5, "seat.before"), change(6, "seat.left")));
    expect(notes().filter((text) => text.startsWith("seat."))).toEqual(["seat.left"]);
  });
});

describe("a table on the server", () => {
  it("is stirred once for each deal, and started if that was asked for", () => {
    const session = online(true);
    keep.keepTable("QXZ4BW", { token: "x" });
    const gather = (stirred: boolean) =>
      view({
        table: table({ phase: "gather", seal: "s", game: null, chairs: [{ ...chair("Ada"), stirred }] }),
      });
    session.hear(gather(false));
    session.hear(gather(false));
    session.hear(gather(true));
    session.hear(gather(true));
    expect(sent.map(({ type }) => type)).toEqual(["stir", "start"]);
  });
  it("is stirred once more with a tap, and the seat is taken without a nonce", () => {
    const session = online();
    const seal = "s";
    session.hear(view({ you: -1, host: false, table: table({ phase: "gather", seal, game: null }) }));
    session.sit();
    session.hear(view({ table: table({ phase: "gather", seal, game: null }) }));
    session.stir(5);
    expect(sent.map((ask) => [ask.type, "nonce" in ask])).toEqual([
      ["sit", false],
      ["stir", true],
      ["stir", true],
    ]);
    expect(session.deals.of(1)?.nonce).toBe((sent.at(-1) as { nonce: string }).nonce);
  });
  it("keeps quiet about a nonce that came too late", () => {
    const session = online();
    const notes = toasts().length;
    session.hear({ type: "refusal", id: 0, ask: "stir", code: "table.playing", values: {} });
    expect(toasts()).toHaveLength(notes);
  });
  it("is remembered with its finished games", () => {
    keep.keepTable("QXZ4BW", { token: "x" });
    const session = online();
    session.hear(view({ table: table({ phase: "over", game: game({ scores: [40, 38] }) }) }));
    expect(keep.table("QXZ4BW")).toMatchObject({
      phase: "over",
      done: [{ number: 1, scores: [40, 38], you: 0 }],
    });
  });
  it("forgets a seat that is no longer ours", () => {
    keep.keepTable("QXZ4BW", { token: "x" });
    online().hear(view({ you: -1, host: false, table: table({ phase: "gather", game: null }) }));
    expect(keep.table("QXZ4BW")).toBeNull();
  });
  it("keeps the token of a seat that was left as long as the game lasts: it alone opens it again", () => {
    keep.keepTable("QXZ4BW", { token: "x" });
    const session = online();
    session.hear(view({ host: false }));
    session.hear(view({ you: -1, host: false, way_in: "sit" }));
    session.sit();
    expect(sent.at(-1)).toMatchObject({ type: "sit", token: "x" });
  });
  it("ends when there is none, and says so", () => {
    const session = online();
    session.hear({ type: "refusal", id: 0, ask: "hello", code: "table.none", values: {} });
    expect(session.ending).toEqual(["page.no_table", { code: "QXZ4BW" }]);
  });
  it("keeps quiet about a move that came too late", () => {
    const session = online();
    const before = toasts().length;
    session.hear({ type: "refusal", id: 0, ask: "play", code: "table.stale", values: { ply: 3 } });
    expect(toasts()).toHaveLength(before);
  });
  it("shows an emote for a while", () => {
    vi.useFakeTimers();
    const session = online();
    session.hear({ type: "emoted", seat: 1, emote: "wow" });
    expect(session.emotes[1]).toBe("wow");
    vi.advanceTimersByTime(3001);
    expect(session.emotes[1]).toBeUndefined();
    vi.useRealTimers();
  });
});
