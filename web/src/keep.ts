// What this device remembers. A browser may forbid it: then nothing is remembered, and everything else works.

const PREFIX = "piggery.";
const MONTH = 30 * 24 * 3600 * 1000;

/** A table this device knows: on the server with its token, or on this device itself. */
export interface KeptTable {
  code: string;
  here?: boolean; // played on this device
  token?: string;
  game?: string;
  names?: string[];
  people?: number[]; // the seats of people on this device
  phase?: string;
  done?: FinishedGame[]; // games finished there
  deals?: KeptDeal[]; // the latest
  at: number;
}

/** What this device saw of a deal. */
export interface KeptDeal {
  number: number;
  seal: string; // as it was shown first, before the first card
  other?: boolean; // another one was shown later
  nonce: string; // what was stirred in after that
  seat: number; // -1 before the game
  hands: [ply: number, cards: string[]][];
}

export interface FinishedGame {
  number: number;
  game: string;
  names: string[];
  scores: number[];
  you: number;
  at: number;
}

export function kept(name: string, store = () => localStorage): string | null {
  try {
    return store().getItem(PREFIX + name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string | null, store = () => localStorage): void {
  try {
    if (value === null) store().removeItem(PREFIX + name);
    else store().setItem(PREFIX + name, value);
  } catch {
    // forbidden, or full
  }
}

const session = () => sessionStorage;
export const reloadedFor = () => kept("reloaded", session);
export const rememberReload = (protocol: number) => keep("reloaded", String(protocol), session);

export function table(code: string): KeptTable | null {
  try {
    return JSON.parse(kept(`table.${code}`) ?? "null") as KeptTable | null;
  } catch {
    return null;
  }
}

export function keepTable(code: string, change: Partial<KeptTable>): void {
  keep(`table.${code}`, JSON.stringify({ ...table(code), ...change, code, at: Date.now() }));
}

export const forgetTable = (code: string) => keep(`table.${code}`, null);

/** Write a finished game down. */
export function keepDone(code: string, done: FinishedGame): void {
  const before = table(code)?.done ?? [];
  if (!before.some((one) => one.number === done.number)) keepTable(code, { done: [...before, done] });
}

/** Every table this device knows, the latest first. Those long gone are forgotten. */
export function tables(now = Date.now()): KeptTable[] {
  const found: KeptTable[] = [];
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(`${PREFIX}table.`)) continue;
      const code = name.slice(PREFIX.length + 6);
      const one = table(code);
      if (one && (one.here || now - one.at < MONTH)) found.push(one);
      else forgetTable(code);
    }
  } catch {
    return [];
  }
  return found.sort((a, b) => b.at - a.at);
}

export const nonce = () => random(8);
export const freshToken = () => random(24);

function random(many: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(many));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
