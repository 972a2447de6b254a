// What a lesson says to somebody who is stuck, or does something else than it teaches.

import type { TableParts } from "./games/kit";
import type { Choice, Said, LessonStep } from "./wire";

const wanted = ({ moves, want }: LessonStep) => moves.filter((move) => want.includes(move.move));

/** The cards of the move that is wanted, or the move where it lays none. */
export function pointed(step: LessonStep): string[] {
  const first = step.moves.find((move) => move.move === step.want[0]);
  return first?.cards.length ? first.cards : step.want.slice(0, 1);
}

/** What to try instead of a move that is allowed but not what the step is about. */
export function instead(game: string, parts: TableParts, step: LessonStep, move: Choice): Said {
  const own = parts.instead?.(move);
  if (own) return own;
  const [first, ...more] = wanted(step);
  const card = first?.cards[0] ?? "";
  return more.length && more.every(({ cards }) => cards.length === 1 && cards[0] === card)
    ? ["lesson.try_card", { card: [`${game}.card.${card}`, {}] }]
    : ["lesson.try_way", { way: first?.label }];
}
