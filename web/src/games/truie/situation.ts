// A real table of Un, deux, truie, typed in: the number on top, and a farmer or a hog just before you.

import { fieldsOf, isWhole } from "../../pad";
import type { Choice, HandAnswer } from "../../wire";
import { say } from "../../words.svelte";
import type { CardAnswer, Situation } from "../kit";
import { FARMER, HEAP, HOG, LUCKY } from "./board";
import { isNaming } from "./ways";

const MANY = 6; // sums shown at once
export const HIGHEST = 10;
const USUAL = 5;

export function read(kept: unknown): Situation {
  const { value, demand } = fieldsOf(kept);
  const good = isWhole(value, 1, HIGHEST) && (demand === "" || demand === FARMER || demand === HOG);
  return good ? { value, demand } : { value: USUAL, demand: "" };
}

export const question = (on: Situation): Situation | null => on;

const texts = (moves: Choice[]) => moves.map(({ label }) => say(label));

/** Sums with a lucky pig are the lucky pig's; heaps hang on how many cards others hold, so for them there is the rule. */
export function answers(hand: string[], { moves, why }: HandAnswer): CardAnswer[] {
  const here = moves.filter(({ kind }) => kind !== "heap");
  return [...new Set(hand)].map((card) => {
    const mine = here.filter(
      ({ cards }) => cards.includes(card) && (card === LUCKY || !cards.includes(LUCKY)),
    );
    const names = mine.filter((move) => isNaming(move) && move.label[0] === "table.name"); // it may cost cards, too
    const alone = mine.filter((move) => move.cards.length === 1 && !names.includes(move));
    const sums = mine.filter((move) => move.cards.length > 1);
    return {
      card,
      ways: [...namesText(names), ...texts(alone), ...texts(sums.slice(0, MANY))],
      more: texts(sums.slice(MANY)),
      why: card === HEAP ? say("rules.truie.7") : why[card] ? say(why[card]) : say("pad.with_lucky"),
    };
  });
}

/** One line for all the numbers that a lucky pig may be given. */
const namesText = (names: Choice[]): string[] =>
  names.length
    ? [say("pad.names", { numbers: ["list.or", { items: names.map(({ value }) => String(value)) }] })]
    : [];
