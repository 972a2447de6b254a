// What this device remembers of puzzles: which are solved, and on which days the one of the day was.

import { keep, kept } from "./keep";

export const HARDEST = 5;
const DAYS_KEPT = 400;

function list<T>(name: string, fits: (item: unknown) => item is T): T[] {
  try {
    const found: unknown = JSON.parse(kept(name) ?? "[]");
    return Array.isArray(found) ? found.filter(fits) : [];
  } catch {
    return [];
  }
}

const isNumber = (item: unknown): item is number => Number.isInteger(item);
const isDay = (item: unknown): item is string => typeof item === "string" && /^\d{4}-\d\d-\d\d$/.test(item);

export const solved = (game: string): Set<number> => new Set(list(`puzzles.${game}`, isNumber));
export const days = (): string[] => list("puzzles.days", isDay);

/** Write down that a puzzle is solved; with a day, that it was the one of that day. */
export function keepSolved(game: string, number: number, day = ""): void {
  const all = solved(game).add(number);
  keep(`puzzles.${game}`, JSON.stringify([...all].sort((a, b) => a - b)));
  if (!day) return;
  keep("puzzles.days", JSON.stringify([...new Set([...days(), day])].sort().slice(-DAYS_KEPT)));
  keep(`puzzles.${game}.day`, day);
}

/** Whether the puzzle of this day is solved. */
export const solvedOn = (game: string, day: string): boolean => kept(`puzzles.${game}.day`) === day;

/** A day as the rules write it, where this device is. */
export function dayOf(now: Date): string {
  const two = (n: number) => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Noon, so that no change of the clocks makes it another day. */
export const dateOf = (day: string): Date => new Date(`${day}T12:00:00`);

function dayBefore(day: string): string {
  const date = dateOf(day);
  date.setDate(date.getDate() - 1);
  return dayOf(date);
}

/** How many days in a row, up to today; a row that ended yesterday can still go on. */
export function streak(all: string[], today: string): number {
  const done = new Set(all);
  let day = done.has(today) ? today : dayBefore(today);
  let n = 0;
  for (; done.has(day); day = dayBefore(day)) n += 1;
  return n;
}

/** The numbers of a grade: they go on from grade to grade. */
export function numbersOf(grades: number[], grade: number): number[] {
  const before = grades.slice(0, grade - 1).reduce((sum, many) => sum + many, 0);
  return Array.from({ length: grades[grade - 1] ?? 0 }, (_, n) => before + n + 1);
}

/** The next one of a grade that is not solved, after a given one and then from the start; 0 if there is none. */
export function nextOf(grades: number[], grade: number, done: Set<number>, after = 0): number {
  const open = numbersOf(grades, grade).filter((number) => !done.has(number) && number !== after);
  return open.find((number) => number > after) ?? open[0] ?? 0;
}

/** The easiest grade from this one on that has a puzzle left; 0 if none has. */
export function nextGrade(grades: number[], from: number, done: Set<number>): number {
  const order = [...Array(HARDEST).keys()].map((n) => ((from - 1 + n) % HARDEST) + 1);
  return order.find((grade) => nextOf(grades, grade, done)) ?? 0;
}
