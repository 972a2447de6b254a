// Where the device keeps its tables: each entry of a log under the key (code, n), so that no two tabs write the same.

const NAME = "piggery";
const STORE = "log";
let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error("no database"));
  });
  return opened;
}

const whole = (code: string) => IDBKeyRange.bound([code, 0], [code, Infinity]);

/** Store entries n, n + 1 …, all or none; false when n is there already. */
export async function append(code: string, n: number, at: number, texts: string[]): Promise<boolean> {
  const db = await database();
  return new Promise((resolve, reject) => {
    const change = db.transaction(STORE, "readwrite", { durability: "strict" });
    texts.forEach((text, k) => change.objectStore(STORE).add([at, text], [code, n + k]));
    change.oncomplete = () => resolve(true);
    change.onabort = () => {
      if (change.error?.name === "ConstraintError") resolve(false);
      else reject(change.error ?? new Error("not stored"));
    };
  });
}

/** The entries of a table, each with the time it was stored. */
export async function read(code: string): Promise<[number, string][]> {
  const db = await database();
  return new Promise((resolve, reject) => {
    const asked = db.transaction(STORE).objectStore(STORE).getAll(whole(code));
    asked.onsuccess = () => resolve(asked.result as [number, string][]);
    asked.onerror = () => reject(asked.error ?? new Error("not read"));
  });
}

export async function forget(code: string): Promise<void> {
  const db = await database();
  db.transaction(STORE, "readwrite").objectStore(STORE).delete(whole(code));
}
