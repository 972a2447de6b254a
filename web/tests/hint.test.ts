import { beforeEach, describe, expect, it, vi } from "vitest";
import { TableSession } from "../src/session.svelte";
import { places } from "../src/picking";
import type { Ask, HintAnswer } from "../src/wire";
import { game, move, table, view } from "./views";

const sent: Ask[] = [];
vi.mock("../src/connections/socket", () => ({ socket: () => line }));
vi.mock("../src/sound", () => ({ heardPly: vi.fn(), played: vi.fn(), turned: vi.fn() }));
const line = { send: (ask: Ask) => sent.push(ask) > 0, again: () => undefined, close: () => undefined };

const moves = [move("4=4", "4"), move("9=9", "9")];
const hinted = (ply = 1): HintAnswer => ({
  type: "hinted",
  ply,
  steps: [
    [["nudge", {}]],
    [["idea", {}]],
    [
      ["tip", {}],
      ["why", {}],
    ],
  ],
  move: "9=9",
});
const turn = (ply: number, whose = 0) => view({ moves, table: table({ game: game({ ply, turn: whose }) }) });

function asked(): TableSession {
  const session = new TableSession("QXZ4BW", false);
  session.hear(turn(1));
  session.ponder();
  return session;
}

beforeEach(() => {
  sent.length = 0;
});

describe("a hint", () => {
  it("is asked for once a turn, and then shown and hidden", () => {
    const session = asked();
    expect(sent).toEqual([{ type: "hint", ply: 1 }]);
    expect(session.hint.waiting).toBe(true);
    session.hear(hinted());
    expect(session.hint.waiting).toBe(false);
    session.ponder();
    expect(session.hint.open).toBe(false);
    session.ponder();
    expect(session.hint.open).toBe(true);
    expect(sent).toHaveLength(1);
  });
  it("is told step by step, and the last step stays", () => {
    const session = asked();
    session.hear(hinted());
    const told = [0, 1, 2, 3].map(() => {
      const keys = session.hint.lines.map(([key]) => key).join();
      session.hint.more();
      return keys;
    });
    expect(told).toEqual(["nudge", "idea", "tip,why", "tip,why"]);
  });
  it("lifts the cards of its move and plays nothing", () => {
    const session = asked();
    session.hear(hinted());
    expect(session.advised).toEqual(moves[1]);
    session.raise(session.advised!);
    expect(session.picked).toEqual([1]);
    expect(session.offer).toEqual([moves[1]]);
    expect(sent).toHaveLength(1);
  });
  it("is gone with the turn, and what comes too late is not heard", () => {
    const session = asked();
    session.hear(turn(2, 1));
    expect(session.hint.open).toBe(false);
    session.hear(hinted());
    expect(session.hint.lines).toEqual([]);
    session.ponder();
    expect(sent).toHaveLength(1); // it is somebody else's turn
  });
  it("about another moment is not heard", () => {
    const session = asked();
    session.hear(hinted(7));
    expect(session.hint.waiting).toBe(true);
  });
  it("that is refused can be asked for again, and a move on its way is not forgotten", () => {
    const session = asked();
    session.play(moves[0]!);
    session.hear({ type: "refusal", id: 0, ask: "hint", code: "table.no_hints", values: {} });
    expect(session.hint.open).toBe(false);
    expect(session.busy).toBe(true);
  });
  it("stays when one for an earlier turn is refused", () => {
    const session = asked();
    session.hear(hinted());
    session.hear({ type: "refusal", id: 0, ask: "hint", code: "table.stale", values: {} });
    expect(session.hint.open).toBe(true);
    expect(session.hint.lines).not.toEqual([]);
  });
  it("of one pair of eyes is nothing for the next", () => {
    const session = asked();
    session.hear(hinted());
    session.hear({ ...turn(1), you: 1 });
    expect(session.hint.lines).toEqual([]);
  });
});

it("finds cards in the hand, each once", () => {
  expect(places(["4", "5", "5", "L"], ["5", "L"])).toEqual([1, 3]);
  expect(places(["5", "5"], ["5", "5"])).toEqual([0, 1]);
  expect(places(["4"], ["9"])).toEqual([]);
});
