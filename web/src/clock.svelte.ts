// How many seconds are left until something happens by itself.

import type { At } from "./at.svelte";

/** Ticks while it is used. */
export function countdown(at: At) {
  let now = $state(performance.now());
  $effect(() => {
    const ticking = setInterval(() => (now = performance.now()), 200);
    return () => clearInterval(ticking);
  });
  return {
    /** Milliseconds left, or null when nothing is due. */
    get left(): number | null {
      const due = at.online && !at.ending ? at.view?.table.deadline : null;
      return due ? Math.max(0, due.until - at.clock - now) : null;
    },
  };
}
