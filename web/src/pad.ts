// For people with the real cards: hands, names and sums on sheets that are never changed, only written again.

import type { CardAnswer, PadParts, Situation } from "./games/kit";
import type { HandAnswer, GameOffer } from "./wire";
import { say } from "./words.svelte";

export type Cards = string[];

/** The hand and the rest of a real table of each game, and the game that is looked at. */
export interface RealTables {
  game: string;
  hands: Record<string, Cards>;
  tables: Record<string, Situation>;
}

const USUAL_PLAYERS = 3;
const LEAST_PLAYERS = 2;
const MOST_PLAYERS = 8;
const MOST_OF_A_KIND = 15; // what a bag can hold, where nobody says how many there are
const MOST_IN_HAND = 40; // what one question may ask
const LONGEST_NAME = 20;

export const range = (least: number, most: number) =>
  Array.from({ length: Math.max(0, most - least + 1) }, (_, n) => least + n);

export const sized = <T>(list: T[], many: number, fresh: (n: number) => T): T[] =>
  Array.from({ length: many }, (_, n) => (n < list.length ? list[n]! : fresh(n)));

export const replaced = <T>(list: T[], at: number, item: T): T[] =>
  list.map((old, n) => (n === at ? item : old));

// Cards

export const copies = (offered: GameOffer | undefined, card: string) => offered?.deck[card] ?? MOST_OF_A_KIND;

export const seatsOf = (offered: GameOffer | undefined) =>
  offered?.seats ?? range(LEAST_PLAYERS, MOST_PLAYERS);

export const many = (cards: Cards, card: string) => cards.filter((one) => one === card).length;

/** In the order of the pack, so that one hand is written in one way. */
export const sorted = (cards: Cards, pack: readonly string[]): Cards =>
  [...cards].sort((a, b) => pack.indexOf(a) - pack.indexOf(b));

export function withCard(cards: Cards, card: string, most: number, pack: readonly string[]): Cards {
  return many(cards, card) >= most || cards.length >= MOST_IN_HAND ? cards : sorted([...cards, card], pack);
}

export function withoutCard(cards: Cards, card: string): Cards {
  const at = cards.lastIndexOf(card);
  return at < 0 ? cards : cards.toSpliced(at, 1);
}

// Names

export const noNames = (): string[] => Array<string>(USUAL_PLAYERS).fill("");

export const renamed = <T extends { names: string[] }>(sheet: T, at: number, name: string): T => ({
  ...sheet,
  names: replaced(sheet.names, at, name.slice(0, LONGEST_NAME)),
});

/** Old numbers with the names of now: a step back takes no name away. */
export const withNamesOf = <T extends { names: string[] }>(old: T, now: T): T => ({
  ...old,
  names: sized(now.names, old.names.length, (n) => old.names[n] ?? ""),
});

// Adding up

export const totals = (rows: (number | undefined)[][], players: number): number[] =>
  range(0, players - 1).map((seat) => rows.reduce((sum, row) => sum + (row[seat] ?? 0), 0));

/** The best of these, and whose they are. */
export function leaders(scores: number[]): { best: number; seats: number[] } {
  const best = Math.max(...scores);
  return { best, seats: scores.flatMap((n, seat) => (n === best ? [seat] : [])) };
}

// What a hand may do

/** For each kind of card in the hand the moves that lay it. */
export const answersOf = (hand: Cards, { moves, why }: HandAnswer): CardAnswer[] =>
  [...new Set(hand)].map((card) => ({
    card,
    ways: moves.filter(({ cards }) => cards.includes(card)).map(({ label }) => say(label)),
    more: [],
    why: why[card] ? say(why[card]) : "",
  }));

// Reading what this device kept: anything that is not a sheet is no sheet

const texts = (what: unknown): what is string[] =>
  Array.isArray(what) && what.every((one) => typeof one === "string");

export const isHand = (what: unknown, pack: readonly string[]): what is Cards =>
  texts(what) && what.length <= MOST_IN_HAND && what.every((card) => pack.includes(card));

export const arePlayers = (names: unknown): names is string[] =>
  texts(names) && names.length >= LEAST_PLAYERS && names.length <= MOST_PLAYERS;

export const isWhole = (n: unknown, least: number, most: number): n is number =>
  Number.isInteger(n) && (n as number) >= least && (n as number) <= most;

export function areRows<T>(
  what: unknown,
  wide: number,
  most: number,
  good: (one: unknown) => one is T,
): what is T[][] {
  if (!Array.isArray(what) || !what.length || what.length > most) return false;
  return what.every((row) => Array.isArray(row) && row.length === wide && row.every(good));
}

export const fieldsOf = (what: unknown) => Object(what) as Record<string, unknown>;

export function parsed(text: string | null): Record<string, unknown> {
  try {
    return fieldsOf(JSON.parse(text ?? "null"));
  } catch {
    return {};
  }
}

/** The real tables as they were kept; whatever is no such table is a fresh one. */
export function readTables(text: string | null, pads: ReadonlyMap<string, PadParts>): RealTables {
  const { game, hands, tables } = parsed(text);
  const [heldBefore, tablesBefore] = [fieldsOf(hands), fieldsOf(tables)];
  const names = [...pads.keys()];
  const each = <T>(make: (name: string, parts: PadParts) => T) =>
    Object.fromEntries([...pads].map(([name, parts]) => [name, make(name, parts)]));
  return {
    game: names.find((name) => name === game) ?? names[0] ?? "",
    hands: each((name, { cards }) => {
      const held = heldBefore[name];
      return isHand(held, cards) ? held : [];
    }),
    tables: each((name, { read }) => read(tablesBefore[name])),
  };
}
