// Which page is shown: the address says so.

import { untrack } from "svelte";

export type Page =
  | { name: "home" }
  | { name: "new"; game: string }
  | { name: "table"; code: string; here: boolean; start: boolean }
  | { name: "replay"; code: string; here: boolean; number: number }
  | { name: "learn" | "rules" | "puzzle"; game: string }
  | { name: "pad" | "games" | "settings" | "nothing" };

type Maker = (parts: string[]) => Page;
const GAME = /^[a-z][a-z0-9_]*$/;
const number = (text: string | undefined) => Number(text ?? "");

const ROUTES: [RegExp, Maker][] = [
  [/^\/$/, () => ({ name: "home" })],
  [/^\/new\/(\w+)$/, ([game = ""]) => ofGame("new", game)],
  [/^\/learn\/(\w+)$/, ([game = ""]) => ofGame("learn", game)],
  [/^\/rules\/(\w+)$/, ([game = ""]) => ofGame("rules", game)],
  [/^\/puzzle\/(\w+)$/, ([game = ""]) => ofGame("puzzle", game)],
  [
    /^\/(t|here)\/([\w-]+)$/,
    ([where, code = ""]) => ({ name: "table", code: tidy(code), here: where === "here", start: false }),
  ],
  [
    /^\/(t|here)\/([\w-]+)\/(\d+)$/,
    ([where, code = "", n]) => ({
      name: "replay",
      code: tidy(code),
      here: where === "here",
      number: number(n),
    }),
  ],
  [/^\/replay$/, () => ({ name: "replay", code: "", here: false, number: 0 })],
  [/^\/(pad|games|settings)$/, ([name]) => ({ name: name as "pad" })],
];

function ofGame(name: "new" | "learn" | "rules" | "puzzle", game: string): Page {
  return GAME.test(game) ? { name, game } : { name: "nothing" };
}

/** A code as it was meant: capitals, no spaces or dashes. */
export const tidy = (code: string) => code.toUpperCase().replace(/[^A-Z0-9]/g, "");

export function pageAt(path: string): Page {
  for (const [pattern, make] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return make(found.slice(1));
  }
  return { name: "nothing" };
}

let page = $state.raw<Page>(pageAt(location.pathname));
let visit = $state(0);

export const shown = () => page;
/** Changes with every step, so that the same page twice is drawn again. */
export const visits = () => visit;

/** Go to an address of ours; `state` is for the page alone. */
export function go(path: string, also: Partial<Extract<Page, { name: "table" }>> = {}): void {
  if (location.pathname + location.hash !== path) history.pushState(null, "", path);
  page = { ...pageAt(location.pathname), ...also } as Page;
  visit += 1;
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  page = pageAt(location.pathname);
  visit += 1;
});

/** The heading of a page that was gone to has the focus, so that it is read out. */
export function arrived(heading: HTMLElement): void {
  if (untrack(() => visit)) heading.focus({ preventScroll: true });
}

/** Links of ours change the page without reloading it. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.pathname + link.hash);
}
