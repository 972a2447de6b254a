// What whoever listens to a page hears, in French: its colons have a space before them.

import { mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, expect, test } from "vitest";
import Announce from "../src/lib/Announce.svelte";
import Stepper from "../src/lib/Stepper.svelte";
import type { TableSession } from "../src/session.svelte";
import { use } from "../src/words.svelte";

const drawn: Record<string, unknown>[] = [];
const draw = <P extends Record<string, any>>(what: Component<P>, props: P) =>
  drawn.push(mount(what as Component<any>, { target: document.body, props }));

beforeEach(() =>
  use("fr", {
    "page.hint.1": "Un coup de pouce :",
    "page.fewer": "moins",
    "page.more": "plus",
    "table.thing": "{name} : {value}",
    "why.not": "Pas maintenant.",
  }),
);
afterEach(() => drawn.splice(0).forEach((component) => void unmount(component)));

test("a hint is announced after its heading", () => {
  const hint = { open: true, step: 0, lines: [["why.not", {}]] };
  const session = { covered: false, mine: false, news: [], emotes: {}, view: null, hint };
  draw(Announce, { session: session as unknown as TableSession });
  expect(document.body.textContent).toContain("Un coup de pouce : Pas maintenant.");
});

test("the buttons beside a number say what they change", () => {
  draw(Stepper, { label: "Places", value: 3, values: [2, 3, 4], onpick: () => undefined });
  const labels = [...document.querySelectorAll("button")].map((button) => button.getAttribute("aria-label"));
  expect(labels).toEqual(["Places : moins", "Places : plus"]);
});
