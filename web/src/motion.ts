// Cards that move. What can be tapped lies where it belongs from the start: what is seen to move has no say in it.
// Whoever has asked for less motion sees no card move.

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const still = () => reduced.matches || document.hidden;

const EASE = "cubic-bezier(.2, .7, .3, 1)";
const GAP = 0.4; // of a short time, between two cards that go one after the other
const HIGH = "30"; // over the table, under whatever opens

/** Something on the screen: its middle, its size before it was turned, and how it is turned. */
interface Spot {
  x: number;
  y: number;
  width: number;
  height: number;
  turn: string;
}

/** One animation: its name says where to; after how many others; whether it ends in being gone. */
interface Flight {
  id: string;
  nth?: number;
  gone?: boolean;
}

const flying = new Set<() => void>();
let left: { seat: number; spots: Spot[] } | null = null; // where cards were taken from a hand

/** A time of tokens.css, in milliseconds. */
function time(name: string): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  return parseFloat(text) * (text.endsWith("ms") ? 1 : 1000);
}

let times: { quick: number; slow: number } | null = null;
const timesOf = () => (times ??= { quick: time("--quick"), slow: time("--slow") });

function spotOf(node: Element): Spot {
  const { x, y, width, height } = node.getBoundingClientRect();
  const middle = { x: x + width / 2, y: y + height / 2 };
  if (!(node instanceof HTMLElement)) return { ...middle, width, height, turn: "none" };
  const turn = getComputedStyle(node.parentElement ?? node).rotate;
  return { ...middle, width: node.offsetWidth, height: node.offsetHeight, turn };
}

/** Where a seat, the hand or the draw pile is. */
const placed = (name: string) => document.querySelector(`[data-place="${name}"]`);

function placeOf(name: string): Spot | null {
  const node = placed(name);
  return node && spotOf(node);
}

/** How something of this size comes to lie in the middle of a spot; it never gets larger than it is. */
function move(own: Spot, to: Spot, origin = { x: 0, y: 0 }): string {
  const turn = to.turn === "none" ? "" : ` rotate(${to.turn})`;
  const size = Math.min(1, to.width / own.width) || 1;
  return `translate(${to.x - origin.x}px, ${to.y - origin.y}px)${turn} scale(${size})`;
}

function timed({ id, nth = 0 }: Flight, fill: FillMode): KeyframeAnimationOptions {
  const { quick, slow } = timesOf();
  return { id, duration: slow, easing: EASE, delay: nth * GAP * quick, fill };
}

/** A copy of an element, over the page and out of everybody's reach. */
function copyOf(node: Element, { width, height }: Spot): HTMLElement {
  const copy = document.createElement("span");
  copy.setAttribute("aria-hidden", "true");
  const size = {
    width: `${width}px`,
    height: `${height}px`,
    left: `${-width / 2}px`,
    top: `${-height / 2}px`,
  };
  Object.assign(copy.style, { position: "fixed", pointerEvents: "none", zIndex: HIGH, ...size });
  copy.append(node.cloneNode(true));
  return copy;
}

/** What was put there to be seen for a while is taken away. */
function passing(copy: Element, moving: Animation): void {
  const end = () => {
    flying.delete(end);
    copy.remove();
  };
  flying.add(end);
  moving.onfinish = end;
}

/** A copy goes from one spot to another, and is gone. */
function fly(copy: Element, own: Spot, [from, to]: [Spot, Spot], flight: Flight): void {
  document.body.append(copy);
  const ends = [{ transform: move(own, from) }, { transform: move(own, to), opacity: flight.gone ? 0.3 : 1 }];
  passing(copy, copy.animate(ends, timed(flight, "both")));
}

type Begin = () => void;
let plans: (() => Begin)[] = [];

/** Whatever flies next begins together: all is measured, and the page laid out once, before anything begins. */
function plan(measure: () => Begin): void {
  if (still()) return;
  if (!plans.length) queueMicrotask(carryOut);
  plans.push(measure);
}

function carryOut(): void {
  const begins = plans.map((measure) => measure());
  plans = [];
  begins.forEach((begin) => begin());
}

