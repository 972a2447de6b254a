// A real table of Pig 10, typed in: the pile value, -1 on an empty middle, and the card that was laid last.

import { fieldsOf, isWhole } from "../../pad";
import type { Situation } from "../kit";
import { CARDS } from "./board";

export const EMPTY = -1;
export const HIGHEST = 9; // at ten the pile is won

export function read(kept: unknown): Situation {
  const { value, last } = fieldsOf(kept);
  const good = isWhole(value, EMPTY, HIGHEST) && (last === "" || CARDS.includes(String(last)));
  return good ? { value, last: String(last) } : { value: EMPTY, last: "" };
}

/** On a pile, what may be said depends on the last card. */
export function question({ value, last }: Situation): Situation | null {
  if (value === EMPTY) return { value: 0, last: "" };
  return last ? { value: value ?? 0, last } : null;
}
