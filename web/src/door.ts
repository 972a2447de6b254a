// Opening tables: on the server when it can be reached, else on this device. And questions to the rules, likewise.

import { company } from "./company";
import { engine, engineState } from "./engine/engine.svelte";
import { keepTable } from "./keep";
import { prefs } from "./prefs.svelte";
import { go } from "./route.svelte";
import type {
  Gather,
  Judged,
  Looked,
  Offered,
  Open,
  Opened,
  Problem,
  Question,
  Settings,
  Summed,
} from "./wire";
import { language } from "./words.svelte";

const PATIENCE = 2500; // milliseconds for the server to answer

/** What the server or the engine said no to. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** Nobody answered. */
class Unreachable extends Error {}

async function ask<T>(path: string, body?: object): Promise<T> {
  const how = body && {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  };
  const impatience = new AbortController();
  const waiting = setTimeout(() => impatience.abort(), PATIENCE);
  const answer = await fetch(path, { ...how, signal: impatience.signal }).catch(() => null);
  clearTimeout(waiting); // who has begun to answer may take longer
  if (!answer || answer.status >= 500) throw new Unreachable(path);
  const found = (await answer.json().catch(() => null)) as T | Problem | null;
  if (!found) throw new Unreachable(path);
  if (!answer.ok) throw new Refused(found as Problem);
  return found as T;
}

export const listed = () => ask<{ tables: import("./wire").Listed[] }>("/api/tables");

let offered: Promise<Record<string, Offered>> | null = null;
export function games(): Promise<Record<string, Offered>> {
  offered ??= ask<Record<string, Offered>>(`/api/games?v=${document.documentElement.dataset.version ?? ""}`);
  offered.catch(() => (offered = null));
  return offered;
}

async function opened(open: Open): Promise<string> {
  const { code, token } = await ask<Opened>("/api/tables", open);
  keepTable(code, { token, game: open.settings?.game });
  return code;
}

/** Alone against bots, at once: those chosen the last time. */
export async function playSolo(game: string, bots = company(game)): Promise<void> {
  const settings: Settings = { game, seats: bots.length + 1, pace: prefs().pace, takeback: true };
  try {
    const code = await opened({ settings, bots, language: language() });
    go(`/t/${code}`, { start: true });
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    await gather({ settings, people: [""], bots, language: language() });
  }
}

/** A table for friends, each on their own device. */
export async function playTogether(game: string): Promise<void> {
  const settings: Settings = { game, seats: 4, pace: prefs().pace };
  go(`/t/${await opened({ settings, language: language() })}`);
}

/** A game round this device, or alone without a network. */
export async function gather(round: Gather): Promise<void> {
  const code = unpacked<string>(await engine("gather", JSON.stringify(round)));
  const people = round.people.map((_, seat) => seat);
  keepTable(code, { here: true, game: round.settings.game, people, phase: "play" });
  void navigator.storage?.persist?.(); // a game that is kept should stay
  go(`/here/${code}`);
}

/** What the engine answers: [true, answer] or [false, problem]. */
function unpacked<T>(text: string): T {
  const [good, value] = JSON.parse(text) as [boolean, unknown];
  if (!good) throw new Refused(value as Problem);
  return value as T;
}

/** A question to the rules: to the engine if it is awake, else to the server, else to the engine. */
export async function answer<T>(question: Question): Promise<T> {
  const here = async () => unpacked<T>(await engine("answer", JSON.stringify(question)));
  if (engineState() === "ready") return here();
  try {
    return await ask<T>("/api/answers", question);
  } catch (error) {
    if (error instanceof Unreachable) return here();
    throw error;
  }
}

/** The record of a finished game, as text. */
export async function record(code: string, number: number, here: boolean): Promise<string> {
  if (here) return unpacked<string>(await engine("record", code, number));
  const found = await fetch(`/api/tables/${code}/games/${number}`).catch(() => null);
  if (!found) throw new Unreachable(code);
  if (!found.ok) throw new Refused((await found.json()) as Problem);
  return found.text();
}

/** The next notes of a review, from a ply on. It is thought on this device, never on the server. */
export async function look(text: string, since: number, milliseconds: number): Promise<Looked> {
  return unpacked<Looked>(await engine("review", text, since, milliseconds));
}

/** What these notes come to, in words and as a picture. */
export async function sumUp(text: string, notes: Judged[], narrow: boolean): Promise<Summed> {
  return unpacked<Summed>(await engine("sum_up", text, JSON.stringify(notes), language(), narrow));
}

/** The settings for another game: as many seats as it can have, none of the house rules of the last one. */
export function fitted(now: Settings, game: string, offered: Record<string, Offered>): Settings {
  const fits = offered[game]?.seats ?? [now.seats ?? 4];
  const seats = Math.min(Math.max(...fits), Math.max(Math.min(...fits), now.seats ?? 4));
  return { ...now, game, seats, options: {}, deck: {} };
}
