// What the news say about cards that move: who drew, whether a round was dealt, what has come into a hand.

import type { PlyStory, View } from "./wire";

const DRAWS = /^story\.draws/;
const ROUND_OVER = "story.round_over";

/** How many cards were drawn in a ply by whoever made it. */
export function draws({ lines }: PlyStory): number {
  const found = lines.find(([key]) => DRAWS.test(key));
  return found ? Number(found[1].n ?? 1) : 0;
}

/** Whether a round was dealt in a ply: the first one, or another after the last. */
export function deals({ seat, lines }: PlyStory): boolean {
  const over = seat < 0 ? 0 : lines.findIndex(([key]) => key === ROUND_OVER);
  return over >= 0 && lines.slice(over).some(([key]) => DRAWS.test(key));
}

/** Where cards of a hand have come from, and which they are. */
export interface Coming {
  from: string; // the name of a place
  places: number[];
}

/** What has come into a hand with the newest view; `held` is what it was before. */
export function coming(held: string[], { hand, you }: View, news: PlyStory[]): Coming {
  const last = news.at(-1);
  if (!last) return { from: "", places: [] };
  if (news.some(deals)) return { from: "stock", places: hand.map((_, n) => n) };
  const own = news.filter(({ seat }) => seat === you);
  const known = without(
    held,
    own.flatMap(({ cards }) => cards),
  );
  return { from: own.some(draws) ? "stock" : `seat ${last.seat}`, places: added(known, hand) };
}

function without(cards: string[], gone: string[]): string[] {
  const rest = [...cards];
  for (const card of gone) if (rest.includes(card)) rest.splice(rest.indexOf(card), 1);
  return rest;
}

/** The places of the cards that were not there before; of equal ones the last. */
function added(before: string[], hand: string[]): number[] {
  const known = [...before];
  return hand.flatMap((card, n) => {
    const at = known.indexOf(card);
    if (at >= 0) known.splice(at, 1);
    return at < 0 ? [n] : [];
  });
}
