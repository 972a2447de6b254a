// The pages of rules of Pig 10: which sentences, which pictures. The sentences are in the catalogues.

import type { Said } from "../../wire";
import { cardsSaid, type Chapter, type Example, type Guide } from "../guide";

/** A card laid on a pile, and what may be said then. */
function example(on: string[], value: number, card: string, ...says: string[]): Example {
  const there: Said = on.length
    ? cardsSaid("plain.middle", "pig10", on, { value })
    : ["plain.middle_empty", {}];
  return {
    on,
    value: on.length ? value : undefined,
    lay: [card],
    words: [there, cardsSaid("guide.laid", "pig10", [card])],
    says,
  };
}

const chapters: Chapter[] = [
  { id: "aim", title: "guide.aim", parts: [{ text: ["guide.pig10.aim"] }] },
  {
    id: "cards",
    title: "guide.cards",
    deck: true,
    parts: [{ text: ["guide.pig10.cards"], rulings: [{ text: "guide.pig10.cards.note" }] }],
  },
  {
    id: "ready",
    title: "guide.ready",
    parts: [{ steps: ["guide.pig10.ready.1", "guide.pig10.ready.2", "guide.pig10.ready.3"] }],
  },
  {
    id: "turn",
    title: "guide.turn",
    parts: [
      {
        steps: ["guide.pig10.turn.1", "guide.pig10.turn.2", "guide.pig10.turn.3"],
        more: ["guide.pig10.must"],
      },
    ],
  },
  {
    id: "calls",
    title: "guide.pig10.calls",
    parts: [
      {
        title: "guide.pig10.empty",
        text: ["guide.pig10.empty.1"],
        examples: [example([], 0, "4", "4")],
      },
      {
        title: "guide.pig10.add",
        text: ["guide.pig10.add.1"],
        examples: [example(["4"], 4, "3", "4 + 3 = 7")],
      },
      {
        title: "guide.pig10.same",
        text: ["guide.pig10.same.1", "guide.pig10.same.2"],
        examples: [
          example(["3", "4"], 7, "4", "4", "7 + 4 = 11"),
          example(["6", "2"], 8, "8", "8", "8 + 8 = 16"),
        ],
      },
    ],
  },
  {
    id: "specials",
    title: "guide.specials",
    parts: [
      {
        title: "guide.pig10.frog",
        card: "0",
        text: ["guide.pig10.frog.1", "guide.pig10.frog.2"],
        examples: [example(["6", "3"], 9, "0", "0")],
      },
      {
        title: "guide.pig10.pigmaid",
        card: "5",
        text: ["guide.pig10.pigmaid.1", "guide.pig10.pigmaid.2"],
        examples: [
          example(["2", "4"], 6, "5", "6 + 5 = 11", "6 − 5 = 1"),
          example(["5"], 5, "5", "5 + 5 = 10", "5 − 5 = 0", "5"),
        ],
      },
    ],
  },
  {
    id: "ten",
    title: "guide.pig10.ten",
    parts: [
      {
        title: "guide.pig10.exact",
        text: ["guide.pig10.exact.1"],
        examples: [example(["2", "1", "4"], 7, "3", "7 + 3 = 10")],
        more: ["guide.pig10.exact.2"],
        rulings: [{ text: "guide.pig10.exact.note" }],
      },
      {
        title: "guide.pig10.over",
        text: ["guide.pig10.over.1"],
        examples: [example(["4", "3", "2"], 9, "6", "9 + 6 = 15")],
      },
      { title: "guide.pig10.under", text: ["guide.pig10.under.1"] },
      { title: "guide.pig10.after", text: ["guide.pig10.after.1"] },
    ],
  },
  {
    id: "end",
    title: "guide.pig10.end",
    parts: [
      {
        text: ["guide.pig10.end.1", "guide.pig10.end.2", "guide.pig10.end.3"],
        rulings: [{ text: "guide.pig10.end.note" }],
      },
    ],
  },
  { id: "house", title: "guide.house", parts: [{ text: ["guide.pig10.house"] }] },
  { id: "made", title: "guide.made", parts: [{ text: ["guide.pig10.made", "guide.made.1"] }] },
];

export const guide: Guide = { time: "guide.pig10.time", chapters };
