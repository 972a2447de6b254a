// The games that can be played here: as the server says; until it does, those these pages know.

import { inOrder, isKnown, known } from "./games";
import { hasRules } from "./names";
import { ask } from "./requests";
import type { GameOffer } from "./wire";

type OfferedGames = Record<string, GameOffer>;

let games = $state.raw<OfferedGames | null>(null);
let asking: Promise<OfferedGames> | null = null;

/** Ask the server, once; true when it has answered. */
export async function askOffered(): Promise<boolean> {
  asking ??= ask<OfferedGames>(`/api/games?v=${document.documentElement.dataset.version ?? ""}`);
  try {
    games = await asking;
  } catch {
    asking = null; // it may be asked again
  }
  return games !== null;
}

/** For tests: these are offered. */
export function offer(found: OfferedGames | null): void {
  games = found;
}

/** What the server says of a game; nothing until it has answered. */
export const offered = (game: string): GameOffer | undefined =>
  games && Object.hasOwn(games, game) ? games[game] : undefined;

/** Every game there is, in the order they are shown. */
export const gameNames = (): string[] => inOrder(games ? Object.keys(games) : known);

/** Whether there is no such game. */
export const isMissing = (game: string) => games !== null && !offered(game);

/** Whether a game has lessons, puzzles or a guide. */
export const hasPart = (game: string, part: "lesson" | "puzzles" | "guide") =>
  offered(game)?.[part] ?? isKnown(game);

/** Whether there are rules to be read. */
export const rulesShown = (game: string) => hasPart(game, "guide") || hasRules(game);
