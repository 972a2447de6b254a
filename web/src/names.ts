// What games, cards and scores are called. A plug-in may have no words for them: then their bare names stand there.

import type { Said } from "./wire";
import { has, say } from "./words.svelte";

const word = (key: string, bare: string) => (has(key) ? say(key) : bare);
const spaced = (name: string) => name.replaceAll("_", " ");

export const titleOf = (game: string) => word(`${game}.title`, spaced(game));

export const aboutOf = (game: string) => word(`${game}.about`, "");

/** A score as the game counts it: cards won, or points. */
export const scoreText = (game: string, n: number) =>
  has(`${game}.score`) ? say(`${game}.score`, { n }) : String(n).replace("-", "−");

export const hasCard = (game: string, card: string) => has(`${game}.card.${card}`);

/** A card in a sentence. */
export const cardText = (game: string, card: string) => word(`${game}.card.${card}`, card);

/** A card where it stands by itself: in the nominative, in a language that tells it from the accusative. */
export const cardLabel = (game: string, card: string) =>
  word(`${game}.nominative.${card}`, cardText(game, card));

/** The word that is printed on a card. */
export const cardWord = (game: string, card: string) => word(`${game}.name.${card}`, card);

/** What a card is called by whoever listens: its full name, with the word that is printed on it. */
export function cardName(game: string, card: string): string {
  const [name, key] = [cardLabel(game, card), `${game}.name.${card}`];
  if (!has(key)) return name;
  if (Number(card) >= 0) return `${card} ${say(key)}`;
  return name.split(/[\s-]/).includes(say(key)) ? name : `${say(key)}, ${name}`;
}

/** What a field of the board is called. */
export const fieldText = (game: string, field: string) => word(`${game}.board.${field}`, spaced(field));

/** Whether the catalogue has the rules of a game in short. */
export const hasRules = (game: string) => has(`rules.${game}.1`);

/** The rules of a game in short, as the catalogue has them; those of a table come with its view. */
export function rulesOf(game: string): Said[] {
  const found: Said[] = [];
  while (has(`rules.${game}.${found.length + 1}`)) found.push([`rules.${game}.${found.length + 1}`, {}]);
  return found;
}

/** The name of the time to react, in the game's own words where it has any. */
export const reactionText = (game: string) => word(`${game}.react_time`, say("page.react_time"));
