// The rules and bots of Piggery, in Python, in a worker: tables of this device, and questions to the rules.

import { append, read } from "./log";
import type { Call, Order, Report } from "./orders";
import type { PyodideInterface } from "pyodide";
import type { PyCallable, PyProxy } from "pyodide/ffi";

let BASE = ""; // the files of one version
const PLACE = "/lib/python3.14/site-packages";
const CALM = 500; // milliseconds before the snapshot is kept: whoever waits for a card comes first
// What a snapshot holds: everything that needs no compiled module of its own.
const FROZEN = `
import asyncio, collections.abc, dataclasses, datetime, functools, hashlib, hmac, json, logging, secrets, typing
import piggery.core.story, piggery.bots.coach, piggery.table.names, piggery.table.identity, piggery.games.lessons
import piggery.study.graph
`;
const THAWED = `
import importlib
importlib.invalidate_caches()
from piggery.browser import Device
Device
`;

type Device = PyProxy & Record<Call | "changed", PyCallable>;
type Sizes = Record<string, number>;
type Files = { sizes: Sizes; packages: string[]; lock: string };

const report = (what: Report) => postMessage(what);
const others = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("piggery");
let device: Promise<Device> | null = null;

async function start(version: string): Promise<Device> {
  BASE = `/engine/${version}/`;
  const plain = self.fetch;
  const described = plain(`${BASE}files.json`).then((answer) => answer.json() as Promise<Files>);
  const loading = import(/* @vite-ignore */ `${BASE}pyodide.mjs`) as Promise<typeof import("pyodide")>;
  const frozen = await thaw(version);
  const { sizes, packages, lock } = await described;
  if (!frozen) self.fetch = counted(sizes, plain);
  const archives = Promise.all(packages.map((name) => bytes(BASE + name)));
  const { loadPyodide } = await loading;
  const how = frozen ? { _loadSnapshot: frozen } : { _makeSnapshot: true };
  const python = await loadPyodide({ indexURL: BASE, lockFileContents: lock, ...how });
  self.fetch = plain;
  for (const archive of await archives) python.unpackArchive(archive, "zip", { extractDir: PLACE });
  if (!frozen) {
    python.runPython(FROZEN);
    const snapshot = python.makeMemorySnapshot();
    setTimeout(() => void freeze(version, snapshot), CALM);
  }
  return made(python);
}

function made(python: PyodideInterface): Device {
  const make = python.runPython(THAWED) as PyCallable;
  const store = async (code: string, n: number, at: number, texts: string) => {
    const stored = await append(code, n, at, JSON.parse(texts) as string[]);
    if (stored) others?.postMessage(code);
    return stored;
  };
  const all = async (code: string) => JSON.stringify(await read(code));
  return make(store, all, (code: string, text: string) => report({ news: code, text })) as Device;
}

async function bytes(url: string): Promise<Uint8Array> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** A fetch that reports how much of the engine has come. */
function counted(sizes: Sizes, plain: typeof fetch): typeof fetch {
  const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  let come = 0;
  return async (what, how) => {
    const answer = await plain(what, how);
    const name = new URL(answer.url || String(what), location.href).pathname.slice(BASE.length);
    if (!answer.body || !(name in sizes)) return answer;
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, out) {
        come += chunk.byteLength;
        report({ progress: Math.min(1, come / total) });
        out.enqueue(chunk);
      },
    });
    return new Response(answer.body.pipeThrough(counting), {
      headers: answer.headers,
      status: answer.status,
    });
  };
}

/** Python as it was after loading, if it was kept; a plain http page has nowhere to keep it. */
async function thaw(version: string): Promise<Uint8Array | null> {
  if (typeof caches === "undefined") return null;
  try {
    if (!(await caches.has(`piggery-${version}`))) return null;
    const found = await (await caches.open(`piggery-${version}`)).match(`${BASE}snapshot`);
    return found ? new Uint8Array(await found.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

async function freeze(version: string, snapshot: Uint8Array): Promise<void> {
  if (typeof caches === "undefined") return;
  try {
    if (!(await caches.has(`piggery-${version}`))) return; // this page is of a version that is gone
    const cache = await caches.open(`piggery-${version}`);
    await cache.put(`${BASE}snapshot`, new Response(snapshot as BodyInit));
  } catch {
    // no room: it is loaded whole next time
  }
}

async function obey(order: Order): Promise<void> {
  if ("start" in order) {
    device ??= start(order.start);
    await device;
    report({ ready: true });
    return;
  }
  const engine = await device;
  if (!engine) throw new Error("not started");
  const value: unknown = await engine[order.call](...order.with);
  report({ id: order.id, value: value as string | undefined });
}

addEventListener("message", ({ data }: MessageEvent<Order>) => {
  obey(data).catch((error: unknown) => {
    const text = error instanceof Error ? error.message : String(error);
    report("start" in data ? { failed: text } : { id: data.id, failed: text });
  });
});
others?.addEventListener("message", ({ data }: MessageEvent<string>) => {
  void device?.then((engine) => engine.changed(data));
});
