import { describe, expect, test } from "vitest";
import { CARDS } from "../src/games/pig10/board";
import * as sheets from "../src/games/pig10/sheet";
import { question, read } from "../src/games/pig10/situation";
import { heard } from "../src/games/pig10/table";
import { kitOf } from "../src/games";
import { told } from "./views";

const sheet = () => sheets.freshSheet(["Anna", "Ben", "Cleo"]);

describe("a card of Pig 10", () => {
  const look = (card: string) => kitOf("pig10").look(card, 0);

  test("is a pig with its number, but for frog and pigmaid", () => {
    expect(look("7")).toEqual({ corner: "7", picture: "pig-7", dots: 7, special: false });
    expect(look("0")).toEqual({ corner: "0", picture: "frog", dots: 0, special: true });
    expect(look("5")).toEqual({ corner: "5", picture: "pigmaid", dots: 5, special: true });
  });

  test("is one of eleven", () => {
    expect(CARDS).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
  });
});

test("every call is said aloud, with a shout at ten and beyond", () => {
  const call = (value: number) => heard({ ...told(1, 0), value });
  expect(call(0)).toEqual({ words: ["0"] });
  expect(call(10)).toEqual({ effect: "ten", words: ["ten"] });
  expect(call(15)).toEqual({ effect: "over", words: ["15", "over"] });
});

describe("the sheet", () => {
  test("has nothing written on it at first", () => {
    expect(sheets.isWritten(sheet())).toBe(false);
    expect(sheets.isWritten(sheets.withWon(sheet(), 0, 1, 1))).toBe(true);
    expect(sheets.isWritten(sheets.withGame(sheet()))).toBe(true);
  });

  test("has players who come and go at the end, with their numbers", () => {
    expect(sheets.withPlayers(sheets.withWon(sheet(), 0, 0, 5), 4).games).toEqual([[5, 0, 0, 0]]);
    expect(sheets.withPlayers(sheet(), 2).names).toEqual(["Anna", "Ben"]);
  });

  test("never shows fewer cards won than none", () => {
    expect(sheets.withWon(sheet(), 0, 0, -1).games).toEqual([[0, 0, 0]]);
    expect(sheets.withWon(sheet(), 0, 0, 12).games).toEqual([[12, 0, 0]]);
  });

  test("lets a game be taken out of the middle", () => {
    const three = sheets.withGame(sheets.withGame(sheets.withWon(sheet(), 0, 0, 4)));
    expect(sheets.withoutGame(sheets.withWon(three, 1, 1, 9), 1).games).toEqual([
      [4, 0, 0],
      [0, 0, 0],
    ]);
  });

  test("is read as it was written", () => {
    const games = sheets.withGame(sheets.withWon(sheet(), 0, 1, 4));
    expect(sheets.readSheet(JSON.stringify(games))).toEqual(games);
  });

  test.each([
    null,
    "",
    "{",
    "null",
    "7",
    "[]",
    `{"names": ["a"], "games": [[0]]}`,
    `{"names": ["a", "b"], "games": []}`,
    `{"names": ["a", "b"], "games": [[0]]}`,
    `{"names": ["a", "b"], "games": [[0, -1]]}`,
    `{"names": ["a", 2], "games": [[0, 0]]}`,
  ])("%s is no sheet, and a fresh one is taken", (text) => {
    expect(sheets.readSheet(text)).toEqual(sheets.freshSheet());
  });
});

describe("a real pile", () => {
  test("is asked about when its last card is known, or when there is none", () => {
    expect(question({ value: -1, last: "4" })).toEqual({ value: 0, last: "" });
    expect(question({ value: 6, last: "" })).toBeNull();
    expect(question({ value: 6, last: "4" })).toEqual({ value: 6, last: "4" });
  });

  test("is read as it was kept, or is empty", () => {
    expect(read({ value: 6, last: "4" })).toEqual({ value: 6, last: "4" });
    for (const kept of [undefined, null, "x", { value: 99, last: "" }, { value: 3, last: "X" }])
      expect(read(kept)).toEqual({ value: -1, last: "" });
  });
});
