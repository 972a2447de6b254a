// What a table of a game is drawn with that these pages do not know.

import type { TableParts } from "../kit";
import Acts from "./Acts.svelte";
import LessonWays from "./LessonWays.svelte";
import Middle from "./Middle.svelte";
import Ways from "./Ways.svelte";

export const table: TableParts = { Middle, Ways, Acts, LessonWays, heard: () => ({ words: [] }) };
