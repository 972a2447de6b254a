import { describe, expect, it } from "vitest";
import { coming, deals, draws } from "../src/told";
import type { PlyStory } from "../src/wire";
import { told, view } from "./views";

const drew = (seat: number, n: number): PlyStory => ({
  ...told(1, seat, "story.plays"),
  lines: [
    ["story.plays", {}],
    ["story.draws", { n }],
  ],
});

describe("a ply as it is told", () => {
  it("says how many cards were drawn", () => {
    expect(draws(drew(1, 10))).toBe(10);
    expect(draws(told(1, 1, "story.draws_cards"))).toBe(1);
    expect(draws(told(1, 1, "story.plays"))).toBe(0);
  });
  it("deals at the beginning and after a round", () => {
    expect(deals(told(0, -1, "story.draws", "story.draws"))).toBe(true);
    expect(deals(told(9, 1, "story.plays", "story.round_over", "story.draws"))).toBe(true);
  });
  it("deals nothing while a round goes on, nor after the last one", () => {
    expect(deals(drew(1, 1))).toBe(false);
    expect(deals(told(9, 1, "story.draws", "story.round_over", "story.wins"))).toBe(false);
  });
});

describe("what has come into a hand", () => {
  it("is nothing when there is no news", () => {
    expect(coming(["4"], view(), [])).toEqual({ from: "", places: [] });
  });
  it("is every card of a deal", () => {
    expect(coming(["4"], view(), [told(0, -1, "story.draws")])).toEqual({ from: "stock", places: [0, 1] });
  });
  it("is the card drawn after one that was laid, also when it is the same again", () => {
    expect(coming(["4", "5"], view({ hand: ["4", "5"] }), [drew(0, 1)])).toEqual({
      from: "stock",
      places: [0],
    });
    const equal = coming(["4", "9"], view({ hand: ["9", "9"] }), [drew(0, 1)]);
    expect(equal).toEqual({ from: "stock", places: [1] });
  });
  it("is a card that somebody else gave, from their seat", () => {
    const given = coming(["4", "9"], view({ hand: ["4", "9", "D"] }), [told(3, 1, "story.heap")]);
    expect(given).toEqual({ from: "seat 1", places: [2] });
  });
  it("is nothing when others play", () => {
    expect(coming(["4", "9"], view(), [drew(1, 1)])).toEqual({ from: "seat 1", places: [] });
  });
});
