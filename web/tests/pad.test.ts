import { describe, expect, test } from "vitest";
import type { PadParts } from "../src/games/kit";
import * as pad from "../src/pad";
import { use } from "../src/words.svelte";
import { move, offering } from "./views";

const PACK = ["1", "2", "7", "10", "F", "D"];
const offered = offering({ seats: [2, 3, 4, 5, 6], deck: { "7": 2, D: 3 } });

describe("cards", () => {
  test("are added in the order of the pack, and not more than there are", () => {
    const hand = ["D", "7", "10", "F", "2"].reduce<string[]>(
      (cards, card) => pad.withCard(cards, card, 9, PACK),
      [],
    );
    expect(hand).toEqual(["2", "7", "10", "F", "D"]);
    expect(pad.withCard(hand, "7", 1, PACK)).toBe(hand);
    const full = Array<string>(40).fill("1");
    expect(pad.withCard(full, "2", 9, PACK)).toBe(full);
  });

  test("of a kind are taken away one by one; one that is not there changes nothing", () => {
    const hand = ["2", "7", "7"];
    expect(pad.withoutCard(hand, "7")).toEqual(["2", "7"]);
    expect(pad.withoutCard(hand, "9")).toBe(hand);
    expect(hand).toEqual(["2", "7", "7"]);
  });

  test("are as many as the server says; without it nearly everything goes", () => {
    expect(pad.copies(offered, "7")).toBe(2);
    expect(pad.copies(undefined, "7")).toBe(15);
    expect(pad.seatsOf(offered)).toEqual([2, 3, 4, 5, 6]);
    expect(pad.seatsOf(undefined)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });
});

describe("names", () => {
  const sheet = { names: ["Anna", "Ben", "Cleo"] };

  test("are cut, not refused", () => {
    expect(pad.renamed(sheet, 1, "x".repeat(30)).names[1]).toBe("x".repeat(20));
  });

  test("of now stay after a step back", () => {
    const then = { names: [...sheet.names, ""] };
    expect(pad.withNamesOf(then, pad.renamed(sheet, 0, "Zoé")).names).toEqual(["Zoé", "Ben", "Cleo", ""]);
  });
});

test("whoever has most leads, and equals lead together", () => {
  expect(pad.leaders([-14, 0, -12])).toEqual({ best: 0, seats: [1] });
  expect(pad.leaders([3, 5, 5])).toEqual({ best: 5, seats: [1, 2] });
});

test("each kind of card is told once, with its ways or why it has none", () => {
  use("en", { "table.call": "{text}", no: "Not now" });
  const moves = [move("say 7", "7"), move("say 3", "7"), move("draw")];
  expect(pad.answersOf(["7", "7", "2"], { moves, why: { "2": ["no", {}] } })).toEqual([
    { card: "7", ways: ["say 7", "say 3"], more: [], why: "" },
    { card: "2", ways: [], more: [], why: "Not now" },
  ]);
});

describe("real tables that were kept", () => {
  const parts = (cards: string[]) =>
    ({
      cards,
      read: (kept) => (Object(kept).n === 1 ? { n: 1 } : { n: 0 }),
    }) as Partial<PadParts> as PadParts;
  const pads = new Map([
    ["one", parts(["1", "2"])],
    ["two", parts(["X"])],
  ]);
  const fresh = { game: "one", hands: { one: [], two: [] }, tables: { one: { n: 0 }, two: { n: 0 } } };

  test("are read as they were written", () => {
    const kept = { game: "two", hands: { one: ["2"], two: ["X"] }, tables: { one: { n: 1 }, two: { n: 1 } } };
    expect(pad.readTables(JSON.stringify(kept), pads)).toEqual(kept);
  });

  test.each([null, "", "{", "null", "7", "[]", `{"game": "chess", "hands": 3, "tables": {"one": "x"}}`])(
    "%s is none, and fresh ones are taken",
    (text) => {
      expect(pad.readTables(text, pads)).toEqual(fresh);
    },
  );

  test("keep the good hand where another is spoilt", () => {
    expect(pad.readTables(`{"hands": {"one": ["2"], "two": ["1"]}}`, pads).hands).toEqual({
      one: ["2"],
      two: [],
    });
  });
});
