// Whom one plays against: the usual company, or the one that was chosen last; faces and strength of bots.

import { keep, kept } from "./keep";
import { seatsFor } from "./settings";
import type { GameOffer } from "./wire";
import { has, say } from "./words.svelte";

const USUAL = ["bella", "otto", "tilda"];

type Kind = "company" | "joining"; // against somebody alone, or with people round this device

/** Whether somebody of this name is known here: each has something to say. */
const known = (level: string) => has(`level.${level}.line`);

/** The picture of a bot; those without a character have none of their own. */
export const faceOf = (level: string) => (known(level) ? `face-${level}` : "logo");

export const nameOf = (level: string) => (has(`level.${level}`) ? say(`level.${level}`) : level);

/** The names of a company, as one says them. */
export const together = (bots: string[]) =>
  say("page.play_now_how", { players: ["list.and", { items: bots.map(nameOf) }] });

/** The company chosen for a game the last time. */
export function company(game: string, what: Kind = "company"): string[] {
  const found = remembered(`${what}.${game}`).filter(known);
  return found.length || what === "joining" ? found : USUAL;
}

function remembered(name: string): string[] {
  try {
    const found = JSON.parse(kept(name) ?? "[]") as unknown;
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

export const keepCompany = (game: string, bots: string[], what: Kind = "company") =>
  keep(`${what}.${game}`, JSON.stringify(bots));

/** Somebody who may come, too: one of the usual, else whoever is not there yet, else anybody. */
export function another(bots: string[], levels: string[]): string {
  const wanted = [...USUAL, ...levels].filter((level) => !levels.length || levels.includes(level));
  return wanted.find((level) => !bots.includes(level)) ?? wanted[bots.length % wanted.length] ?? USUAL[0]!;
}

/** The same company, with so many in it. */
export function sized(bots: string[], many: number, levels: string[]): string[] {
  const found = bots.slice(0, many);
  while (found.length < many) found.push(another(found, levels));
  return found;
}

/** The same company, as far as they play this game and there are seats for them. */
export function fitting(bots: string[], offered: GameOffer | undefined): string[] {
  if (!offered) return bots;
  const able = bots.filter((level) => offered.bots.includes(level));
  return sized(able, seatsFor(offered, bots.length + 1) - 1, offered.bots);
}
