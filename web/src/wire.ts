// Written by web/wire_types.py from src/piggery/table/wire.py: change those.

export const PROTOCOL = 4;

/** A key of the catalogues and its values. */
export type Said = [key: string, values: Record<string, unknown>];

/** What lies open on the table: each game's own folder says what is in it. */
export type Board = Record<string, unknown>;

/** The first message: which table, and the token of a seat or of the host, if there is one. */
export interface Hello {
  type: "hello";
  protocol?: number;
  table?: string;
  token?: string;
  id?: number;
}

/** Take a seat: an empty one, or one that a bot plays. Without `seat` the first there is. In the middle of a game `way_in` of the view says what comes of it. A seat that a person has held in this game is theirs until the next deal: the same token brings them back to it, and to no other. A `token` of your own making (24 random bytes or more, as text) is safest: should the line break before the answer comes, say hello with it, and you sit there or can ask again. Without one the server makes it. */
export interface Sit {
  type: "sit";
  seat?: number | null;
  token?: string;
  nonce?: string;
  language?: "de" | "en" | "fr" | "it";
  name?: string;
  id?: number;
}

/** Add your nonce to the shuffle of the next game, after its seal has been seen. */
export interface Stir {
  type: "stir";
  nonce?: string;
  id?: number;
}

/** Another name: a fresh one from the generator, or your own where the host allows it. */
export interface Rename {
  type: "rename";
  language?: "de" | "en" | "fr" | "it";
  name?: string;
  id?: number;
}

/** Give the seat up; in the middle of a game a bot plays on. Or no longer ask for one. */
export interface Leave {
  type: "leave";
  id?: number;
}

/** Say whether somebody who asks may come in: everybody who plays has to agree, and one no is enough. */
export interface Admit {
  type: "admit";
  request: number;
  yes?: boolean;
  id?: number;
}

/** Make a move at the ply you have seen: `{"type": "play", "ply": 12, "move": "6=15"}`. */
export interface Play {
  type: "play";
  ply: number;
  move: string;
  id?: number;
}

/** Take your last turn back, at the ply you have seen: where settings allow it, and only bots have moved since. */
export interface Back {
  type: "back";
  ply: number;
  id?: number;
}

/** Ask the coach about your turn, at the ply you have seen. One answer at a time; nobody else hears of it. */
export interface HintRequest {
  type: "hint";
  ply: number;
  id?: number;
}

/** One tap of the counting race: 1, then 2, up to 10. */
export interface Tap {
  type: "tap";
  number: number;
  id?: number;
}

/** Who did the best pig impression? That seat starts. */
export interface Vote {
  type: "vote";
  seat: number;
  id?: number;
}

/** Show an emote to the table. */
export interface ShowEmote {
  type: "emote";
  emote: "bravo" | "hello" | "hmm" | "hurry" | "oink" | "oops" | "thanks" | "wow";
  id?: number;
}

/** Host: change the settings, before a game or between two. */
export interface Set {
  type: "set";
  settings: Settings;
  id?: number;
}

/** Host: put a bot on an empty seat (the first one, without `seat`), or give a bot there another level. */
export interface Bot {
  type: "bot";
  level: string;
  seat?: number | null;
  id?: number;
}

/** Host: take a bot or a person off a seat. In the middle of a game a bot plays on, and nobody sees that hand. */
export interface Remove {
  type: "remove";
  seat: number;
  id?: number;
}

/** Host: begin, or begin the next game. `first` names the seat that starts, where the settings say the host does, and for somebody alone with bots. */
export interface Start {
  type: "start";
  first?: number | null;
  id?: number;
}

/** Host: nobody moves, no clock runs. */
export interface Pause {
  type: "pause";
  id?: number;
}

/** Host: go on. */
export interface Resume {
  type: "resume";
  id?: number;
}

/** The whole table as you may see it. Every change brings a new one; only the newest matters. */
export interface View {
  type: "view";
  you: number;
  host: boolean;
  may_start: boolean;
  now: number;
  hand: string[];
  moves: Choice[];
  why: Record<string, Said>;
  mine: PlyStory[];
  table: TableView;
  back: boolean;
  reacting: boolean;
  vote: number;
  way_in: "" | "ask" | "next" | "sit";
  asking: boolean;
}

/** You have a seat. Keep the token: it is the only way back to it. The return link carries it after a `#`. */
export interface Seated {
  type: "seated";
  seat: number;
  token: string;
}

/** Those who play are asked whether you may come in. Keep the token: it opens the seat once all have agreed. */
export interface Waiting {
  type: "waiting";
  token: string;
}

/** Your request was not granted and nothing has changed; after `table.unknown` it may have: the next view tells. */
export interface Refusal {
  type: "refusal";
  id: number;
  ask: string;
  code: string;
  values: Record<string, unknown>;
}

