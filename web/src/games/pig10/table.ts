// What a table of Pig 10 is drawn with, and what is heard there.

import type { PlyStory } from "../../wire";
import type { PlySound, TableParts } from "../kit";
import Acts from "../plain/Acts.svelte";
import LessonWays from "../plain/LessonWays.svelte";
import Ways from "../plain/Ways.svelte";
import Middle from "./Middle.svelte";

const TEN = 10;

/** Every call is said aloud. */
export function heard({ value }: PlyStory): PlySound {
  if (value === TEN) return { effect: "ten", words: ["ten"] };
  return value > TEN ? { effect: "over", words: [String(value), "over"] } : { words: [String(value)] };
}

export const table: TableParts = { Middle, Ways, Acts, LessonWays, heard };