/** Nothing flies any more: what flew over a table must not fly over whatever comes after it. */
export function land(): void {
  for (const end of flying) end();
  plans = [];
  left = null;
}

/** Cards are taken from a hand: they go to the middle from just there. */
export function leave(cards: Element[], seat: number): void {
  left = still() ? null : { seat, spots: cards.map(spotOf) };
}

/** Cards come into the middle from whoever laid them. */
export function laid(cards: Element[], seat: number): void {
  plan(() => {
    const taken = left?.seat === seat ? left.spots : [];
    left = null;
    const from = placeOf(`seat ${seat}`);
    const spots = cards.map(spotOf);
    return () => spots.forEach((own, n) => from && lay(cards[n]!, own, taken[n] ?? from, n));
  });
}

function lay(card: Element, own: Spot, from: Spot, nth: number): void {
  const flight = { id: "laid to middle", nth };
  fly(copyOf(card, own), own, [from, own], flight);
  card.animate([{ opacity: 0 }, { opacity: 0 }], { ...timed(flight, "backwards"), id: "" }); // until its copy is there
}

/** A card stays to be seen, in its place, until another has come to lie on it. */
export function stay(card: Element | null): void {
  if (still() || !card) return;
  const copy = card.cloneNode(true) as HTMLElement;
  copy.setAttribute("aria-hidden", "true");
  Object.assign(copy.style, { position: "absolute", inset: "0" });
  card.parentElement?.append(copy);
  passing(copy, copy.animate(null, timed({ id: "" }, "none")));
}

/** The cards of a pile go to whoever won them. It is lifted off the page as it is: copies of so many take too long. */
export function won(pile: HTMLElement, seat: number, gone: () => void): void {
  const to = still() ? null : placeOf(`seat ${seat}`);
  if (!to) return gone();
  const spots = [...pile.children].map((card) => spotOf(card));
  lift(pile);
  const moving = spots.map((own, n) => {
    const end = { translate: `${to.x - own.x}px ${to.y - own.y}px`, opacity: 0.3 };
    return pile.children[n]!.animate([{}, end], timed({ id: `won to seat ${seat}`, nth: n / 2 }, "both"));
  });
  moving.at(-1)!.onfinish = gone;
}

/** Nothing clips it any more. Only what its children do not inherit is changed: there are many. */
function lift(node: HTMLElement): void {
  const { x, y, width, height } = node.getBoundingClientRect();
  const place = { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` };
  Object.assign(node.style, { position: "fixed", zIndex: HIGH, ...place });
}

/** Backs of cards go from the draw pile to these seats. A hand that lies open shows its own cards coming. */
export function drawn(seats: number[]): void {
  plan(() => {
    const pile = placed("stock");
    const ends = seats.map((seat) => [seat, placed(`seat ${seat}`)] as const);
    const covered = ends.filter(([, end]) => end && !end.hasAttribute("data-open"));
    const spots = covered.map(([, end]) => spotOf(end!));
    const from = pile && spotOf(pile);
    const back = (nth: number) => ({ id: `drawn to seat ${covered[nth]![0]}`, nth, gone: true });
    return () => spots.forEach((to, n) => pile && from && fly(copyOf(pile, from), from, [from, to], back(n)));
  });
}

/** A round is dealt: a card for each seat. */
export function dealt(): void {
  const seats = [...document.querySelectorAll<HTMLElement>("[data-place^='seat ']")];
  drawn(seats.map(({ dataset }) => Number(dataset.place?.slice(5))));
}

/** Cards come into a hand one after the other; each lies in its place, and can be tapped there. */
export function come(cards: HTMLElement[], from: string): void {
  plan(() => {
    const start = placeOf(from);
    const spots = cards.map(spotOf);
    return () => spots.forEach((own, nth) => start && arrive(cards[nth]!, own, start, nth));
  });
}

function arrive(card: HTMLElement, own: Spot, from: Spot, nth: number): void {
  const begin = { transform: move(own, from, own), opacity: 0 };
  const flight = timed({ id: "dealt to hand", nth }, "backwards");
  card.animate([begin, { opacity: 1, offset: 0.25 }, {}], flight);
}
