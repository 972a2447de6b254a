// Playing without a network: the service worker keeps the pages, and the engine is made ready when nothing else is to do.

import { engineState, engineVersion, wakeEngine } from "./engine/engine.svelte";

const CALM = 1500; // milliseconds after the page is there

let kept = $state(false);
/** Whether everything is here to play without a network. */
export const readyOffline = () => kept;
/** Whether this browser can keep pages: not on a plain http address. */
export const mayKeep = () => "serviceWorker" in navigator && typeof caches !== "undefined";

export function offline(): void {
  if (!mayKeep()) return;
  navigator.serviceWorker
    .register("/sw.js", { type: "module" })
    .then(() => navigator.serviceWorker.ready)
    .then(check)
    .catch(() => undefined);
}

/** The engine is loaded once, so that its files and its snapshot are kept. */
async function check(): Promise<void> {
  await new Promise((done) => setTimeout(done, CALM));
  if (!(await frozen()) && engineState() === "asleep" && !saving()) await wakeEngine().catch(() => undefined);
  for (let tries = 0; tries < 20 && !(kept = await frozen()); tries += 1)
    await new Promise((done) => setTimeout(done, 500));
}

const saving = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Whether the engine is kept: its snapshot, and every file it is loaded with. */
async function frozen(): Promise<boolean> {
  const cache = await caches.open(`piggery-${engineVersion()}`);
  const names = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const files = await cache.match("/engine/files.json");
  if (!files) return false;
  const { sizes } = (await files.json()) as { sizes: Record<string, number> };
  const wanted = [...Object.keys(sizes), "piggery.zip", "snapshot"].map((name) => `/engine/${name}`);
  return wanted.every((name) => names.includes(name));
}
