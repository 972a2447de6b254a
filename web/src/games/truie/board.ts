// What lies open in Un, deux, truie: the pig on top, and what it or a special card asks for.

import type { Board } from "../kit";

export interface TruieBoard {
  top?: string;
  value?: number; // the number on top
  named?: number; // a lucky pig's
  demand?: string; // the farmer or the hog that waits for an answer
  owes?: boolean; // a grunt
  round?: number;
  rounds?: number;
  hands?: string[][]; // once the game is over
}

export const boardOf = (board: Board) => board as TruieBoard;

export const FARMER = "F";
export const HOG = "H";
export const LUCKY = "L";
export const HEAP = "D";

/** The sign of a lucky pig: on the card, in sums and in texts. */
export const CLOVER = "☘";

/** Every card, in the order of the pack. */
export const CARDS: readonly string[] = [
  ...Array.from({ length: 10 }, (_, n) => String(n + 1)),
  FARMER,
  HOG,
  LUCKY,
  HEAP,
];
