// The games these pages know, in the order they are shown; any other is drawn plainly.

import type { GameKit, PadParts, TableParts } from "./kit";
import { pig10 } from "./pig10/kit";
import { plain } from "./plain/kit";
import { truie } from "./truie/kit";

const KNOWN = [pig10, truie];
const PADS = [truie, pig10];
const kits = new Map<string, GameKit>(KNOWN.map((kit) => [kit.name, kit]));
const tables = new Map<string, Promise<TableParts>>();

/** The names of the games these pages know. */
export const known: readonly string[] = KNOWN.map(({ name }) => name);

/** Whether the engine of this device and these pages know a game; others are plug-ins of the server. */
export const isKnown = (game: string) => known.includes(game);

export function kitOf(game: string): GameKit {
  const kit = kits.get(game) ?? plain(game);
  kits.set(game, kit);
  return kit;
}

/** What a table of this game is drawn with; loaded once. */
export function tableParts(game: string): Promise<TableParts> {
  const parts = tables.get(game) ?? kitOf(game).table();
  tables.set(game, parts);
  parts.catch(() => tables.delete(game));
  return parts;
}

/** Known games first, in their order, then all others. */
export const inOrder = (games: readonly string[]): string[] => [
  ...known.filter((game) => games.includes(game)),
  ...games.filter((game) => !isKnown(game)),
];

/** The games that have a score pad, the one that is asked for most first. */
export const padNames: readonly string[] = PADS.map(({ name }) => name);

/** All score pads, in the order of the games. */
export async function loadPads(): Promise<ReadonlyMap<string, PadParts>> {
  const kits = KNOWN.filter(({ name }) => padNames.includes(name));
  const parts = await Promise.all(kits.map((kit) => kit.pad?.()));
  return new Map(kits.flatMap(({ name }, n) => (parts[n] ? [[name, parts[n]]] : [])));
}
