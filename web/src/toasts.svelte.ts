// Short notes that come and go.

import { sayRefusal } from "./words.svelte";

const STAYS = 4500;
let notes = $state<{ id: number; text: string }[]>([]);
let last = 0;

export const toasts = () => notes;

export function toast(text: string): void {
  const id = (last += 1);
  notes = [...notes.filter((note) => note.text !== text).slice(-2), { id, text }];
  setTimeout(() => dismiss(id), STAYS);
}

export function dismiss(id: number): void {
  notes = notes.filter((note) => note.id !== id);
}

/** Take all notes away. */
export function hush(): void {
  notes = [];
}

export const refuse = (code: string, values: Record<string, unknown>) => toast(sayRefusal(code, values));