/** Somebody showed an emote. */
export interface Emoted {
  type: "emoted";
  seat: number;
  emote: string;
}

/** The answer of the coach, to you alone. */
export interface HintAnswer {
  type: "hinted";
  ply: number;
  steps: Said[][];
  move: string;
}

/** This page speaks an older protocol: reload it. Tokens stay good. */
export interface Outdated {
  type: "outdated";
  protocol: number;
}

/** The table was deleted. */
export interface Gone {
  type: "gone";
}

/** How a table is played. */
export interface Settings {
  game?: string;
  seats?: number;
  options?: Record<string, string | number>;
  deck?: Record<string, number>;
  starter?: "chance" | "host" | "race" | "vote";
  sitting?: "all" | "closed" | "link";
  late?: "ask" | "bots" | "next";
  watching?: boolean;
  own_names?: boolean;
  clock?: number;
  react?: number;
  wait?: number;
  pace?: number;
  takeback?: boolean;
  hints?: boolean;
}

/** A table as everybody may see it. */
export interface TableView {
  code: string;
  n: number;
  phase: "gather" | "over" | "play" | "starter";
  paused: boolean;
  choosing: string;
  settings: Required<Settings>;
  chairs: ChairView[];
  seal: string;
  deadline: Deadline | null;
  request: RequestView | null;
  game: GameView | null;
  rules: Said[];
}

/** One seat: `player` is `person`, the name of a bot, or empty; `stand_in` the bot that plays for a person. */
export interface ChairView {
  name: string;
  player: string;
  here: boolean;
  stand_in: string;
  host: boolean;
  stirred: boolean;
  race: number;
  voted: boolean;
}

/** Something that happens by itself, to whom, and when (milliseconds, to be compared with the view's `now`). */
export interface Deadline {
  kind: "clock" | "react" | "starter" | "wait";
  seat: number;
  until: number;
}

/** Somebody asks to come in, at the seat of a bot or, if they were removed, at their own. */
export interface RequestView {
  n: number;
  seat: number;
  name: string;
  agreed: number[];
}

/** The game that is being played, or was: what everybody may know of it. */
export interface GameView {
  game: string;
  number: number;
  ply: number;
  turn: number;
  position: string;
  names: string[];
  held: number[];
  scores: number[];
  left: number;
  board: Board;
  seal: string;
  nonces: string[];
  sheet: number[][];
  story: PlyStory[];
  changes: SeatChange[];
}

/** One ply as it is told. The deal has seat -1 and the move `-`. */
export interface PlyStory {
  ply: number;
  seat: number;
  move: string;
  kind: string;
  value: number;
  cards: string[];
  winner: number;
  lines: Said[];
}

/** Somebody sat down, left, was removed, was replaced by a bot or came back, in the middle of a game. */
export interface SeatChange {
  n: number;
  ply: number;
  said: Said;
}

/** A legal move: its text, the cards of the hand it takes, what a button for it says. */
export interface Choice {
  move: string;
  cards: string[];
  label: Said;
  kind: string;
  to?: number;
  value?: number;
}

/** A new table. `bots` are the levels of bots to seat; `sit` takes the first seat for the one who opens it. */
export interface OpenTable {
  settings?: Settings;
  bots?: string[];
  sit?: boolean;
  language?: "de" | "en" | "fr" | "it";
  name?: string;
}

/** The table is there. The token is the host's, and the seat's if one was taken. */
export interface TableOpened {
  code: string;
  link: string;
  token: string;
  seat: number;
}

/** A table as the list shows it. */
export interface TableListing {
  code: string;
  game: string;
  phase: "gather" | "over" | "play" | "starter";
  seats: number;
  free: number;
  watching: boolean;
}

export interface Listing {
  tables: TableListing[];
}

/** A game that can be played here. */
export interface GameOffer {
  seats: number[];
  options: Record<string, (string | number)[]>;
  deck: Record<string, number>;
  reacts: string[];
  bots: string[];
  lesson: boolean;
  puzzles: boolean;
  guide: boolean;
}

/** Whether phones may be let in from here, at which addresses they find this server, and whether one has. */
export interface PhonesAnswer {
  offered: boolean;
  token: string;
  addresses: string[];
  reached: boolean;
}

/** Why a request was refused, in the same words as the socket. */
export interface Problem {
  code: string;
  values: Record<string, unknown>;
}

/** A game on one device: its people, in turn (an empty name is made up), and its bots. */
export interface Gather {
  settings: Settings;
  people: string[];
  bots?: string[];
  first?: number;
  language?: "de" | "en" | "fr" | "it";
}

/** A finished game, to be shown ply by ply. */
export interface ReplayQuestion {
  type: "replay";
  record: string;
}

