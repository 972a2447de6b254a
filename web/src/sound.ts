// When something is to be heard: cards, calls, wins. What plays it is loaded when it is first needed.

import { tableParts } from "./games";
import { prefs } from "./prefs.svelte";
import type { Choice, PlyStory } from "./wire";
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

/** What everybody hears of the plies that have just come. */
export function heardPly(news: PlyStory[], game: string): void {
  const told = news.at(-1);
  if (!told || told.seat < 0) return;
  tableParts(game)
    .then(({ heard }) => heard(told))
    .then(({ effect, words }) => {
      const won = told.lines.some(([key]) => key.startsWith("story.wins"));
      ring(won ? "win" : (effect ?? (told.cards.length ? "lay" : "draw")));
      if (words.length) speak(words);
    })
    .catch(() => undefined); // then it is silent
}
