import { beforeEach, expect, it } from "vitest";
import * as puzzles from "../src/puzzles";

const GRADES = [3, 2, 0, 1, 1];
beforeEach(() => localStorage.clear());

it("remembers what is solved, each game for itself", () => {
  puzzles.keepSolved("pig10", 7);
  puzzles.keepSolved("pig10", 7);
  puzzles.keepSolved("truie", 2, "2026-03-14");
  expect([...puzzles.solved("pig10")]).toEqual([7]);
  expect([...puzzles.solved("truie")]).toEqual([2]);
  expect(puzzles.days()).toEqual(["2026-03-14"]);
});

it("takes whatever else is kept there for nothing", () => {
  localStorage.setItem("piggery.puzzles.pig10", '{"oink": 1}');
  localStorage.setItem("piggery.puzzles.days", '["yesterday", 3, "2026-03-14"]');
  expect([...puzzles.solved("pig10")]).toEqual([]);
  expect(puzzles.days()).toEqual(["2026-03-14"]);
});

it("writes a day as it is where the device is", () => {
  expect(puzzles.dayOf(new Date(2026, 2, 4, 23, 59))).toBe("2026-03-04");
  expect(puzzles.dayOf(puzzles.dateOf("2026-03-29"))).toBe("2026-03-29");
});

it("counts days in a row, over the end of a month, and lets yesterday's row live", () => {
  const days = ["2026-02-27", "2026-02-28", "2026-03-01", "2025-03-02"];
  expect(puzzles.streak(days, "2026-03-01")).toBe(3);
  expect(puzzles.streak(days, "2026-03-02")).toBe(3);
  expect(puzzles.streak(days, "2026-03-03")).toBe(0);
});

it("finds the numbers of a grade", () => {
  expect(puzzles.numbersOf(GRADES, 1)).toEqual([1, 2, 3]);
  expect(puzzles.numbersOf(GRADES, 2)).toEqual([4, 5]);
  expect(puzzles.numbersOf(GRADES, 3)).toEqual([]);
  expect(puzzles.numbersOf(GRADES, 5)).toEqual([7]);
});

it("goes on to the next that is open, round the grade, and says when there is none", () => {
  expect(puzzles.nextOf(GRADES, 1, new Set([1]))).toBe(2);
  expect(puzzles.nextOf(GRADES, 1, new Set([3]), 3)).toBe(1);
  expect(puzzles.nextOf(GRADES, 1, new Set([1, 2]), 3)).toBe(0);
  expect(puzzles.nextGrade(GRADES, 2, new Set([4, 5]))).toBe(4);
  expect(puzzles.nextGrade(GRADES, 5, new Set([7]))).toBe(1);
  expect(puzzles.nextGrade(GRADES, 1, new Set([1, 2, 3, 4, 5, 6, 7]))).toBe(0);
});
