// The score sheet of Pig 10: the cards that each player won in each game.

import { arePlayers, areRows, noNames, parsed, replaced, sized } from "../../pad";

export interface Pig10Sheet {
  names: string[];
  games: number[][];
}

export const MOST_GAMES = 20;
const MOST_CARDS = 999;

export const freshSheet = (names: string[] = noNames()): Pig10Sheet => ({
  names,
  games: [names.map(() => 0)],
});

export const withPlayers = (sheet: Pig10Sheet, players: number): Pig10Sheet => ({
  names: sized(sheet.names, players, () => ""),
  games: sheet.games.map((row) => sized(row, players, () => 0)),
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
  const won = Math.max(0, Math.min(MOST_CARDS, (row[seat] ?? 0) + more));
  return { ...sheet, games: replaced(sheet.games, game, replaced(row, seat, won)) };
}

/** Whether anything but names stands there. */
export const isWritten = ({ games }: Pig10Sheet): boolean =>
  games.length > 1 || games.some((row) => row.some((n) => n > 0));

export function readSheet(text: string | null): Pig10Sheet {
  const { names, games } = parsed(text);
  const good = (one: unknown): one is number => Number.isInteger(one) && (one as number) >= 0;
  return arePlayers(names) && areRows(games, names.length, MOST_GAMES, good)
    ? { names, games }
    : freshSheet();
}
