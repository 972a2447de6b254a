// A score pad for people with the real cards: sheets that are never changed, only written anew, and what they add up to.

import type { Choice, Offered } from "./wire";

export type Cards = string[];

/** Un, deux, truie: what each player still held after each round; nothing yet is null. */
export interface TruieSheet {
  names: string[];
  rounds: (Cards | null)[][];
}

/** Pig 10: the cards that each player won in each game. */
export interface Pig10Sheet {
  names: string[];
  games: number[][];
}

/** A situation at a real table. `value` is -1 on an empty middle. */
export interface Situation {
  game: "pig10" | "truie";
  value: number;
  last: string;
  top: number;
  demand: "" | "F" | "H";
  hands: { pig10: Cards; truie: Cards };
}

export const MOST_ROUNDS = 10;
export const MOST_GAMES = 20;
const USUAL_ROUNDS = 4;
const USUAL_PLAYERS = 3;
const LEAST_PLAYERS = 2;
const MOST_PLAYERS = 8;
const MOST_OF_A_KIND = 15; // what a bag can hold, where nobody says how many there are
const MOST_IN_HAND = 40; // what one question may ask
const LONGEST_NAME = 20;
const NAMES = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "F", "H", "L", "D"];

export const range = (least: number, most: number) =>
  Array.from({ length: Math.max(0, most - least + 1) }, (_, n) => least + n);

const sized = <T>(list: T[], many: number, fresh: (n: number) => T): T[] =>
  Array.from({ length: many }, (_, n) => (n < list.length ? list[n]! : fresh(n)));

const replaced = <T>(list: T[], at: number, item: T): T[] => list.map((old, n) => (n === at ? item : old));

// Cards

/** The cards of a game: those that have a name. */
export const cardsOf = (game: string, named: (key: string) => boolean): Cards =>
  NAMES.filter((card) => named(`${game}.card.${card}`));

export const copies = (offered: Offered | undefined, card: string) => offered?.deck[card] ?? MOST_OF_A_KIND;

export const seatsOf = (offered: Offered | undefined) => offered?.seats ?? range(LEAST_PLAYERS, MOST_PLAYERS);

export const many = (cards: Cards, card: string) => cards.filter((one) => one === card).length;

/** In the order of the pack, so that one hand is written in one way. */
export const sorted = (cards: Cards): Cards => [...cards].sort((a, b) => NAMES.indexOf(a) - NAMES.indexOf(b));

export function withCard(cards: Cards, card: string, most: number): Cards {
  return many(cards, card) >= most || cards.length >= MOST_IN_HAND ? cards : sorted([...cards, card]);
}

export function withoutCard(cards: Cards, card: string): Cards {
  const at = cards.lastIndexOf(card);
  return at < 0 ? cards : cards.toSpliced(at, 1);
}

// Sheets

export const freshTruie = (names: string[] = Array<string>(USUAL_PLAYERS).fill("")): TruieSheet => ({
  names,
  rounds: range(1, USUAL_ROUNDS).map(() => names.map(() => null)),
});

export const freshPig10 = (names: string[] = Array<string>(USUAL_PLAYERS).fill("")): Pig10Sheet => ({
  names,
  games: [names.map(() => 0)],
});

export const freshSituation = (): Situation => ({
  game: "pig10",
  value: -1,
  last: "",
  top: 5,
  demand: "",
  hands: { pig10: [], truie: [] },
});

export const renamed = <T extends { names: string[] }>(sheet: T, at: number, name: string): T => ({
  ...sheet,
  names: replaced(sheet.names, at, name.slice(0, LONGEST_NAME)),
});

export function withPlayers<T extends TruieSheet | Pig10Sheet>(sheet: T, players: number): T {
  const names = sized(sheet.names, players, () => "");
  if ("games" in sheet)
    return { ...sheet, names, games: sheet.games.map((row) => sized(row, players, () => 0)) };
  return { ...sheet, names, rounds: sheet.rounds.map((row) => sized(row, players, () => null)) };
}

export const withRounds = (sheet: TruieSheet, rounds: number): TruieSheet => ({
  ...sheet,
  rounds: sized(sheet.rounds, rounds, () => sheet.names.map(() => null)),
});

export const withHand = (sheet: TruieSheet, round: number, seat: number, hand: Cards | null): TruieSheet => ({
  ...sheet,
  rounds: replaced(sheet.rounds, round, replaced(sheet.rounds[round] ?? [], seat, hand)),
});

export const withGame = (sheet: Pig10Sheet): Pig10Sheet => ({
  ...sheet,
  games: [...sheet.games, sheet.names.map(() => 0)],
});

export const withoutGame = (sheet: Pig10Sheet, game: number): Pig10Sheet => ({
  ...sheet,
  games: sheet.games.toSpliced(game, 1),
});

export function withWon(sheet: Pig10Sheet, game: number, seat: number, more: number): Pig10Sheet {
  const row = sheet.games[game] ?? [];
  const won = Math.max(0, Math.min(999, (row[seat] ?? 0) + more));
  return { ...sheet, games: replaced(sheet.games, game, replaced(row, seat, won)) };
}

