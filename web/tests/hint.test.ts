import { beforeEach, describe, expect, it, vi } from "vitest";
import { At } from "../src/at.svelte";
import { places } from "../src/picking";
import type { Ask, HintAnswer } from "../src/wire";
import { game, move, table, view } from "./views";

const sent: Ask[] = [];
vi.mock("../src/lines/socket", () => ({ socket: () => line }));
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

function asked(): At {
  const at = new At("QXZ4BW", false);
  at.hear(turn(1));
  at.ponder();
  return at;
}

beforeEach(() => {
  sent.length = 0;
});

describe("a hint", () => {
  it("is asked for once a turn, and then shown and hidden", () => {
    const at = asked();
    expect(sent).toEqual([{ type: "hint", ply: 1 }]);
    expect(at.hint.waiting).toBe(true);
    at.hear(hinted());
    expect(at.hint.waiting).toBe(false);
    at.ponder();
    expect(at.hint.open).toBe(false);
    at.ponder();
    expect(at.hint.open).toBe(true);
    expect(sent).toHaveLength(1);
  });
  it("is told step by step, and the last step stays", () => {
    const at = asked();
    at.hear(hinted());
    const told = [0, 1, 2, 3].map(() => {
      const keys = at.hint.lines.map(([key]) => key).join();
      at.hint.more();
      return keys;
    });
    expect(told).toEqual(["nudge", "idea", "tip,why", "tip,why"]);
  });
  it("lifts the cards of its move and plays nothing", () => {
    const at = asked();
    at.hear(hinted());
    expect(at.advised).toEqual(moves[1]);
    at.raise(at.advised!);
    expect(at.picked).toEqual([1]);
    expect(at.offer).toEqual([moves[1]]);
    expect(sent).toHaveLength(1);
  });
  it("is gone with the turn, and what comes too late is not heard", () => {
    const at = asked();
    at.hear(turn(2, 1));
    expect(at.hint.open).toBe(false);
    at.hear(hinted());
    expect(at.hint.lines).toEqual([]);
    at.ponder();
    expect(sent).toHaveLength(1); // it is somebody else's turn
  });
  it("about another moment is not heard", () => {
    const at = asked();
    at.hear(hinted(7));
    expect(at.hint.waiting).toBe(true);
  });
  it("that is refused can be asked for again, and a move on its way is not forgotten", () => {
    const at = asked();
    at.play(moves[0]!);
    at.hear({ type: "refusal", id: 0, ask: "hint", code: "table.no_hints", values: {} });
    expect(at.hint.open).toBe(false);
    expect(at.busy).toBe(true);
  });
  it("stays when one for an earlier turn is refused", () => {
    const at = asked();
    at.hear(hinted());
    at.hear({ type: "refusal", id: 0, ask: "hint", code: "table.stale", values: {} });
    expect(at.hint.open).toBe(true);
    expect(at.hint.lines).not.toEqual([]);
  });
  it("of one pair of eyes is nothing for the next", () => {
    const at = asked();
    at.hear(hinted());
    at.hear({ ...turn(1), you: 1 });
    expect(at.hint.lines).toEqual([]);
  });
});

it("finds cards in the hand, each once", () => {
  expect(places(["4", "5", "5", "L"], ["5", "L"])).toEqual([1, 3]);
  expect(places(["5", "5"], ["5", "5"])).toEqual([0, 1]);
  expect(places(["4"], ["9"])).toEqual([]);
});
