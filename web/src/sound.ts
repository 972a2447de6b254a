// When something is to be heard: cards, calls, grunts. What plays it is loaded when it is first needed.

import { prefs } from "./prefs.svelte";
import type { Choice, Told } from "./wire";
import { language } from "./words.svelte";

type Player = typeof import("./player");
let player: Promise<Player> | null = null;
let woken = false;

/** Browsers are silent until the first tap. */
addEventListener("pointerdown", () => (woken = true), { capture: true, once: true });
addEventListener("keydown", () => (woken = true), { capture: true, once: true });

function sounding(play: (player: Player) => void): void {
  if (!woken || !prefs().volume || document.hidden) return;
  player ??= import("./player");
  player.then(play).catch(() => (player = null));
}

export const ring = (name: string) => sounding((found) => found.effect(name, prefs().volume));

const speak = (words: string[]) =>
  prefs().voice && sounding((found) => found.speak(words, language(), prefs().volume));

/** Your own card makes its sound at once. */
export const played = (move: Choice) => move.cards.length && ring("lay");
export const turned = () => ring("turn");
export const grunted = (times: number) => ring(times > 1 ? "grunt2" : "grunt");

/** What everybody hears of the plies that have just come. */
export function heardPly(news: Told[], game: string): void {
  const told = news.at(-1);
  if (!told || told.seat < 0) return;
  const keys = told.lines.map(([key]) => key);
  if (keys.some((key) => key.startsWith("story.wins_"))) ring("win");
  else if (keys.includes("story.ten")) ring("ten");
  else if (keys.includes("story.over_ten")) ring("over");
  else if (told.move === "g1" || told.move === "g2") grunted(Number(told.move[1]));
  else ring(told.cards.length ? "lay" : "draw");
  const words = game === "pig10" ? call(told, keys) : sum(told);
  if (words.length) speak(words);
}

function call({ move }: Told, keys: string[]): string[] {
  if (keys.includes("story.ten")) return ["ten"];
  const called = move.split("=")[1] ?? "";
  return keys.includes("story.over_ten") ? [called, "over"] : [called];
}

/** “Two plus three is five”, from the line that says it. */
function sum({ lines }: Told): string[] {
  const found = lines.find(([key]) => key === "story.sum")?.[1].sum as
    [string, Record<string, [string]>] | undefined;
  if (!found) return [];
  const word = (name: string) => (found[1][name]?.[0] ?? "").replace("number.", "");
  return [word("top"), found[0] === "sum.plus" ? "plus" : "minus", word("a"), "is", word("b")];
}
