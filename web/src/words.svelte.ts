// Sentences: the server's catalogues, said in the reader's language.

import { keep, kept } from "./keep";
import type { Said } from "./wire";

export const LANGUAGES = ["en", "fr", "de", "it"] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: "English",
  fr: "Français",
  de: "Deutsch",
  it: "Italiano",
};
type Sentence = string | { one: string; other: string };
type Catalogue = Record<string, Sentence>;

const BLANK = /\{(\w+)\}/g;
const loaded: Partial<Record<Language, Catalogue>> = {};
let current = $state<Language>(preferred());
let words = $state.raw<Catalogue>({});

function preferred(): Language {
  const wanted = [kept("language"), ...(navigator.languages ?? [navigator.language])];
  const tags = wanted.map((tag) =>
    String(tag ?? "")
      .slice(0, 2)
      .toLowerCase(),
  );
  return (
    LANGUAGES.find((one) => one === tags.find((tag) => (LANGUAGES as readonly string[]).includes(tag))) ??
    "en"
  );
}

export const language = () => current;
export const has = (key: string) => key in words;

export async function load(tag: Language = current): Promise<void> {
  const found = loaded[tag] ?? (await fetched(tag));
  loaded[tag] = found;
  current = tag;
  words = found;
  document.documentElement.lang = tag;
}

async function fetched(tag: Language): Promise<Catalogue> {
  const answer = await fetch(`/api/words/${tag}?v=${document.documentElement.dataset.version ?? ""}`);
  if (!answer.ok) throw new Error(`words ${answer.status}`);
  return (await answer.json()) as Catalogue;
}

/** From now on in this language. */
export async function speak(tag: Language): Promise<void> {
  await load(tag);
  keep("language", tag);
}

/** For tests: use this catalogue. */
export function use(tag: Language, catalogue: Catalogue): void {
  loaded[tag] = catalogue;
  current = tag;
  words = catalogue;
}

/** The sentence of a key with its values, or of a Said. */
export function say(what: string | Said, values: Record<string, unknown> = {}): string {
  const [key, given] = typeof what === "string" ? [what, values] : [what[0], what[1] ?? {}];
  const sentence = words[key];
  if (sentence === undefined) return key;
  const text = typeof sentence === "string" ? sentence : sentence[plural(Number(given.n))];
  return text.replace(BLANK, (blank, name: string) => (name in given ? said(given[name]) : blank));
}

const plural = (n: number) => (Math.abs(n) === 1 || (n === 0 && current === "fr") ? "one" : "other");

function said(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (!Array.isArray(value)) return String(value).replace(/^-(?=\d)/, "−");
  if (!isPair(value)) return value.map(said).join(", ");
  const items = value[1].items;
  return Array.isArray(items) ? joined(value[0], items.map(said)) : say(value);
}

function isPair(value: unknown[]): value is Said {
  const [key, given] = value;
  return value.length === 2 && typeof key === "string" && typeof given === "object" && !Array.isArray(given);
}

function joined(key: string, items: string[]): string {
  return items.length < 2
    ? items.join("")
    : say(key, { first: items.slice(0, -1).join(", "), last: items.at(-1) });
}

/** Why something was refused, as a sentence of its own. */
export function sayRefusal(code: string, values: Record<string, unknown> = {}): string {
  const text = say(has(`error.${code}`) ? `error.${code}` : "error.server.failed", { text: "", ...values });
  return text.charAt(0).toUpperCase() + text.slice(1).trim();
}
