// What people with the real cards of Un, deux, truie need.

import type { PadParts } from "../kit";
import { CARDS } from "./board";
import Sheet from "./PadSheet.svelte";
import { answers, question, read } from "./situation";
import Fields from "./SituationFields.svelte";

export const pad: PadParts = { Sheet, cards: CARDS, Fields, read, question, answers };
