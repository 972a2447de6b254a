// Cards that move. Whoever has asked for less motion sees them where they end.

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const still = () => reduced.matches;

const FLIGHT = 380;
const EASE = "cubic-bezier(.2,.7,.3,1)";

/** Where a seat, the hand or the draw pile is on the screen. */
export function placeOf(name: string): DOMRect | null {
  return document.querySelector(`[data-place="${name}"]`)?.getBoundingClientRect() ?? null;
}

function shift(from: DOMRect, to: DOMRect): string {
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  return `translate(${x}px, ${y}px) scale(${Math.min(1, from.width / (to.width || 1)) || 0.4})`;
}

/** An element arrives from somewhere else. */
export function arrive(node: Element, from: DOMRect | null): void {
  if (still() || !from || !node.animate) return;
  node.animate([{ transform: shift(from, node.getBoundingClientRect()) }, { transform: "none" }], {
    duration: FLIGHT,
    easing: EASE,
  });
}

/** Elements go somewhere else, and are gone. */
export function depart(nodes: Iterable<Element>, to: DOMRect | null): void {
  if (still() || !to) return;
  for (const node of nodes)
    node.animate?.(
      [{ transform: "none" }, { transform: shift(to, node.getBoundingClientRect()), opacity: 0.4 }],
      { duration: FLIGHT, easing: "ease-in", fill: "forwards" },
    );
}

/** The back of a card goes from one place to another. */
export function slide(from: string, to: string): void {
  const [start, end] = [placeOf(from), placeOf(to)];
  if (still() || !start || !end) return;
  const node = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", "#back");
  node.append(use);
  node.setAttribute("aria-hidden", "true");
  Object.assign(node.style, {
    position: "fixed",
    left: `${end.x + end.width / 2 - 20}px`,
    top: `${end.y + end.height / 2 - 28}px`,
    width: "40px",
    height: "56px",
    pointerEvents: "none",
    zIndex: "30",
  });
  document.body.append(node);
  const there = node.getBoundingClientRect();
  node.animate([{ transform: shift(start, there) }, { transform: "none", opacity: 0.6 }], {
    duration: FLIGHT,
    easing: EASE,
  }).onfinish = () => node.remove();
}