/** How the chances went in a game, and what each move was worth: as much as there is time for, besides what whoever asks has. Ask again for the rest. */
export interface ReviewQuestion {
  type: "review";
  record: string;
  has?: ReviewProgress;
}

/** The steps of a lesson. */
export interface LessonQuestion {
  type: "lesson";
  game: string;
}

/** What may be played from a hand of real cards? */
export interface HandQuestion {
  type: "hand";
  game: string;
  cards: string[];
  on: Record<string, string | number>;
}

/** What are these hands worth at the end of a round? */
export interface CountQuestion {
  type: "count";
  game: string;
  hands: string[][];
}

/** A puzzle: the one of this number, or of this day, or the first of this grade; else the first of all. */
export interface PuzzleQuestion {
  type: "puzzle";
  game: string;
  number?: number;
  date?: string;
  grade?: number;
}

/** A game after one ply, with every card open. `heard` is what everybody heard, `lines` what there was to know. */
export interface Frame {
  heard: PlyStory;
  lines: Said[];
  turn: number;
  held: number[];
  scores: number[];
  left: number;
  board: Board;
  hands: string[][];
}

/** A whole game; `sheet` has the points of each round. */
export interface ReplayAnswer {
  game: string;
  date: string;
  names: string[];
  players: string[];
  sheet: number[][];
  frames: Frame[];
}

/** What may be played, and why the rest may not. */
export interface HandAnswer {
  moves: Choice[];
  why: Record<string, Said>;
}

/** One step of a lesson: what is seen, what may be played, what is to be tried, and what comes of it. */
export interface LessonStep {
  text: Said;
  done: Said;
  frame: Frame;
  moves: Choice[];
  why: Record<string, Said>;
  want: string[];
  after: Record<string, Frame>;
}

export interface LessonAnswer {
  names: string[];
  steps: LessonStep[];
}

export interface CountAnswer {
  points: number[];
}

/** What is said to somebody who tries a move, and what comes of it before anything is drawn. */
export interface PuzzleAttempt {
  verdict: "good" | "right" | "wrong";
  lines: Said[];
  after: Frame;
}

/** A puzzle, with the answer to every move: nothing more has to be asked. */
export interface PuzzleAnswer {
  number: number;
  grade: number;
  grades: number[];
  tags: string[];
  names: string[];
  frame: Frame;
  moves: Choice[];
  why: Record<string, Said>;
  hint: Said[];
  best: string;
  tries: Record<string, PuzzleAttempt>;
}

/** What whoever asks has by now. */
export interface ReviewProgress {
  sketched?: number;
  settled?: number[];
  judged?: number[];
  first?: number[];
}

/** The chance of every seat to win before a move, or at the end, as a spectator sees it. */
export interface PositionChances {
  ply: number;
  chances: number[];
  errors: number[];
}

/** One move: what it was worth. Where the chance to win hardly hung on the move, `unit` says what it was judged by instead: cards, points. */
export interface MoveNote {
  ply: number;
  seat: number;
  round: number;
  choice: boolean;
  best: boolean;
  verdict: Said;
  more: Said[];
  better: Said;
  story: Said[];
  loss: number;
  error: number;
  shift: number[];
  exact: boolean;
  unit: string;
}

/** A slice of a review: rough chances, chances, or notes. `of` is the number of all moves. */
export interface ReviewSlice {
  sketch: PositionChances[];
  chances: PositionChances[];
  notes: MoveNote[];
  of: number;
  through: boolean;
  done: boolean;
}

/** All that was found of a game. */
export interface ReviewFound {
  sketch: PositionChances[];
  chances: PositionChances[];
  notes: MoveNote[];
}

/** A turning point. */
export interface TurningPoint {
  ply: number;
  lines: Said[];
}

/** The chances as an SVG; where its lines lie, and the numbers of the turning points, in parts of its size. */
export interface GraphPicture {
  svg: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
  heads: number[];
}

/** The sum of what was found. Before the graph is settled, turning points are those so far. `seats` tells luck and skill of each, once all moves are judged, `how` what moves are judged by. */
export interface ReviewSummary {
  settled: boolean;
  points: TurningPoint[];
  first: number[];
  seats: Said[][];
  cards: Said;
  how: Said;
  over: boolean;
  drawn: GraphPicture;
}

export type Ask = Hello | Sit | Stir | Rename | Leave | Admit | Play | Back | HintRequest | Tap | Vote | ShowEmote | Set | Bot | Remove | Start | Pause | Resume;

export type News = View | Seated | Waiting | Refusal | Emoted | HintAnswer | Outdated | Gone;

export type Question = ReplayQuestion | ReviewQuestion | LessonQuestion | HandQuestion | CountQuestion | PuzzleQuestion;
