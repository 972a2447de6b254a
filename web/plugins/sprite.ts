// All pictures of cards and faces in one file of symbols: fetched once, used by name.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "vite";

const MODULE = "virtual:sprite";
const ALONE = /^title-/; // pictures that are shown by themselves

export function symbols(folder: string): string {
  const files = readdirSync(folder).filter((name) => name.endsWith(".svg") && !ALONE.test(name));
  const parts = files.sort().map((name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const [, box, inside] = /<svg[^>]*viewBox="([^"]+)"[^>]*>([\s\S]*)<\/svg>/.exec(text) ?? [];
    if (!box || inside === undefined) throw new Error(`${name} is no picture`);
    return `<symbol id="${basename(name, ".svg")}" viewBox="${box}">${inside.trim()}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${parts.join("")}</svg>`;
}

export function sprite(folder: string): Plugin {
  return {
    name: "sprite",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return;
      const source = symbols(folder);
      const hash = createHash("sha256").update(source).digest("hex").slice(0, 8);
      const file = this.emitFile({ type: "asset", fileName: `assets/art-${hash}.svg`, source });
      return `export default import.meta.ROLLUP_FILE_URL_${file};`;
    },
  };
}
