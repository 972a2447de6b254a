// The review of one game, as a page knows it: it grows a slice at a time, can be left, and goes on where it was.

import { reviewedHere, reviewedThere, sumUp } from "./door";
import { keepReview, readReview } from "./reviews";
import type {
  GraphPicture,
  MoveNote,
  PositionChances,
  ReviewFound,
  ReviewProgress,
  ReviewSlice,
  ReviewSummary,
} from "./wire";
import { language } from "./words.svelte";

const SLICE = 400; // milliseconds of thinking: a table of this device waits no longer than that
const DRAW = 1500; // milliseconds between two pictures while it grows
const KEEP = 3000; // milliseconds between two times that it is kept
const SKETCHED = 1; // how much of the work it is to look at a position for the first time,
const SETTLED = 3; // … to search it,
const JUDGED = 9; // … and to try every move there

export class Review {
  sketch = $state.raw<PositionChances[]>([]); // of the positions, from the first on; only a first look
  chances = $state.raw<PositionChances[]>([]); // of the positions that were searched
  notes = $state.raw<MoveNote[]>([]); // of the moves; those at turning points come first
  of = $state(0);
  done = $state(false);
  here = $state(false); // whether this device does the thinking
  failed = $state.raw<unknown>(null);
  summed = $state.raw<ReviewSummary | null>(null);
  finished = $state(false); // all of it is found, and summed up
  /** How much of it is done, of one. */
  readonly part = $derived.by(() => {
    const looks = this.here ? SKETCHED * this.sketch.length : 0;
    const work = looks + SETTLED * this.chances.length + JUDGED * this.notes.length;
    const all = ((this.here ? SKETCHED : 0) + SETTLED) * (this.of + 1) + JUDGED * this.of;
    return this.of ? work / all : 0;
  });
  /** The plies of all positions of which anything is known. */
  readonly plies = $derived(put(this.sketch, this.chances).map(({ ply }) => ply));
  /** Whether the lines are final. */
  readonly settled = $derived(this.of > 0 && this.chances.length > this.of);
  /** Whether a part of them is only a first look. */
  readonly rough = $derived(this.plies.length > this.chances.length);
  #narrow: boolean | null = null; // nobody looks yet
  #shown = "";
  #drawing: Promise<void> | null = null;
  #wanted = 0;
  #running = false;
  #drawn = 0;
  #kept = 0;

  constructor(
    readonly text: string,
    readonly online = false, // whether the game is at the server, which may think of it
  ) {
    this.here = !online;
  }

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
    this.failed = null;
    if (this.#running) return this.#drawMeanwhile();
    this.#running = true;
    try {
      if (!this.plies.length) await this.#remember();
      do {
        while (!this.done && this.#wanted) await this.#slice();
        await this.#draw();
      } while (this.#wanted && (!this.done || this.#stale)); // somebody came back while it was drawn
    } catch (error) {
      this.failed = error;
    }
    this.#running = false;
    await this.#keep();
  }

  /** How it is to be drawn: as a phone shows it, or with more room. */
  show(narrow: boolean): void {
    this.#narrow = narrow;
    this.#drawMeanwhile();
  }

  async #remember(): Promise<void> {
    const kept = await readReview(this.text);
    if (!kept) return;
    this.#add(kept.found);
    this.of = kept.of;
    this.done = kept.done;
    this.summed = kept.summed;
    this.finished = kept.finished;
    this.#shown = kept.shown;
  }

  async #slice(): Promise<void> {
    const slice = await this.#next();
    this.#add(slice);
    this.of = slice.of;
    this.done = slice.done;
    if (slice.through && this.here) await this.#draw();
    else if (slice.through || Date.now() - this.#drawn > DRAW) this.#drawMeanwhile();
    if (Date.now() - this.#kept > KEEP) await this.#keep();
  }

  #add({ sketch, chances, notes }: ReviewFound): void {
    this.sketch = put(this.sketch, sketch);
    this.chances = put(this.chances, chances);
    this.notes = put(this.notes, notes);
  }

  get #found(): ReviewFound {
    return { sketch: this.sketch, chances: this.chances, notes: this.notes };
  }

  /** The server's, as long as it does not say no; else of this device. */
  async #next(): Promise<ReviewSlice> {
    const found = this.here ? null : await reviewedThere(this.text, this.#has());
    if (found) return found;
    this.here = true;
    return reviewedHere(this.text, this.#has(), SLICE);
  }

  #has(): ReviewProgress {
    return {
      sketched: this.sketch.length,
      settled: this.chances.map(({ ply }) => ply),
      judged: this.notes.map(({ ply }) => ply),
      first: this.summed?.first ?? [],
    };
  }

  #drawMeanwhile(): void {
    this.#draw().catch((error: unknown) => (this.failed = error));
  }

  /** What a picture of all that is known would show: who looks, how much is known, how many turning points are judged. */
  #sight({ sketch, chances, notes }: ReviewFound, narrow = this.#narrow, done = this.done): string {
    const judged = new Set(notes.map(({ ply }) => ply));
    const told = this.summed?.points.filter(({ ply }) => judged.has(ply)).length ?? 0;
    return [language(), narrow, sketch.length, chances.length, told, done].join(" ");
  }

  get #stale(): boolean {
    return this.#narrow !== null && !!this.plies.length && this.#sight(this.#found) !== this.#shown;
  }

  /** A new picture, and new words, until they tell what is known; one at a time. */
  #draw(): Promise<void> {
    if (!this.#drawing && this.#stale) this.#drawing = Promise.resolve().then(() => this.#drawAll());
    return this.#drawing ?? Promise.resolve();
  }

  async #drawAll(): Promise<void> {
    try {
      while (this.#stale) {
        const [found, narrow, done, tongue] = [this.#found, this.#narrow!, this.done, language()];
        this.#drawn = Date.now();
        this.summed = await sumUp(this.text, found, narrow);
        this.#shown = tongue === language() ? this.#sight(found, narrow, done) : "";
        this.finished = done;
      }
    } finally {
      this.#drawing = null;
    }
  }

  async #keep(): Promise<void> {
    if (!this.plies.length) return;
    this.#kept = Date.now();
    const { text, of, done, finished, summed } = this;
    await keepReview({ text, found: this.#found, of, done, finished, summed, shown: this.#shown });
  }
}

/** What was known and what was found, ply by ply: the newer counts. */
function put<T extends { ply: number }>(known: T[], found: T[]): T[] {
  if (!found.length) return known;
  const all = new Map([...known, ...found].map((one) => [one.ply, one]));
  return [...all.values()].sort((one, other) => one.ply - other.ply);
}

let last: Review | null = null;

/** The review of a record: the one that was just looked at, if it is of the same game. */
export function reviewOf(text: string, online = false): Review {
  if (last?.text !== text) last = new Review(text, online);
  return last;
}

/** Where in the picture the position after a ply lies, in parts of its width. */
export function across({ left, right }: GraphPicture, plies: number[], of: number, ply: number): number {
  const point = plies.filter((one) => one <= ply).length;
  return left + ((right - left) * point) / Math.max(1, of);
}

/** The ply that somebody points at: a number of a turning point over the lines, else the nearest move. */
export function plyAt(summed: ReviewSummary, plies: number[], of: number, x: number, y: number): number {
  const { left, right, top, heads } = summed.drawn;
  if (y < top && heads.length) {
    const far = heads.map((head) => Math.abs(head - x));
    return summed.points[far.indexOf(Math.min(...far))]?.ply ?? 0;
  }
  const point = Math.round(((x - left) / (right - left)) * of);
  return plies[Math.min(point, of, plies.length) - 1] ?? 0;
}
