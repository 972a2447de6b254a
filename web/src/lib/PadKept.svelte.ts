// Something that this device keeps as it is typed, with steps back.

import { keep, kept } from "../keep";

const STEPS = 60;

export class PadKept<T> {
  now = $state.raw<T>() as T;
  #before = $state.raw<T[]>([]);

  constructor(
    readonly name: string,
    read: (text: string | null) => T,
  ) {
    this.now = read(kept(name));
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  put(next: T): void {
    if (next === this.now) return;
    this.#before = [...this.#before.slice(1 - STEPS), this.now];
    this.#write(next);
  }

  /** Typing: no step of its own. */
  type(next: T): void {
    this.#write(next);
  }

  /** One step back; `joined` says what of now stays. */
  undo(joined: (then: T, now: T) => T = (then) => then): void {
    const last = this.#before.at(-1);
    if (last === undefined) return;
    this.#before = this.#before.slice(0, -1);
    this.#write(joined(last, this.now));
  }

  #write(next: T): void {
    this.now = next;
    keep(this.name, JSON.stringify(next));
  }
}
