import { describe, expect, it } from "vitest";
import { changeable, fitted, houseRules, mayReact, seatsFor } from "../src/settings";
import { offering } from "./views";

const game = offering({
  seats: [2, 3, 4, 5, 6],
  options: { rounds: [4, 1, 10, 2], lucky: ["wild", "copy"], grunting: ["call", "auto"] },
  deck: { "1": 8, F: 3, L: 4 },
  reacts: ["grunting=call"],
});

describe("house rules", () => {
  it("are counted where they are numbers, and chosen where they are words; the usual is the first", () => {
    expect(houseRules(game, {})).toEqual([
      { name: "rounds", counted: true, values: [1, 2, 4, 10], value: 4 },
      { name: "lucky", counted: false, values: ["wild", "copy"], value: "wild" },
      { name: "grunting", counted: false, values: ["call", "auto"], value: "call" },
    ]);
  });
  it("show what was chosen", () => {
    const values = houseRules(game, { rounds: 2, lucky: "copy" }).map(({ value }) => value);
    expect(values).toEqual([2, "copy", "call"]);
  });
  it("are none until the server has said so", () => {
    expect(houseRules(undefined, { rounds: 2 })).toEqual([]);
  });
});

describe("the time to react", () => {
  it("is offered under the house rules that ask for it", () => {
    expect(mayReact(game, houseRules(game, {}))).toBe(true);
    expect(mayReact(game, houseRules(game, { grunting: "auto" }))).toBe(false);
  });
  it("is not offered by a game that asks for nothing of the kind", () => {
    const calm = offering({ options: game.options });
    expect(mayReact(calm, houseRules(calm, {}))).toBe(false);
    expect(mayReact(undefined, [])).toBe(false);
  });
});

it("offers the cards that may be changed in number, with the usual number or the chosen one", () => {
  expect(changeable(game, { L: 0 })).toEqual([
    { card: "1", copies: 8 },
    { card: "F", copies: 3 },
    { card: "L", copies: 0 },
  ]);
  expect(changeable(undefined, {})).toEqual([]);
});

it("fits another game: as many seats as it can have, and none of the last one's house rules", () => {
  const now = { game: "a", seats: 8, options: { rounds: 2 }, deck: { F: 0 }, clock: 20 };
  expect(fitted(now, "b", game)).toEqual({ game: "b", seats: 6, options: {}, deck: {}, clock: 20 });
  expect(fitted(now, "b", undefined).seats).toBe(8);
  expect(seatsFor(offering({ seats: [3] }), 2)).toBe(3);
});
