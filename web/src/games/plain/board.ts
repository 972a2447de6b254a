// A board of which nothing is known but its names and values: the cards in it, and the facts.

import type { Board } from "../kit";

/** One thing on the board: cards to be drawn, or a text. */
export interface BoardItem {
  name: string;
  cards: string[];
  text: string;
}

const texts = (what: unknown): what is string[] =>
  Array.isArray(what) && what.every((one) => typeof one === "string");

const item = (name: string, cards: string[], text = ""): BoardItem => ({ name, cards, text });

/** Everything on the board in its order; `isCard` tells a single card from a word. Open hands lie elsewhere. */
export function itemsOf(board: Board, isCard: (text: string) => boolean): BoardItem[] {
  return Object.entries(board)
    .filter(([name]) => name !== "hands")
    .flatMap(([name, value]) => {
      if (texts(value)) return value.length ? [item(name, value)] : [];
      if (Array.isArray(value)) return value.filter(texts).map((cards) => item(name, cards));
      if (typeof value === "string" && isCard(value)) return [item(name, [value])];
      if (typeof value === "string" || typeof value === "number")
        return value === "" ? [] : [item(name, [], String(value).replace(/^-/, "−"))];
      return value === true ? [item(name, [], "✓")] : [];
    });
}
