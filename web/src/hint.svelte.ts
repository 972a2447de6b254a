// A hint for the turn that is on: asked for once, told step by step, gone with the turn.

import type { HintAnswer, Said } from "./wire";

export class Hint {
  asked = $state(-1); // the ply it was asked for
  open = $state(false);
  step = $state(0);
  #found = $state.raw<HintAnswer | null>(null);

  /** Whether the answer is on its way. */
  get waiting(): boolean {
    return this.asked >= 0 && !this.#found;
  }

  get last(): boolean {
    return !this.#found || this.step >= this.#found.steps.length - 1;
  }

  /** What is told at this step. */
  get lines(): Said[] {
    return this.#found?.steps[this.step] ?? [];
  }

  get move(): string {
    return this.#found?.move ?? "";
  }

  more(): void {
    if (!this.last) this.step += 1;
  }

  wait(ply: number): void {
    this.asked = ply;
    this.open = true;
    this.step = 0;
    this.#found = null;
  }

  hear(news: HintAnswer): void {
    if (news.ply === this.asked) this.#found = news;
  }

  forget(): void {
    this.asked = -1;
    this.open = false;
    this.step = 0;
    this.#found = null;
  }
}
