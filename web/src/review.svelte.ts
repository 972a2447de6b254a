// The review of one game, as a page knows it: it grows a slice at a time, can be left, and goes on where it was.

import { look, sumUp } from "./door";
import { keepReview, readReview } from "./reviews";
import type { GraphPicture, MoveNote, ReviewSummary } from "./wire";
import { language } from "./words.svelte";

const SLICE = 400; // milliseconds of thinking: a table of this device waits no longer than that
const DRAW = 1500; // milliseconds between two pictures while it grows
const KEEP = 3000; // milliseconds between two times that it is kept

export class Review {
  notes = $state.raw<MoveNote[]>([]);
  of = $state(0);
  done = $state(false);
  failed = $state.raw<unknown>(null);
  summed = $state.raw<ReviewSummary | null>(null);
  #narrow: boolean | null = null; // nobody looks yet
  #shown = "";
  #asked = "";
  #wanted = 0;
  #running = false;
  #drawn = 0;
  #kept = 0;

  constructor(
    readonly text: string,
    readonly online = false, // whether the game is at the server, which may think of it
  ) {}

  /** Go on until it is done, or until everybody who looked has left. */
  run(): Promise<void> {
    this.#wanted += 1;
    return this.again();
  }

  leave(): void {
    this.#wanted -= 1;
  }

  /** After a trouble. */
  async again(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    this.failed = null;
    try {
      if (!this.notes.length) await this.#remember();
      do {
        while (!this.done && this.#wanted) await this.#slice();
        await this.#draw();
      } while (!this.done && this.#wanted); // somebody came back while it was drawn
    } catch (error) {
      this.failed = error;
    }
    this.#running = false;
    await this.#keep();
  }

  /** How it is to be drawn: as a phone shows it, or with more room. */
  show(narrow: boolean): void {
    this.#narrow = narrow;
    this.#draw().catch((error: unknown) => (this.failed = error));
  }

  async #remember(): Promise<void> {
    const kept = await readReview(this.text);
    if (!kept) return;
    this.notes = kept.notes;
    this.of = kept.of;
    this.done = kept.done;
    this.summed = kept.summed;
    this.#shown = this.#asked = kept.shown;
  }

  async #slice(): Promise<void> {
    const since = (this.notes.at(-1)?.ply ?? -1) + 1;
    const { notes, of, done } = await look(this.text, since, SLICE, this.online);
    this.notes = [...this.notes, ...notes];
    this.of = of;
    this.done = done;
    if (done || Date.now() - this.#drawn > DRAW) await this.#draw();
    if (Date.now() - this.#kept > KEEP) await this.#keep();
  }

  async #draw(): Promise<void> {
    const wanted = `${language()} ${this.#narrow} ${this.notes.length}`;
    if (this.#narrow === null || !this.notes.length || wanted === this.#asked) return;
    this.#asked = wanted;
    this.#drawn = Date.now();
    const summed = await sumUp(this.text, this.notes, this.#narrow);
    if (wanted !== this.#asked) return; // it has changed in the meantime
    this.summed = summed;
    this.#shown = wanted;
  }

  async #keep(): Promise<void> {
    if (!this.notes.length) return;
    this.#kept = Date.now();
    const { text, notes, of, done, summed } = this;
    await keepReview({ text, notes, of, done, summed, shown: this.#shown });
  }
}

let last: Review | null = null;

/** The review of a record: the one that was just looked at, if it is of the same game. */
export function reviewOf(text: string, online = false): Review {
  if (last?.text !== text) last = new Review(text, online);
  return last;
}

/** Where in the picture the position after a ply lies, in parts of its width. */
export function across({ left, right }: GraphPicture, notes: MoveNote[], of: number, ply: number): number {
  const point = notes.filter((note) => note.ply <= ply).length;
  return left + ((right - left) * point) / Math.max(1, of);
}

/** The ply that somebody points at: a number of a turning point over the lines, else the nearest move. */
export function plyAt(summed: ReviewSummary, notes: MoveNote[], of: number, x: number, y: number): number {
  const { left, right, top, heads } = summed.drawn;
  if (y < top && heads.length) {
    const far = heads.map((head) => Math.abs(head - x));
    return summed.points[far.indexOf(Math.min(...far))]?.ply ?? 0;
  }
  const point = Math.round(((x - left) / (right - left)) * of);
  const note = notes[Math.min(point, notes.length) - 1];
  return note?.ply ?? 0;
}
