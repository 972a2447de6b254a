// Where the device keeps what its reviews have found, so that a game is judged once. A browser may forbid it.

import type { ReviewFound, ReviewSummary } from "./wire";

/** What was found of a game, and how it was last shown. */
export interface KeptReview {
  text: string; // the record
  found: ReviewFound;
  of: number;
  done: boolean;
  finished: boolean; // and shown so
  summed: ReviewSummary | null;
  shown: string; // in which language and form that is
}

const NAME = "piggery-reviews";
const STORE = "reviews";
const SHAPE = 4; // of what is kept: an older one is forgotten
const MOST = 40;
let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= opening().catch((error: unknown) => {
    opened = null; // it may be free the next time
    throw error;
  });
  return opened;
}

function opening(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, SHAPE);
    asked.onupgradeneeded = () => made(asked.result);
    asked.onsuccess = () => resolve(shared(asked.result));
    asked.onerror = () => reject(asked.error ?? new Error("no database"));
    asked.onblocked = () => reject(new Error("an older page has it open"));
  });
}

/** A newer page in another tab is not kept waiting. */
function shared(db: IDBDatabase): IDBDatabase {
  db.onversionchange = () => {
    db.close();
    opened = null;
  };
  return db;
}

function made(db: IDBDatabase): void {
  if (db.objectStoreNames.contains(STORE)) db.deleteObjectStore(STORE);
  db.createObjectStore(STORE).createIndex("at", "at");
}

/** A short name for a record (FNV-1a). Whoever reads compares the whole text. */
export function nameOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let n = 0; n < text.length; n += 1) hash = Math.imul(hash ^ text.charCodeAt(n), 0x01000193) >>> 0;
  return `${hash.toString(16)}-${text.length}`;
}

export async function readReview(text: string): Promise<KeptReview | null> {
  try {
    const db = await database();
    const asked = db.transaction(STORE).objectStore(STORE).get(nameOf(text));
    const found = await new Promise<KeptReview | undefined>((resolve, reject) => {
      asked.onsuccess = () => resolve(asked.result as KeptReview | undefined);
      asked.onerror = () => reject(asked.error ?? new Error("not read"));
    });
    return found?.text === text ? found : null;
  } catch {
    return null;
  }
}

export async function keepReview(review: KeptReview, at = Date.now()): Promise<void> {
  try {
    const store = (await database()).transaction(STORE, "readwrite").objectStore(STORE);
    store.put({ ...review, at }, nameOf(review.text));
    const many = store.count();
    many.onsuccess = () => tidy(store, many.result - MOST);
  } catch {
    // forbidden, or full: it is found again next time
  }
}

/** Forget so many, the oldest. */
function tidy(store: IDBObjectStore, many: number): void {
  if (many <= 0) return;
  const walk = store.index("at").openKeyCursor();
  walk.onsuccess = () => {
    if (!walk.result || many <= 0) return;
    store.delete(walk.result.primaryKey);
    many -= 1;
    walk.result.continue();
  };
}
