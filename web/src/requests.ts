// Requests to the server: whoever does not answer in time cannot be reached.

import type { Problem } from "./wire";

const PATIENCE = 2500; // milliseconds for the server to answer

/** What the server or the engine said no to. */
export class RefusedError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.code);
  }
}

/** Nobody answered. */
export class Unreachable extends Error {}

export async function ask<T>(path: string, body?: object, patience = PATIENCE): Promise<T> {
  const how = body && {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  };
  const impatience = new AbortController();
  const waiting = setTimeout(() => impatience.abort(), patience);
  const answer = await fetch(path, { ...how, signal: impatience.signal }).catch(() => null);
  clearTimeout(waiting); // who has begun to answer may take longer
  if (!answer || answer.status >= 500) throw new Unreachable(path);
  const found = (await answer.json().catch(() => null)) as T | Problem | null;
  if (!found) throw new Unreachable(path);
  if (!answer.ok) throw new RefusedError(found as Problem);
  return found as T;
}
