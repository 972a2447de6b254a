// What lies open in Pig 10: the pile in the middle and its value.

import type { Board } from "../kit";

export interface Pig10Board {
  middle?: string[];
  value?: number;
  hands?: string[][]; // once the game is over
}

export const boardOf = (board: Board) => board as Pig10Board;

/** Every card, in the order of the pack. */
export const CARDS: readonly string[] = Array.from({ length: 11 }, (_, n) => String(n));
