// How many seconds are left until something happens by itself.

import type { TableSession } from "./session.svelte";

/** Ticks while it is used. */
export function countdown(session: TableSession) {
  let now = $state(performance.now());
  $effect(() => {
    const ticking = setInterval(() => (now = performance.now()), 200);
    return () => clearInterval(ticking);
  });
  return {
    /** Milliseconds left, or null when nothing runs out. */
    get left(): number | null {
      const deadline = session.online && !session.ending ? session.view?.table.deadline : null;
      return deadline ? Math.max(0, deadline.until - session.clock - now) : null;
    },
  };
}
