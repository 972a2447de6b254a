// Opening a game from a button: what goes wrong is said.

import { RefusedError } from "./requests";
import { refuse, toast } from "./toasts.svelte";
import { say } from "./words.svelte";

export async function begin(open: () => Promise<void>): Promise<void> {
  try {
    await open();
  } catch (error) {
    if (error instanceof RefusedError) refuse(error.problem.code, error.problem.values);
    else toast(say("page.not_begun"));
  }
}
