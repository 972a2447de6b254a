import { beforeEach, describe, expect, it, vi } from "vitest";
import { across, plyAt, Review, reviewOf } from "../src/review.svelte";
import { nameOf, type KeptReview } from "../src/reviews";
import type { MoveNote, ReviewSlice, ReviewSummary } from "../src/wire";

const MOVES = 6;
let kept: KeptReview | null = null;
let looked: number[] = []; // from which plies on
let drawn: string[] = [];
let trouble = false;
let meanwhile = (_: string) => {}; // what happens while the engine is at work

function note(ply: number): MoveNote {
  const [chances, none] = [
    [0.5, 0.5],
    [0, 0],
  ];
  return {
    ply,
    seat: ply % 2,
    round: 0,
    choice: true,
    best: true,
    verdict: ["review.best", {}],
    more: [],
    better: ["review.draw", {}],
    story: [],
    loss: 0,
    error: 0,
    shift: none,
    before: chances,
    after: chances,
    errors: none,
    exact: false,
    unit: "",
  };
}

const summed = (change: Partial<ReviewSummary> = {}): ReviewSummary => ({
  points: [],
  seats: [],
  cards: ["review.cards_half", {}],
  how: ["review.how", { units: ["units.cards", {}] }],
  over: true,
  drawn: { svg: "<svg></svg>", left: 0.1, right: 0.9, top: 0.2, bottom: 0.8, heads: [] },
  ...change,
});

vi.mock("../src/reviews", async (original) => ({
  ...(await original<typeof import("../src/reviews")>()),
  readReview: () => Promise.resolve(kept),
  keepReview: (review: KeptReview) => {
    kept = review;
    return Promise.resolve();
  },
}));
vi.mock("../src/door", () => ({
  look: (_: string, since: number): Promise<ReviewSlice> => {
    if (trouble) return Promise.reject(new Error("the engine is gone"));
    looked.push(since);
    meanwhile(`looking from ${since}`);
    const ply = Math.max(1, since);
    return Promise.resolve({ notes: [note(ply), note(ply + 1)], of: MOVES, done: ply + 1 === MOVES });
  },
  sumUp: (_: string, notes: MoveNote[], narrow: boolean) => {
    drawn.push(`${notes.length} ${narrow}`);
    meanwhile(`drawing ${notes.length}`);
    return Promise.resolve(summed());
  },
}));

beforeEach(() => {
  kept = null;
  looked = [];
  drawn = [];
  trouble = false;
  meanwhile = () => {};
});

const plies = (review: Review) => review.notes.map(({ ply }) => ply);

describe("a review", () => {
  it("grows slice by slice to the end, and is kept", async () => {
    const review = new Review("game");
    review.show(true);
    await review.run();
    expect(looked).toEqual([0, 3, 5]);
    expect(plies(review)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(review.done).toBe(true);
    expect(drawn).toEqual(["2 true", "6 true"]); // not with every slice
    expect(kept?.notes).toHaveLength(MOVES);
    expect(kept?.summed).toEqual(summed());
  });

  it("that was done is there again without any thinking", async () => {
    const before = new Review("game");
    before.show(true);
    await before.run();
    looked = [];
    drawn = [];
    const review = new Review("game");
    await review.run();
    review.show(true);
    expect([review.done, review.summed, looked, drawn]).toEqual([true, summed(), [], []]);
    review.show(false);
    await vi.waitFor(() => expect(drawn).toEqual(["6 false"]));
  });

  it("stops when it is left, and goes on where it was", async () => {
    const review = new Review("game");
    const running = review.run();
    review.leave();
    await running;
    expect(review.done).toBe(false);
    const many = review.notes.length;
    const again = new Review("game");
    await again.run();
    expect(plies(again)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(looked.filter((since) => since === 0)).toHaveLength(1);
    expect(many).toBeLessThan(MOVES);
  });

  it("goes on for whoever comes back while the last picture is drawn", async () => {
    const review = new Review("game");
    meanwhile = (what) => {
      if (what === "looking from 3") review.leave();
      if (what === "drawing 4") void review.run();
    };
    review.show(true);
    await review.run();
    expect(drawn).toContain("4 true");
    expect(review.done).toBe(true);
  });

  it("goes on after a trouble, with what it had", async () => {
    const review = new Review("game");
    trouble = true;
    await review.run();
    expect(review.failed).toBeInstanceOf(Error);
    trouble = false;
    await review.again();
    expect([review.failed, review.done]).toEqual([null, true]);
  });

  it("is the same one for the same game", () => {
    const review = reviewOf("game");
    expect(reviewOf("game")).toBe(review);
    expect(reviewOf("another")).not.toBe(review);
  });
});

describe("in the picture", () => {
  const notes = [1, 2, 3, 5].map(note); // the fourth ply was no move
  const turned = summed({
    points: [
      { ply: 2, lines: [] },
      { ply: 5, lines: [] },
    ],
    drawn: { ...summed().drawn, heads: [0.3, 0.7] },
  });

  it("the position after a ply has its place", () => {
    const places = [0, 1, 3, 4, 5].map((ply) => across(summed().drawn, notes, 4, ply));
    expect(places.map((place) => Math.round(100 * place))).toEqual([10, 30, 70, 70, 90]);
  });

  it("a place is the nearest ply, and never outside of the game", () => {
    const at = (x: number) => plyAt(turned, notes, 4, x, 0.5);
    expect([-0.5, 0.1, 0.32, 0.88, 1.5].map(at)).toEqual([0, 0, 1, 5, 5]);
  });

  it("a place that is not yet known leads to the last one that is", () => {
    expect(plyAt(turned, notes, 8, 0.9, 0.5)).toBe(5);
  });

  it("over the lines the nearest number counts", () => {
    expect([0.1, 0.45, 0.55].map((x) => plyAt(turned, notes, 4, x, 0.1))).toEqual([2, 2, 5]);
  });

  it("without numbers, the nearest ply", () => {
    expect(plyAt(summed(), notes, 4, 0.3, 0.1)).toBe(1);
  });
});

it("games that differ have different names", () => {
  const texts = ["", "a", "b", "ab", "ba", "a".repeat(1000)];
  expect(new Set(texts.map(nameOf)).size).toBe(texts.length);
});
