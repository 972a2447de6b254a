import { beforeEach, describe, expect, it, vi } from "vitest";
import { across, plyAt, Review, reviewOf } from "../src/review.svelte";
import { nameOf, type KeptReview } from "../src/reviews";
import type {
  MoveNote,
  PositionChances,
  ReviewFound,
  ReviewProgress,
  ReviewSlice,
  ReviewSummary,
} from "../src/wire";

const MOVES = 6;
const POSITIONS = [1, 2, 3, 4, 5, 6, 7];
const TURN = 5; // the ply that turns the game
let kept: KeptReview | null = null;
let looked: string[] = []; // what was found, and by whom
let drawn: string[] = [];
let trouble = false;
let thinks = 0; // slices that the server thinks of before it says no
let meanwhile = (_: string) => {}; // what happens while the engine is at work

const chances = (ply: number): PositionChances => ({ ply, chances: [0.5, 0.5], errors: [0, 0] });

function note(ply: number): MoveNote {
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
    shift: [0, 0],
    exact: false,
    unit: "",
  };
}

const summed = (change: Partial<ReviewSummary> = {}): ReviewSummary => ({
  settled: false,
  points: [],
  first: [],
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
/** What an engine finds next: everything roughly, what comes first, then two things a slice. */
function next(has: ReviewProgress, rough: boolean): ReviewSlice {
  const slice: ReviewSlice = { sketch: [], chances: [], notes: [], of: MOVES, through: true, done: false };
  const [settled, judged, first] = [has.settled ?? [], has.judged ?? [], has.first ?? []];
  const left = POSITIONS.filter((ply) => !settled.includes(ply));
  const moves = [...first, ...POSITIONS.slice(0, MOVES)].filter((ply) => !judged.includes(ply));
  if (rough && (has.sketched ?? 0) < POSITIONS.length) return { ...slice, sketch: POSITIONS.map(chances) };
  if (first.some((ply) => left.includes(ply))) return { ...slice, chances: [TURN, TURN + 1].map(chances) };
  if (first.some((ply) => !judged.includes(ply))) return { ...slice, notes: [note(TURN)] };
  if (left.length) return { ...slice, chances: left.slice(0, 2).map(chances), through: left.length <= 2 };
  return {
    ...slice,
    notes: moves.slice(0, 2).map(note),
    through: moves.length <= 2,
    done: moves.length <= 2,
  };
}

function told(who: string, { sketch, chances, notes }: ReviewFound): string {
  const parts = { sketch, chances, notes };
  const [what, found] = Object.entries(parts).find(([, one]) => one.length) ?? ["nothing", []];
  return `${who}: ${what} ${found.map(({ ply }: { ply: number }) => ply).join(" ")}`;
}

vi.mock("../src/door", () => ({
  reviewedThere: (_: string, has: ReviewProgress): Promise<ReviewSlice | null> => {
    const found = thinks > 0 ? next(has, false) : null;
    thinks -= 1;
    looked.push(found ? told("there", found) : "there: no");
    return Promise.resolve(found);
  },
  reviewedHere: (_: string, has: ReviewProgress): Promise<ReviewSlice> => {
    if (trouble) return Promise.reject(new Error("the engine is gone"));
    const found = next(has, true);
    looked.push(told("here", found));
    meanwhile(looked.at(-1)!);
    return Promise.resolve(found);
  },
  sumUp: (_: string, { sketch, chances, notes }: ReviewFound, narrow: boolean) => {
    drawn.push(`${sketch.length} ${chances.length} ${notes.length} ${narrow}`);
    meanwhile(`drawing ${chances.length}`);
    const known = chances.some(({ ply }) => ply === TURN);
    const settled = chances.length === POSITIONS.length;
    return Promise.resolve(
      summed({ settled, first: [TURN], points: known ? [{ ply: TURN, lines: [] }] : [] }),
    );
  },
}));

beforeEach(() => {
  kept = null;
  looked = [];
  drawn = [];
  trouble = false;
  thinks = 0;
  meanwhile = () => {};
});

const plies = (review: Review) => review.notes.map(({ ply }) => ply);

describe("a review", () => {
  it("begins with a first look, then turning points, then the rest, and is kept", async () => {
    const review = new Review("game");
    review.show(true);
    await review.run();
    expect(looked).toEqual([
      "here: sketch 1 2 3 4 5 6 7",
      "here: chances 5 6",
      "here: notes 5",
      "here: chances 1 2",
      "here: chances 3 4",
      "here: chances 7",
      "here: notes 1 2",
      "here: notes 3 4",
      "here: notes 6",
    ]);
    expect(plies(review)).toEqual([1, 2, 3, 4, 5, 6]);
    expect([review.done, review.settled, review.rough, review.part]).toEqual([true, true, false, 1]);
    expect(drawn).toEqual(["7 0 0 true", "7 2 0 true", "7 2 1 true", "7 7 1 true", "7 7 6 true"]); // not with every slice
    expect(kept?.found.notes).toHaveLength(MOVES);
    expect(kept?.summed).toEqual(review.summed);
  });

  it("is rough until every position is searched", async () => {
    const review = new Review("game");
    const seen: [boolean, number][] = [];
    meanwhile = (what) => what.startsWith("drawing") && seen.push([review.rough, review.plies.length]);
    review.show(true);
    await review.run();
    expect(seen.slice(0, 4)).toEqual([
      [true, 7],
      [true, 7],
      [true, 7],
      [false, 7],
    ]);
  });

  it("comes further with every slice", async () => {
    const review = new Review("game");
    const parts: number[] = [];
    meanwhile = () => parts.push(review.part);
    review.show(true);
    await review.run();
    expect(parts).toEqual(parts.toSorted((one, other) => one - other));
  });

  it("is left to the server if that thinks of it, which needs no first look", async () => {
    thinks = 100;
    const review = new Review("game", true);
    review.show(true);
    await review.run();
    expect(looked.every((what) => what.startsWith("there: "))).toBe(true);
    expect(looked[0]).toBe("there: chances 1 2");
    expect([review.done, review.here, review.rough, review.part]).toEqual([true, false, false, 1]);
    expect([review.finished, kept?.finished, kept?.summed]).toEqual([true, true, review.summed]);
  });

  it("goes on here as soon as the server says no, and asks it no more", async () => {
    thinks = 2;
    const review = new Review("game", true);
    await review.run();
    expect(looked.slice(0, 4)).toEqual([
      "there: chances 1 2",
      "there: chances 3 4",
      "there: no",
      "here: sketch 1 2 3 4 5 6 7",
    ]);
    expect(looked.filter((what) => what === "there: no")).toHaveLength(1);
    expect(review.here).toBe(true);
    expect(plies(review)).toEqual([1, 2, 3, 4, 5, 6]);
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
    expect([review.done, review.summed, looked, drawn]).toEqual([true, before.summed, [], []]);
    review.show(false);
    await vi.waitFor(() => expect(drawn).toEqual(["7 7 6 false"]));
  });

  it("stops when it is left, and goes on where it was", async () => {
    const review = new Review("game");
    const running = review.run();
    review.leave();
    await running;
    expect(review.done).toBe(false);
    const again = new Review("game");
    await again.run();
    expect(plies(again)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(looked).size).toBe(looked.length); // nothing was looked at twice
    expect(review.notes.length).toBeLessThan(MOVES);
  });

  it("goes on for whoever comes back while the last picture is drawn", async () => {
    const review = new Review("game");
    meanwhile = (what) => {
      if (what === "here: chances 3 4") review.leave();
      if (what === "drawing 6") void review.run();
    };
    review.show(true);
    await review.run();
    expect(drawn).toContain("7 6 1 true");
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
  const positions = [1, 2, 3, 5, 6]; // the fourth ply was no move, and the sixth is the end
  const turned = summed({
    points: [
      { ply: 2, lines: [] },
      { ply: 5, lines: [] },
    ],
    drawn: { ...summed().drawn, heads: [0.3, 0.7] },
  });

  it("the position after a ply has its place", () => {
    const places = [0, 1, 3, 4, 5].map((ply) => across(summed().drawn, positions, 4, ply));
    expect(places.map((place) => Math.round(100 * place))).toEqual([10, 30, 70, 70, 90]);
  });

  it("a place is the nearest ply, and never outside of the game", () => {
    const at = (x: number) => plyAt(turned, positions, 4, x, 0.5);
    expect([-0.5, 0.1, 0.32, 0.88, 1.5].map(at)).toEqual([0, 0, 1, 5, 5]);
  });

  it("a place that is not yet known leads to the last one that is", () => {
    expect(plyAt(turned, positions.slice(0, 4), 8, 0.9, 0.5)).toBe(5);
  });

  it("over the lines the nearest number counts", () => {
    expect([0.1, 0.45, 0.55].map((x) => plyAt(turned, positions, 4, x, 0.1))).toEqual([2, 2, 5]);
  });

  it("without numbers, the nearest ply", () => {
    expect(plyAt(summed(), positions, 4, 0.3, 0.1)).toBe(1);
  });
});

it("games that differ have different names", () => {
  const texts = ["", "a", "b", "ab", "ba", "a".repeat(1000)];
  expect(new Set(texts.map(nameOf)).size).toBe(texts.length);
});
