// Where the page begins: words first, then the page, then its pictures.

import "./tokens.css";
import "./base.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { paint } from "./art";
import { offline } from "./offline.svelte";
import { load } from "./words.svelte";

const AGAIN = 1500;
const target = document.getElementById("app");
if (!target) throw new Error("no place for the page");

/** Without words there is no page: try until they come. */
async function words(): Promise<void> {
  for (;;) {
    try {
      return await load().catch(() => load("en"));
    } catch {
      document.getElementById("trouble")?.removeAttribute("hidden");
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }
}

await words();
document.getElementById("trouble")?.remove();
mount(App, { target });
paint();
offline();
