import { describe, expect, it } from "vitest";
import { handed, open, partners, tapped, ways } from "../src/picking";
import { as, move } from "./views";

// on an 8, holding 3, 5, 5, 8 and a farmer
const HAND = ["3", "5", "5", "8", "F"];
const MOVES = [move("-5=3", "5", "3"), move("-3=5", "3", "5"), move("8", "8"), move("F", "F"), move("draw")];

describe("ways", () => {
  it("takes the order in which the cards were lifted", () => {
    expect(ways(MOVES, ["5", "3"]).map((one) => one.move)).toEqual(["-5=3"]);
    expect(ways(MOVES, ["3", "5"]).map((one) => one.move)).toEqual(["-3=5"]);
  });
  it("takes any order where there is but one", () => {
    const pass = move("5>2", "5", "D");
    expect(ways([pass], ["D", "5"])).toEqual([pass]);
  });
  it("finds nothing for a card that needs another", () => {
    expect(ways(MOVES, ["3"])).toEqual([]);
    expect(open(MOVES, ["3"])).toHaveLength(2);
  });
  it("knows that two cards of a kind are two cards", () => {
    expect(open([move("x", "5", "3")], ["5", "5"])).toEqual([]);
  });
});

describe("a tap", () => {
  it("lifts a card, and a second tap plays it", () => {
    expect(tapped(HAND, MOVES, [], 3)).toEqual({ picked: [3] });
    expect(tapped(HAND, MOVES, [3], 3)).toEqual({ picked: [], play: MOVES[2] });
  });
  it("puts a card down that has to be chosen for", () => {
    const calls = [move("5=11", "5"), move("5=1", "5")];
    expect(tapped(["5"], calls, [0], 0)).toEqual({ picked: [] });
  });
  it("adds a partner, and its second tap plays the sum", () => {
    expect(tapped(HAND, MOVES, [1], 0)).toEqual({ picked: [1, 0] });
    expect(tapped(HAND, MOVES, [1, 0], 0)).toEqual({ picked: [], play: MOVES[0] });
    expect(tapped(HAND, MOVES, [1, 0], 1)).toEqual({ picked: [0] });
  });
  it("starts again with a card that is no partner", () => {
    expect(tapped(HAND, MOVES, [1], 4)).toEqual({ picked: [4] });
  });
  it("asks why for a card that cannot be played", () => {
    expect(tapped(["9"], MOVES, [], 0)).toEqual({ picked: [], why: "9" });
  });
});

it("shows the partners of a lifted card", () => {
  expect(partners(HAND, MOVES, [0])).toEqual(new Set([1, 2]));
  expect(partners(HAND, MOVES, [3])).toEqual(new Set());
});

it("hands a card to whoever it is dropped on, however the move is written", () => {
  const passes = [
    as(move("5>2", "5", "D"), { kind: "heap", to: 2 }),
    as(move("5>0", "5", "D"), { kind: "heap", to: 0 }),
    as(move("give 2", "L", "D"), { kind: "gift", to: 12 }),
    move("9>2", "9"), // hands nothing to anybody, whatever it looks like
  ];
  expect(handed(passes, "D", 2).map((one) => one.move)).toEqual(["5>2"]);
  expect(handed(passes, "D", 0).map((one) => one.move)).toEqual(["5>0"]);
  expect(handed(passes, "L", 12).map((one) => one.move)).toEqual(["give 2"]);
  expect(handed(passes, "9", 2)).toEqual([]);
});
