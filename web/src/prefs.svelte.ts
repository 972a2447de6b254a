// What the person at this device likes: sound, voice, the pace of bots.

import { keep, kept } from "./keep";

interface Prefs {
  volume: number; // 0 is off
  voice: boolean; // numbers called aloud
  pace: number; // milliseconds a bot takes
}

const USUAL: Prefs = { volume: 0.6, voice: true, pace: 1000 };
export const PACES = [500, 1000, 2000, 3500];

function read(): Prefs {
  try {
    return { ...USUAL, ...(JSON.parse(kept("prefs") ?? "{}") as Partial<Prefs>) };
  } catch {
    return USUAL;
  }
}

let now = $state.raw<Prefs>(read());

export const prefs = () => now;

export function prefer(change: Partial<Prefs>): void {
  now = { ...now, ...change };
  keep("prefs", JSON.stringify(now));
}
