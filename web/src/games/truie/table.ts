// What a table of Un, deux, truie is drawn with, and what is heard there.

import type { Choice, Said, PlyStory } from "../../wire";
import type { PlySound, TableParts } from "../kit";
import Acts from "./Acts.svelte";
import { gruntSound } from "./grunt";
import LessonWays from "./LessonWays.svelte";
import Middle from "./Middle.svelte";
import Ways from "./Ways.svelte";
import { isGrunt } from "./ways";

/** Grunts have their sound, and sums are said aloud. */
export function heard({ kind, value, lines }: PlyStory): PlySound {
  return { effect: kind === "grunt" && value ? gruntSound(value) : undefined, words: sumWords(lines) };
}

/** “Two plus three is five”, from the line that says it. */
function sumWords(lines: Said[]): string[] {
  const found = lines.find(([key]) => key === "story.sum")?.[1].sum as
    [string, Record<string, [string]>] | undefined;
  if (!found) return [];
  const word = (name: string) => (found[1][name]?.[0] ?? "").replace("number.", "");
  return [word("top"), found[0] === "sum.plus" ? "plus" : "minus", word("a"), "is", word("b")];
}

const instead = (move: Choice): Said | null => (isGrunt(move) ? ["why.grunt", {}] : null);

export const table: TableParts = { Middle, Ways, Acts, LessonWays, heard, instead };
