// The page's side of the engine: it is started when it is needed, or when there is nothing else to do.

import type { Call, Order, Report } from "./orders";

type State = "asleep" | "loading" | "ready" | "failed";
type Listener = { hear: (text: string) => void; lost: () => void };
type PendingCall = { done: (value: string) => void; failed: (error: Error) => void };

let state = $state<State>("asleep");
let progress = $state(0);
let worker: Worker | null = null;
let ready: Promise<void> | null = null;
let last = 0;
const waiting = new Map<number, PendingCall>();
const hearing = new Map<string, Listener>();

export const engineState = () => state;
export const engineProgress = () => progress;
export const engineVersion = () => document.documentElement.dataset.version ?? "";

/** Start the engine, once. */
export function wakeEngine(): Promise<void> {
  ready ??= new Promise((resolve, reject) => {
    state = "loading";
    performance.mark("engine-woken");
    worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }: MessageEvent<Report>) => heard(data, resolve, reject);
    worker.onerror = (event) => fail(event.message || "the engine cannot be loaded", reject);
    tell({ start: engineVersion() });
  });
  return ready;
}

function fail(text: string, reject: (error: Error) => void) {
  state = "failed";
  ready = null; // it may be tried again
  worker?.terminate();
  const error = new Error(text);
  for (const one of waiting.values()) one.failed(error);
  waiting.clear();
  for (const one of hearing.values()) one.lost();
  reject(error);
}

function heard(report: Report, resolve: () => void, reject: (error: Error) => void) {
  if ("progress" in report) progress = report.progress;
  else if ("ready" in report) {
    state = "ready";
    performance.mark("engine-ready");
    resolve();
  } else if ("news" in report) hearing.get(report.news)?.hear(report.text);
  else if ("id" in report) answered(report);
  else if ("failed" in report) fail(report.failed, reject);
}

function answered(report: Extract<Report, { id: number }>) {
  const one = waiting.get(report.id);
  waiting.delete(report.id);
  if ("failed" in report) one?.failed(new Error(report.failed));
  else one?.done(report.value ?? "");
}

const tell = (order: Order) => worker?.postMessage(order);

/** Ask the engine for something; it is woken first. */
export async function engine(call: Call, ...parts: (string | number | boolean)[]): Promise<string> {
  await wakeEngine();
  return new Promise((done, failed) => {
    const id = (last += 1);
    waiting.set(id, { done, failed });
    tell({ id, call, with: parts });
  });
}

/** News of a table of this device go to one listener; it is also told when there will be no more. */
export function listen(code: string, listener: Listener): () => void {
  hearing.set(code, listener);
  return () => {
    if (hearing.get(code) === listener) hearing.delete(code);
  };
}
