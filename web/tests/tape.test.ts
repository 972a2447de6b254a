import { expect, it, vi } from "vitest";
import { Tape } from "../src/lib/ReplayTape.svelte";
import type { Frame, ReplayAnswer } from "../src/wire";
import { told } from "./views";

vi.mock("../src/sound", () => ({ heardPly: vi.fn() }));

const frame = (ply: number, ...keys: string[]): Frame => ({
  heard: told(ply, 0, ...keys),
  lines: [],
  turn: 0,
  held: [],
  scores: [],
  left: 0,
  board: {},
  hands: [],
});

it("counts the rounds that are over at each ply", () => {
  const frames = [
    frame(0),
    frame(1),
    frame(2, "story.lay", "story.round_over"),
    frame(3),
    frame(4, "story.round_over"),
  ];
  const tape = new Tape({
    game: "snap",
    date: "",
    names: [],
    players: [],
    sheet: [],
    frames,
  } satisfies ReplayAnswer);
  const counts = frames.map((_, ply) => {
    tape.jump(ply);
    return tape.rounds;
  });
  expect(counts).toEqual([0, 0, 1, 1, 2]);
});
