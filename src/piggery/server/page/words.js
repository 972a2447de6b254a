// Sentences: the server's catalogues, said in the reader's language.

import { keep, kept } from "./keep.js";

export const LANGUAGES = ["en", "fr", "de", "it"];
const NAMES = { en: "English", fr: "Français", de: "Deutsch", it: "Italiano" };
const BLANK = /\{(\w+)\}/g;
const loaded = {};
const listeners = new Set();
let current = first();

function first() {
  const wanted = [kept("language"), ...(navigator.languages || [navigator.language])];
  const tags = wanted.map((tag) =>
    String(tag || "")
      .slice(0, 2)
      .toLowerCase(),
  );
  return tags.find((tag) => LANGUAGES.includes(tag)) || "en";
}

export const language = () => current;
export const languageName = (tag) => NAMES[tag];

/** Called whenever another language is spoken. */
export function onLanguage(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export async function load(tag = current) {
  if (!loaded[tag]) {
    const answer = await fetch(`/api/words/${tag}`);
    if (!answer.ok) throw new Error(`words ${answer.status}`);
    loaded[tag] = await answer.json();
  }
  current = tag;
  document.documentElement.lang = tag;
}

export async function speak(tag) {
  await load(tag);
  keep("language", tag);
  for (const listener of listeners) listener();
}

export const has = (key) => key in (loaded[current] || {});

/** The sentence of a key with its values, or of a Said. */
export function say(what, values) {
  const [key, given] = typeof what === "string" ? [what, values || {}] : [what[0], what[1] || {}];
  let sentence = (loaded[current] || {})[key];
  if (sentence === undefined) return key;
  if (typeof sentence === "object") sentence = sentence[plural(given.n)];
  return sentence.replace(BLANK, (blank, name) => (name in given ? said(given[name]) : blank));
}

function plural(n) {
  return n === 1 || (n === 0 && current === "fr") ? "one" : "other";
}

function said(value) {
  if (value === null || value === undefined) return "";
  if (!Array.isArray(value)) return String(value).replace(/^-(?=\d)/, "−");
  const [key, given] = value;
  const pair = value.length === 2 && typeof key === "string" && given !== null && typeof given === "object";
  if (!pair || Array.isArray(given)) return value.map(said).join(", ");
  return given.items ? joined(key, given.items) : say(value);
}

function joined(key, values) {
  const items = values.map(said);
  return items.length < 2 ? items.join("") : say(key, { first: items.slice(0, -1).join(", "), last: items.at(-1) });
}

/** Why something was refused, as a sentence of its own. */
export function sayRefusal(code, values) {
  const text = say(has(`error.${code}`) ? `error.${code}` : "error.server.failed", { text: "", ...values });
  return text.charAt(0).toUpperCase() + text.slice(1).trim();
}
