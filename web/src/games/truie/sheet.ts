// The score sheet of Un, deux, truie: what each player still held after each round, and what that is worth.

import { arePlayers, areRows, isHand, noNames, parsed, range, replaced, sized, type Cards } from "../../pad";
import { CARDS } from "./board";

/** A hand is null until it is written down. */
export interface TruieSheet {
  names: string[];
  rounds: (Cards | null)[][];
}

/** What hands are worth, as the rules have said. */
export type Points = Record<string, number>;

type Place = { round: number; seat: number };

export const MOST_ROUNDS = 10;
const USUAL_ROUNDS = 4;

export const freshSheet = (names: string[] = noNames()): TruieSheet => ({
  names,
  rounds: range(1, USUAL_ROUNDS).map(() => names.map(() => null)),
});

export const withPlayers = (sheet: TruieSheet, players: number): TruieSheet => ({
  names: sized(sheet.names, players, () => ""),
  rounds: sheet.rounds.map((row) => sized(row, players, () => null)),
});

export const withRounds = (sheet: TruieSheet, rounds: number): TruieSheet => ({
  ...sheet,
  rounds: sized(sheet.rounds, rounds, () => sheet.names.map(() => null)),
});

export const withHand = (sheet: TruieSheet, round: number, seat: number, hand: Cards | null): TruieSheet => ({
  ...sheet,
  rounds: replaced(sheet.rounds, round, replaced(sheet.rounds[round] ?? [], seat, hand)),
});

/** Whether anything but names stands there. */
export const isWritten = ({ rounds }: TruieSheet): boolean =>
  rounds.some((row) => row.some((hand) => hand !== null));

/** The first hand in which two sheets differ. */
export function changed(a: TruieSheet, b: TruieSheet): Place | null {
  for (const [round, row] of b.rounds.entries())
    for (const [seat, hand] of row.entries()) if (a.rounds[round]?.[seat] !== hand) return { round, seat };
  return null;
}

/** The next hand to be written down after this one: round by round, player by player, and round again. */
export function nextEmpty(sheet: TruieSheet, round: number, seat: number): Place | null {
  const players = sheet.names.length;
  const all = sheet.rounds.length * players;
  for (let step = 1; step <= all; step += 1) {
    const at = (round * players + seat + step) % all;
    const place = { round: Math.floor(at / players), seat: at % players };
    if (sheet.rounds[place.round]?.[place.seat] === null) return place;
  }
  return null;
}

// Adding up

const keyOf = (hand: Cards) => hand.join(",");

/** Hands of the sheet of which nobody has said yet what they are worth, at most as many as one question may ask. */
export function uncounted(sheet: TruieSheet, points: Points, most = 8): Cards[] {
  const hands = new Map<string, Cards>();
  for (const hand of sheet.rounds.flat()) if (hand && !(keyOf(hand) in points)) hands.set(keyOf(hand), hand);
  return [...hands.values()].slice(0, most);
}

export const withPoints = (points: Points, hands: Cards[], counted: number[]): Points => ({
  ...points,
  ...Object.fromEntries(hands.map((hand, n) => [keyOf(hand), counted[n] ?? 0])),
});

/** The points of each hand, round by round; undefined where there is nothing yet. */
export const pointsOf = (sheet: TruieSheet, points: Points): (number | undefined)[][] =>
  sheet.rounds.map((row) => row.map((hand) => (hand ? points[keyOf(hand)] : undefined)));

/** Rounds in which everybody has points. */
export const complete = (rows: (number | undefined)[][]): number[][] =>
  rows.filter((row): row is number[] => row.every((n) => n !== undefined));

// Reading what this device kept

export function readSheet(text: string | null): TruieSheet {
  const { names, rounds } = parsed(text);
  const good = (one: unknown): one is Cards | null => one === null || isHand(one, CARDS);
  return arePlayers(names) && areRows(rounds, names.length, MOST_ROUNDS, good)
    ? { names, rounds }
    : freshSheet();
}

export function readPoints(text: string | null): Points {
  const found = parsed(text);
  return Object.fromEntries(Object.entries(found).filter(([, n]) => Number.isInteger(n))) as Points;
}
