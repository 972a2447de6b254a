import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { first } from "./plugins/first.ts";
import { sprite } from "./plugins/sprite.ts";

const start = first(/\/src\/main\.ts$/);

export default defineConfig({
  plugins: [svelte(), sprite("art"), start.plugin],
  build: {
    outDir: "dist",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: "index.html", sw: "src/sw.ts" },
      output: {
        entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        codeSplitting: { groups: [{ name: "first", test: start.holds }] },
      },
    },
  },
  worker: { format: "es" },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  test: { environment: "happy-dom", include: ["tests/*.test.ts"] },
});
