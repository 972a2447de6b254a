// What people with the real cards of Pig 10 need.

import { answersOf } from "../../pad";
import type { PadParts } from "../kit";
import { CARDS } from "./board";
import Sheet from "./PadSheet.svelte";
import { question, read } from "./situation";
import Fields from "./SituationFields.svelte";

export const pad: PadParts = {
  Sheet,
  cards: CARDS,
  Fields,
  read,
  question,
  missing: "pad.no_last",
  answers: answersOf,
};
