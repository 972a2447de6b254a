// The pages of rules of a game: chapters of parts, with small scenes as examples.

import type { Said } from "../wire";

export interface Guide {
  time: string; // the sentence that says how long a game takes
  chapters: Chapter[];
}

export interface Chapter {
  id: string;
  title: string;
  deck?: true; // begins with every card, and how many there are of each
  parts: Part[];
}

/** A few sentences under a heading, with the picture of a card and examples where there are any. */
export interface Part {
  title?: string;
  card?: string;
  text?: string[];
  steps?: string[];
  list?: string[];
  span?: string; // the option whose least and most values stand in the list
  examples?: Example[];
  worth?: { title: string; rows: [cards: string[], key: string, points: string][] };
  more?: string[]; // sentences after the list and the examples
  rulings?: Ruling[];
}

/** A note: where the leaflet is silent or can be read in two ways, how it is played here. */
export interface Ruling {
  text: string;
  option?: string; // the house rule that changes it: the sentence names it
}

/** A small scene: what lies there, what is laid or left, what may be said. */
export interface Example {
  on?: string[]; // without it, nothing of the table is seen
  value?: number; // of what lies there, where it has one
  lay: string[];
  named?: Record<string, number>; // the numbers that cards were given
  words: Said[]; // the scene for those who listen
  says: (string | Said)[]; // one or the other
  beside?: { picture: string; many: number }; // a row of pictures before what is said
}

/** A sentence with cards in it. */
export const cardsSaid = (
  key: string,
  game: string,
  cards: string[],
  values: Record<string, unknown> = {},
  name = "cards",
): Said => [
  key,
  { [name]: ["list.and", { items: cards.map((card) => [`${game}.card.${card}`, {}]) }], ...values },
];
