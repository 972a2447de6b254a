// Views made up for tests.

import type { ChairView, Choice, GameView, GameOffer, TableView, PlyStory, View } from "../src/wire";

export const told = (ply: number, seat: number, ...keys: string[]): PlyStory => ({
  ply,
  seat,
  move: "4=4",
  kind: "start",
  value: 4,
  cards: ["4"],
  winner: -1,
  lines: keys.map((key) => [key, {}]),
});

export const chair = (name: string, player = "person"): ChairView => ({
  name,
  player,
  here: true,
  stand_in: "",
  host: false,
  stirred: false,
  race: 0,
  voted: false,
});

export const game = (change: Partial<GameView> = {}): GameView => ({
  game: "pig10",
  number: 1,
  ply: 1,
  turn: 0,
  position: "",
  names: ["Ada", "Ben"],
  held: [3, 3],
  scores: [0, 0],
  left: 60,
  board: {},
  seal: "",
  nonces: [],
  sheet: [],
  story: [],
  changes: [],
  ...change,
});

const SETTINGS = {
  game: "pig10",
  seats: 2,
  options: {},
  deck: {},
  starter: "chance",
  sitting: "link",
  late: "ask",
  watching: true,
  own_names: false,
  clock: 0,
  react: 6,
  wait: 30,
  pace: 1000,
  takeback: false,
  hints: true,
} as const;

export const table = (change: Partial<TableView> = {}): TableView => ({
  code: "QXZ4BW",
  n: 5,
  phase: "play",
  paused: false,
  choosing: "",
  settings: { ...SETTINGS },
  chairs: [chair("Ada"), chair("Ben")],
  seal: "",
  deadline: null,
  request: null,
  game: game(),
  rules: [],
  ...change,
});

export const move = (text: string, ...cards: string[]): Choice => ({
  move: text,
  cards,
  label: ["table.call", { text }],
  kind: "add",
});

/** The same move, as the game has more to say of it. */
export const as = (one: Choice, more: Partial<Choice>): Choice => ({ ...one, ...more });

export const offering = (change: Partial<GameOffer> = {}): GameOffer => ({
  seats: [2, 3, 4],
  options: {},
  deck: {},
  bots: [],
  reacts: [],
  lesson: true,
  puzzles: true,
  guide: true,
  ...change,
});

export const view = (change: Partial<View> = {}): View => ({
  type: "view",
  you: 0,
  host: true,
  may_start: true,
  now: 0,
  hand: ["4", "9"],
  moves: [],
  why: {},
  mine: [],
  table: table(),
  back: false,
  reacting: false,
  vote: -1,
  way_in: "",
  asking: false,
  ...change,
});