/** Whether anything but names stands there. */
export const written = (sheet: TruieSheet | Pig10Sheet): boolean =>
  "games" in sheet
    ? sheet.games.length > 1 || sheet.games.some((row) => row.some((n) => n > 0))
    : sheet.rounds.some((row) => row.some((hand) => hand !== null));

/** Old numbers with the names of now: a step back takes no name away. */
export const withNamesOf = <T extends { names: string[] }>(old: T, now: T): T => ({
  ...old,
  names: sized(now.names, old.names.length, (n) => old.names[n] ?? ""),
});

/** The first hand in which two sheets differ. */
export function changed(a: TruieSheet, b: TruieSheet): { round: number; seat: number } | null {
  for (const [round, row] of b.rounds.entries())
    for (const [seat, hand] of row.entries()) if (a.rounds[round]?.[seat] !== hand) return { round, seat };
  return null;
}

/** The next hand to be written down after this one: round by round, player by player, and round again. */
export function nextEmpty(
  sheet: TruieSheet,
  round: number,
  seat: number,
): { round: number; seat: number } | null {
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

export type Points = Record<string, number>; // what hands are worth, as the rules have said

export const keyOf = (hand: Cards) => hand.join(",");

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

export const totals = (rows: (number | undefined)[][], players: number): number[] =>
  range(0, players - 1).map((seat) => rows.reduce((sum, row) => sum + (row[seat] ?? 0), 0));

/** The best of these, and whose they are. */
export function leaders(scores: number[]): { best: number; seats: number[] } {
  const best = Math.max(...scores);
  return { best, seats: scores.flatMap((n, seat) => (n === best ? [seat] : [])) };
}

// What a hand may do

export interface Ways {
  card: string;
  names: number[]; // numbers that a lucky pig may be given
  alone: Choice[];
  sums: Choice[];
}

/** For each kind of card in the hand the moves that lay it. Sums with a lucky pig are the lucky pig's; heaps hang on others. */
export function waysOf(hand: Cards, moves: Choice[]): Ways[] {
  const here = moves.filter((move) => !move.move.includes(">"));
  return [...new Set(hand)].map((card) => {
    const mine = here.filter(({ cards }) => cards.includes(card) && (card === "L" || !cards.includes("L")));
    const named = mine.filter(({ label: [key] }) => key === "table.name");
    return {
      card,
      names: named.map(({ label }) => Number(label[1].n)),
      alone: mine.filter((move) => move.cards.length === 1 && !named.includes(move)),
      sums: mine.filter((move) => move.cards.length > 1),
    };
  });
}

// Reading what this device kept: anything that is not a sheet is no sheet

const texts = (what: unknown): what is string[] =>
  Array.isArray(what) && what.every((one) => typeof one === "string");

const hand = (what: unknown): what is Cards =>
  texts(what) && what.length <= MOST_IN_HAND && what.every((card) => NAMES.includes(card));

const players = (names: unknown): names is string[] =>
  texts(names) && names.length >= LEAST_PLAYERS && names.length <= MOST_PLAYERS;

function rows<T>(what: unknown, wide: number, most: number, good: (one: unknown) => one is T): what is T[][] {
  if (!Array.isArray(what) || !what.length || what.length > most) return false;
  return what.every((row) => Array.isArray(row) && row.length === wide && row.every(good));
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? "null")) as Record<string, unknown>;
  } catch {
    return {};
  }
}

export function readTruie(text: string | null): TruieSheet {
  const { names, rounds } = parsed(text);
  const good = (one: unknown): one is Cards | null => one === null || hand(one);
  return players(names) && rows(rounds, names.length, MOST_ROUNDS, good) ? { names, rounds } : freshTruie();
}

export function readPig10(text: string | null): Pig10Sheet {
  const { names, games } = parsed(text);
  const good = (one: unknown): one is number => Number.isInteger(one) && (one as number) >= 0;
  return players(names) && rows(games, names.length, MOST_GAMES, good) ? { names, games } : freshPig10();
}

export function readSituation(text: string | null): Situation {
  const { game, value, last, top, demand, hands } = parsed(text) as Partial<Situation>;
  const whole = (n: unknown, least: number, most: number) =>
    Number.isInteger(n) && (n as number) >= least && (n as number) <= most;
  const good =
    (game === "pig10" || game === "truie") &&
    whole(value, -1, 9) &&
    whole(top, 1, 10) &&
    (last === "" || hand([last])) &&
    (demand === "" || demand === "F" || demand === "H") &&
    hand(hands?.pig10) &&
    hand(hands?.truie);
  return good ? ({ game, value, last, top, demand, hands } as Situation) : freshSituation();
}

export function readPoints(text: string | null): Points {
  const found = parsed(text);
  return Object.fromEntries(Object.entries(found).filter(([, n]) => Number.isInteger(n))) as Points;
}
