// Playing without a network: the service worker keeps the pages, and the engine is made ready when nothing else is to do.

import { engineState, engineVersion, wakeEngine } from "./engine/engine.svelte";

const CALM = 2500; // milliseconds in which nobody has touched anything
const TOUCHES = ["pointerdown", "keydown", "wheel", "scroll"];

let kept = $state(false);
/** Whether everything is here to play without a network. */
export const readyOffline = () => kept;
/** Whether this browser can keep pages: not on a plain http address. */
export const mayKeep = () => "serviceWorker" in navigator && typeof caches !== "undefined";

export function offline(): void {
  if (!mayKeep()) return;
  navigator.serviceWorker
    .register("/sw.js")
    .then(() => navigator.serviceWorker.ready)
    .then(check)
    .catch(() => undefined);
}

/** The engine is loaded once, so that its snapshot is kept; whatever came before the service worker is kept now. */
async function check(): Promise<void> {
  if (saving()) return;
  await calm();
  const cache = await caches.open(`piggery-${engineVersion()}`);
  const snapshot = await cache.match(place("snapshot"));
  if (!snapshot && engineState() === "asleep") await wakeEngine().catch(() => undefined);
  const { sizes, packages } = (await (await fetch(place("files.json"))).json()) as Files;
  const wanted = ["files.json", ...packages, ...Object.keys(sizes)].map(place);
  for (const url of new Set(wanted)) if (!(await cache.match(url))) await cache.add(url);
  kept = true;
}

/** Loading the engine takes all that a small device has: whoever taps comes first. */
function calm(): Promise<void> {
  return new Promise((done) => {
    let timer = setTimeout(rested, CALM);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(rested, CALM);
    };
    function rested() {
      TOUCHES.forEach((touch) => removeEventListener(touch, again, true));
      done();
    }
    TOUCHES.forEach((touch) => addEventListener(touch, again, true));
  });
}

type Files = { sizes: Record<string, number>; packages: string[] };
const place = (name: string) => `/engine/${engineVersion()}/${name}`;
const saving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
