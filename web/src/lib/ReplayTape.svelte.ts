// Where a replay stands, and how it goes on. One step forward is news; anything else is a jump.

import { heardPly } from "../sound";
import type { Frame, ReplayAnswer, Said, PlyStory } from "../wire";

const STEP = 1100; // milliseconds for a ply, and
const LINE = 450; // for each line that is to be read
export const SPEEDS = [0.5, 1, 2, 4];
const DRAWN = /^story\.draws/;
const ROUND_OVER = "story.round_over";
const DEAL: Said = ["replay.deal", {}];
export const ALL = -1; // the view that sees every hand

export class Tape {
  at = $state(0);
  view = $state(ALL);
  playing = $state(false);
  speed = $state(1);
  news = $state.raw<PlyStory[]>([]);
  jumps = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly game: ReplayAnswer) {}

  get last(): number {
    return this.game.frames.length - 1;
  }

  get frame(): Frame {
    return this.game.frames[this.at]!;
  }

  /** What whoever looks could hear of a ply: everything, of their own. A deal is heard in one line. */
  lines(frame: Frame): Said[] {
    const { heard } = frame;
    const lines = this.view === ALL || heard.seat === this.view ? frame.lines : heard.lines;
    const over = lines.findIndex(([key]) => key === ROUND_OVER);
    const deal = heard.ply === 0 ? 0 : over < 0 ? lines.length : over;
    const rest = lines.slice(deal).filter(([key]) => !DRAWN.test(key));
    return [...(heard.ply === 0 ? [DEAL] : lines.slice(0, deal)), ...rest];
  }

  /** How many rounds are over by now. */
  get rounds(): number {
    const lines = this.game.frames.slice(0, this.at + 1).flatMap(({ heard }) => heard.lines);
    return lines.filter(([key]) => key === ROUND_OVER).length;
  }

  look(view: number): void {
    this.view = view;
    this.#still();
  }

  jump(to: number): void {
    this.pause();
    this.#put(to);
  }

  forward(): void {
    this.pause();
    this.#forward();
  }

  toggle(): void {
    if (this.playing) return this.pause();
    if (this.at === this.last) this.#put(0);
    else this.#forward();
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.playing = false;
  }

  faster(speed: number): void {
    this.speed = speed;
    if (this.playing) this.#wait();
  }

  #put(to: number): void {
    this.at = Math.max(0, Math.min(this.last, to));
    this.#still();
  }

  #still(): void {
    this.news = [];
    this.jumps += 1;
  }

  #forward(): void {
    if (this.at >= this.last) return;
    this.at += 1;
    this.news = [this.frame.heard];
    heardPly(this.news, this.game.game);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.at === this.last) return this.pause();
    const hold = (STEP + LINE * this.lines(this.frame).length) / this.speed;
    this.#timer = setTimeout(() => {
      this.#forward();
      this.#wait();
    }, hold);
  }
}
