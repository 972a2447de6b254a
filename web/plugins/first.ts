// Everything that the first screen needs in one file: pages that come later find it there.

import type { Plugin } from "vite";

/** A plugin that follows what `main` imports at once, and whether a module is part of that. */
export function first(main: RegExp): { plugin: Plugin; holds: (id: string) => boolean } {
  const modules = new Set<string>();
  const plugin: Plugin = {
    name: "first",
    apply: "build",
    buildEnd() {
      const waiting = [...this.getModuleIds()].filter((id) => main.test(id));
      for (const id of waiting)
        for (const next of this.getModuleInfo(id)?.importedIds ?? [])
          if (!modules.has(next)) {
            modules.add(next);
            waiting.push(next);
          }
    },
  };
  return { plugin, holds: (id) => modules.has(id) };
}
