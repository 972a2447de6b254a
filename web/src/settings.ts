// The settings of a table, from what the server says of its game.

import type { GameOffer, Settings } from "./wire";

type Value = string | number;

/** A house rule as it is chosen: numbers are counted up and down, words stand side by side. */
export interface HouseRule {
  name: string;
  counted: boolean;
  values: Value[];
  value: Value;
}

/** The house rules of a game, and what was chosen of each; the usual comes first in what is offered. */
export function houseRules(offered: GameOffer | undefined, chosen: Record<string, Value>): HouseRule[] {
  return Object.entries(offered?.options ?? {}).map(([name, values]) => {
    const counted = values.every((value) => typeof value === "number");
    const shown = counted ? [...values].sort((a, b) => Number(a) - Number(b)) : values;
    return { name, counted, values: shown, value: chosen[name] ?? values[0] ?? "" };
  });
}

/** Whether somebody may have to react in time under the house rules that were chosen. */
export function mayReact(offered: GameOffer | undefined, rules: HouseRule[]): boolean {
  return (offered?.reacts ?? []).some((pair) => rules.some(({ name, value }) => pair === `${name}=${value}`));
}

/** How many there are of a card. */
export interface CardCount {
  card: string;
  copies: number;
}

/** The cards that may be left out or changed in number, and how many there are of each. */
export const changeable = (offered: GameOffer | undefined, deck: Record<string, number>): CardCount[] =>
  Object.entries(offered?.deck ?? {}).map(([card, usual]) => ({ card, copies: deck[card] ?? usual }));

/** As many seats as there are to be, or as many as the game can have. */
export function seatsFor(offered: GameOffer | undefined, wanted: number): number {
  const fits = offered?.seats ?? [wanted];
  return Math.min(Math.max(...fits), Math.max(Math.min(...fits), wanted));
}

/** The settings for another game: as many seats as it can have, none of the house rules of the last one. */
export const fitted = (now: Settings, game: string, offered: GameOffer | undefined): Settings => ({
  ...now,
  game,
  seats: seatsFor(offered, now.seats ?? 4),
  options: {},
  deck: {},
});
