// Opening tables: on the server when it can be reached, else on this device. And questions to the rules, likewise.

import { company, fitting } from "./company";
import type { Sight } from "./deals.svelte";
import { engine, engineState } from "./engine/engine.svelte";
import { isKnown } from "./games";
import { keepTable } from "./keep";
import { offered } from "./offered.svelte";
import { prefs } from "./prefs.svelte";
import { ask, RefusedError, Unreachable } from "./requests";
import { go } from "./route.svelte";
import { seatsFor } from "./settings";
import type {
  Gather,
  Listing,
  ReviewFound,
  ReviewProgress,
  ReviewSlice,
  Said,
  OpenTable,
  TableOpened,
  Problem,
  Question,
  Settings,
  ReviewSummary,
} from "./wire";
import { language } from "./words.svelte";

export const listed = () => ask<Listing>("/api/tables");

async function opened(open: OpenTable): Promise<string> {
  const { code, token } = await ask<TableOpened>("/api/tables", open);
  keepTable(code, { token, game: open.settings?.game });
  return code;
}

/** Alone against bots, at once: those chosen the last time. */
export async function playSolo(game: string, wanted = company(game)): Promise<void> {
  const bots = fitting(wanted, offered(game));
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
  const settings: Settings = { game, seats: seatsFor(offered(game), 4), pace: prefs().pace };
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
  if (!good) throw new RefusedError(value as Problem);
  return value as T;
}

/** A question to the rules: to the engine if it is awake, else to the server, else to the engine. */
export async function answer<T>(question: Question): Promise<T> {
  const here = async () => unpacked<T>(await engine("answer", JSON.stringify(question)));
  const may = isForEngine(question);
  if (may && engineState() === "ready") return here();
  try {
    return await ask<T>("/api/answers", question);
  } catch (error) {
    if (may && error instanceof Unreachable) return here();
    throw error;
  }
}

/** Whether the engine may know the game of a question: it has none of the server's plug-ins. */
function isForEngine(question: Question): boolean {
  const game = "game" in question ? question.game : /"game":\s*"(\w+)"/.exec(question.record)?.[1];
  return game === undefined || isKnown(game);
}

/** The record of a finished game, as text. */
export async function record(code: string, number: number, here: boolean): Promise<string> {
  if (here) return unpacked<string>(await engine("record", code, number));
  const found = await fetch(`/api/tables/${code}/games/${number}`).catch(() => null);
  if (!found) throw new Unreachable(code);
  if (!found.ok) throw new RefusedError((await found.json()) as Problem);
  return found.text();
}

/** What is right about the deal of a finished game. It is worked out on this device: the server's word is in question. */
export async function verified(text: string, seen: Sight): Promise<Said[]> {
  return unpacked<Said[]>(await engine("verify", text, JSON.stringify(seen)));
}

const THINKS = 15_000; // milliseconds until a server that many ask has thought of a slice

/** The next slice of a review, by the server, which is quicker. Nothing where it does not think of this game, has too
 * much to do, or does not answer. */
export async function reviewedThere(text: string, has: ReviewProgress): Promise<ReviewSlice | null> {
  const question: Question = { type: "review", record: text, has };
  try {
    const found = await ask<ReviewSlice>("/api/answers", question, THINKS);
    return found.of ? found : null;
  } catch (error) {
    const refused = error instanceof RefusedError ? error.problem.code : "";
    if (refused && !/^(limit|wire)\./.test(refused)) throw error; // another version may not understand the question
    return null;
  }
}

/** The same by the engine of this device, for so many milliseconds. */
export async function reviewedHere(
  text: string,
  has: ReviewProgress,
  milliseconds: number,
): Promise<ReviewSlice> {
  return unpacked<ReviewSlice>(await engine("review", text, JSON.stringify(has), milliseconds));
}

/** What a review has found, in words and as a picture. */
export async function sumUp(text: string, found: ReviewFound, narrow: boolean): Promise<ReviewSummary> {
  return unpacked<ReviewSummary>(await engine("sum_up", text, JSON.stringify(found), language(), narrow));
}
