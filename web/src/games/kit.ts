// What the pages ask of a game: everything that is drawn or said differently in one game than in another.

import type { Component } from "svelte";
import type { TableSession } from "../session.svelte";
import type { Choice, HandAnswer, GameView, HandQuestion, GameOffer, Said, PlyStory } from "../wire";
import type { Guide } from "./guide";

/** What lies open on the table, in the game's own words: only the game's own folder reads it. */
export type Board = GameView["board"];

/** What the rules have to know of a real table, in the game's own words. */
export type Situation = HandQuestion["on"];

/** A game as the pages know it. It is small and always there; whatever is bigger is loaded when it is needed. */
export interface GameKit {
  /** Its name on the wire and in the catalogues. */
  readonly name: string;
  /** The address of the picture at the top of its pages. */
  readonly title: string;
  /** Whether its hands are long: shown open, they lie fanned where there is little room. */
  readonly fan: boolean;
  /** The house rules that people round one device are asked for first; without it, all there are. */
  readonly asks?: readonly string[];
  /** Signs that stand for its cards in texts and in corners of cards. */
  readonly signs?: Readonly<Record<string, CardSign>>;
  /** How a card is drawn; `named` is a number that it was given, 0 for none. */
  look(card: string, named: number): CardLook;
  /** What a table, a replay or a lesson is drawn with. */
  table(): Promise<TableParts>;
  /** The chapters of the rules page; without it, the short rules stand there. */
  guide?(): Promise<Guide>;
  /** What people with the real cards need; without it, the game has no score pad. */
  pad?(): Promise<PadParts>;
}

/** How a card is drawn. */
export interface CardLook {
  /** What stands in its corner: a number or a sign. */
  corner: string;
  /** The name of its picture; without one, its word fills the card. */
  picture: string;
  /** As many dots in a frame of ten as it counts; at 0, its word stands there instead. */
  dots: number;
  /** Whether it is striped, to stand out among the others. */
  special: boolean;
}

/** A sign that stands for a card. */
export interface CardSign {
  /** The name of the picture that it is drawn as. */
  picture: string;
  /** The sentence that names it. */
  name: string;
}

/** What a table is drawn with. */
export interface TableParts {
  /** The middle of the table: what lies there, and what it means for whoever is next. */
  Middle: Component<MiddleProps>;
  /** What can be done with the cards that are lifted. */
  Ways: Component<{ session: TableSession }>;
  /** The moves that lay no card, as buttons below the hand. */
  Acts: Component<{ session: TableSession }>;
  /** Both of these in a lesson or a puzzle. */
  LessonWays: Component<LessonWaysProps>;
  /** What everybody hears of a ply. */
  heard(told: PlyStory): PlySound;
  /** What a lesson says to a move that is legal but not what it teaches, where the usual sentence will not do. */
  instead?(move: Choice): Said | null;
}

export interface MiddleProps {
  game: string;
  board: Board;
  /** Cards left to draw. */
  left: number;
  /** Whose turn it is. */
  player: string;
  /** The plies that have just come. */
  news: PlyStory[];
}

export interface LessonWaysProps {
  game: string;
  /** The cards that are lifted; none is a time for moves that lay no card. */
  cards: string[];
  moves: Choice[];
  /** The texts of moves, and the cards, that are pointed at. */
  point: string[];
  onplay: (move: Choice) => void;
}

export interface PlySound {
  /** The name of an effect; without it, the usual one for laying or drawing. */
  effect?: string;
  /** The words that are said aloud, by their names among the recorded ones. */
  words: string[];
}

/** What people with the real cards need. */
export interface PadParts {
  /** The score sheet. */
  Sheet: Component<{ offered: GameOffer | undefined }>;
  /** Every card, in the order of the pack. */
  cards: readonly string[];
  /** The fields that describe a real table. */
  Fields: Component<{ on: Situation; onchange: (on: Situation) => void }>;
  /** What this device kept of such a table, or a fresh one if that is not what it kept. */
  read(kept: unknown): Situation;
  /** What the rules are asked about it; null while something is missing. */
  question(on: Situation): Situation | null;
  /** The sentence that asks for what is missing. */
  missing?: string;
  /** What each kind of card in a hand may do, and why the others may not. */
  answers(hand: string[], found: HandAnswer): CardAnswer[];
}

/** What one card of a hand may do. */
export interface CardAnswer {
  card: string;
  /** The ways to play it; none is explained by `why`. */
  ways: string[];
  /** More of them, shown when they are asked for. */
  more: string[];
  why: string;
}
