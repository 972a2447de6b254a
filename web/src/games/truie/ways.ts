// The moves of Un, deux, truie as a person picks them: the sum as it forms, namings, grunts.

import { open, ways } from "../../picking";
import type { Choice } from "../../wire";
import { CLOVER, LUCKY } from "./board";

const MOST = 6; // sums shown for a single card: more would bury the rest

export const isGrunt = ({ kind }: Choice) => kind === "grunt";
export const isNaming = ({ kind }: Choice) => kind === "lucky";

/** Moves that lay no card, but for grunts: those have buttons of their own. */
export const freeMoves = (moves: Choice[]) => moves.filter((move) => !move.cards.length && !isGrunt(move));

/** What can be done with the cards that are lifted. */
export interface Lift {
  names: Choice[]; // the numbers a lucky pig may be given, where there is a choice
  plain: Choice[]; // the other moves with just these cards
  more: Choice[]; // sums with a second card
  second: boolean; // whether a second card may be tapped
  forming: string[] | null;
}

export function lift(moves: Choice[], cards: string[], exact = ways(moves, cards)): Lift {
  const still = open(moves, cards);
  const sums = still.filter((move) => move.cards.length === 2 && !exact.includes(move));
  const namings = exact.filter(isNaming);
  const names = namings.length > 1 ? namings : [];
  const mine = sums.filter((move) => cards.includes(LUCKY) || !move.cards.includes(LUCKY));
  return {
    names,
    plain: exact.filter((move) => !names.includes(move)),
    more: names.length ? [] : mine.slice(0, MOST),
    second: !exact.length || (names.length > 0 && sums.length > 0),
    forming: equation(exact.length && !sums.length ? exact : still),
  };
}

const SUM = new RegExp(`^(\\d+) ([+−]) (${CLOVER}?\\d+) = (${CLOVER}?\\d+)`);

/** The parts of a sum as it forms: what all moves still open agree on, a question mark for the rest. */
export function equation(moves: Choice[]): string[] | null {
  const found = moves.map((move) => SUM.exec(sumText(move))).filter((sum) => sum !== null);
  if (!found.length) return null;
  return [1, 2, 3, 4].map((part) => {
    const first = found[0]?.[part] ?? "?";
    return found.every((sum) => sum[part] === first) ? first : part === 2 ? "±" : "?";
  });
}

/** A sum as its label writes it; after a hog a label wraps another. */
function sumText({ label: [, values] }: Choice): string {
  const inner = Array.isArray(values.label) ? (values.label[1] as Record<string, unknown>) : {};
  return String(values.text ?? inner.text ?? "");
}
