import { beforeEach, expect, it } from "vitest";
import * as keep from "../src/keep";

const DONE = { number: 1, game: "pig10", names: ["Ada", "Rosa"], scores: [40, 38], you: 0, at: 1 };
beforeEach(() => localStorage.clear());

it("remembers tables, the latest first", () => {
  keep.keepTable("AAAAAA", { token: "x", game: "pig10" });
  localStorage.setItem(
    "piggery.table.BBBBBB",
    JSON.stringify({ code: "BBBBBB", here: true, at: Date.now() + 9 }),
  );
  expect(keep.tables().map(({ code }) => code)).toEqual(["BBBBBB", "AAAAAA"]);
});

it("forgets tables on a server after a month, never those of this device", () => {
  keep.keepTable("AAAAAA", { token: "x" });
  keep.keepTable("BBBBBB", { here: true });
  const later = Date.now() + 40 * 24 * 3600 * 1000;
  expect(keep.tables(later).map(({ code }) => code)).toEqual(["BBBBBB"]);
});

it("writes a finished game down once", () => {
  keep.keepDone("AAAAAA", DONE);
  keep.keepDone("AAAAAA", DONE);
  keep.keepDone("AAAAAA", { ...DONE, number: 2 });
  expect(keep.table("AAAAAA")?.done?.map(({ number }) => number)).toEqual([1, 2]);
});

it("goes on where nothing may be kept", () => {
  const closed = () => {
    throw new Error("forbidden");
  };
  expect(keep.kept("x", closed)).toBeNull();
  expect(() => keep.keep("x", "y", closed)).not.toThrow();
});

it("makes tokens that nobody guesses", () => {
  expect(keep.freshToken()).toMatch(/^[0-9a-f]{48}$/);
  expect(keep.freshToken()).not.toBe(keep.freshToken());
});
