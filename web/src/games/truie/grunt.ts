// A grunt: its sound, and the move where one is due.

import type { TableSession } from "../../session.svelte";
import { ring } from "../../sound";
import { toast } from "../../toasts.svelte";
import { say } from "../../words.svelte";
import { isGrunt } from "./ways";

/** The name of the sound of so many grunts. */
export const gruntSound = (times: number) => (times > 1 ? "grunt2" : "grunt");

/** The button is always there; only when a grunt is due does it matter. */
export function grunt(session: TableSession, times: number): void {
  ring(gruntSound(times));
  const move = session.view?.moves.find((one) => isGrunt(one) && one.value === times);
  if (move && !session.busy) session.play(move);
  else toast(say("table.no_grunt_due"));
}
