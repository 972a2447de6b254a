// What a card is called by whoever listens: its full name, with the word that is printed on it.

import { has, say } from "./words.svelte";

export function cardName(game: string, card: string): string {
  const [name, key] = [say(`${game}.card.${card}`), `${game}.name.${card}`];
  if (!has(key)) return name;
  if (Number(card) >= 0) return `${card} ${say(key)}`;
  return name.split(/[\s-]/).includes(say(key)) ? name : `${say(key)}, ${name}`;
}
