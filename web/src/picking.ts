// Which cards of the hand are lifted, and what can be done with them. It knows moves, not rules: those came with the view.

import type { Choice } from "./wire";

/** What a tap does: the places lifted now, a move to be played, or a card that cannot be. */
export type TapResult = { picked: number[]; play?: Choice; why?: string };

/** Whether `cards` holds everything in `part`. */
function holds(cards: readonly string[], part: readonly string[]): boolean {
  const left = [...cards];
  return part.every((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((card, n) => card === b[n]);

/** Moves that lay these cards and maybe more. */
export const open = (moves: Choice[], cards: string[]): Choice[] =>
  moves.filter((move) => move.cards.length && holds(move.cards, cards));

/** Moves that lay just these cards; in this order, where the order makes a difference. */
export function ways(moves: Choice[], cards: string[]): Choice[] {
  const exact = open(moves, cards).filter((move) => move.cards.length === cards.length);
  const ordered = exact.filter((move) => same(move.cards, cards));
  return ordered.length ? ordered : exact;
}

export const cardsAt = (hand: string[], picked: number[]): string[] => picked.map((n) => hand[n] ?? "");

/** Where in the hand these cards are. */
export function places(hand: string[], cards: string[]): number[] {
  const left: (string | null)[] = [...hand];
  return cards.flatMap((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left[at] = null;
    return at >= 0 ? [at] : [];
  });
}

/** The other cards of the hand that go with those lifted. */
export function partners(hand: string[], moves: Choice[], picked: number[]): Set<number> {
  const cards = cardsAt(hand, picked);
  const found = hand.map((card, n) => (picked.includes(n) || !open(moves, [...cards, card]).length ? -1 : n));
  return new Set(found.filter((n) => n >= 0));
}

/** A tap lifts a card; a second tap plays it, where there is but one way, or puts it down. */
export function tapped(hand: string[], moves: Choice[], picked: number[], at: number): TapResult {
  const card = hand[at] ?? "";
  if (picked.includes(at)) {
    const found = ways(moves, cardsAt(hand, picked));
    if (found.length === 1 && picked.at(-1) === at) return { picked: [], play: found[0] };
    return { picked: picked.filter((n) => n !== at) };
  }
  const together = [...picked, at];
  if (picked.length && open(moves, cardsAt(hand, together)).length) return { picked: together };
  if (open(moves, [card]).length) return { picked: [at] };
  return { picked: [], why: card };
}

/** A card dropped on somebody: the moves that lay it and hand them something. */
export const handed = (moves: Choice[], card: string, seat: number): Choice[] =>
  moves.filter((move) => move.cards.includes(card) && move.to === seat);
