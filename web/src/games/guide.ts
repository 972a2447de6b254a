// The order of the pages of rules: which sentences, which pictures. The sentences are in the catalogues.

/**
 * A small scene: what lies there, what is laid, what may be said. `value` is the pile value, `named` a lucky pig's
 * number, `draws` what it costs, `held` the cards of another player; with `oinks`, `lay` is what is left in the hand.
 */
export interface Example {
  on: string[];
  value?: number;
  lay: string[];
  named?: number;
  says: string[];
  draws?: number;
  held?: number;
  oinks?: number;
}

/** A few sentences under a heading, with the picture of a card and examples where there are any. */
export interface Part {
  title?: string;
  card?: string;
  text?: string[];
  steps?: string[];
  list?: string[];
  examples?: Example[];
  worth?: [cards: string[], key: string, points: string][];
  more?: string[]; // sentences after the list and the examples
}

export interface Chapter {
  id: string;
  title: string;
  deck?: true;
  parts: Part[];
}

const PIG10: Chapter[] = [
  { id: "aim", title: "guide.aim", parts: [{ text: ["guide.pig10.aim"] }] },
  { id: "cards", title: "guide.cards", deck: true, parts: [{ text: ["guide.pig10.cards"] }] },
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
        examples: [{ on: [], lay: ["4"], says: ["4"] }],
      },
      {
        title: "guide.pig10.add",
        text: ["guide.pig10.add.1"],
        examples: [{ on: ["4"], value: 4, lay: ["3"], says: ["4 + 3 = 7"] }],
      },
      {
        title: "guide.pig10.same",
        text: ["guide.pig10.same.1", "guide.pig10.same.2"],
        examples: [
          { on: ["3", "4"], value: 7, lay: ["4"], says: ["4", "7 + 4 = 11"] },
          { on: ["6", "2"], value: 8, lay: ["8"], says: ["8", "8 + 8 = 16"] },
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
        examples: [{ on: ["6", "3"], value: 9, lay: ["0"], says: ["0"] }],
      },
      {
        title: "guide.pig10.pigmaid",
        card: "5",
        text: ["guide.pig10.pigmaid.1", "guide.pig10.pigmaid.2"],
        examples: [
          { on: ["2", "4"], value: 6, lay: ["5"], says: ["6 + 5 = 11", "6 − 5 = 1"] },
          { on: ["5"], value: 5, lay: ["5"], says: ["5 + 5 = 10", "5 − 5 = 0", "5"] },
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
        examples: [{ on: ["2", "1", "4"], value: 7, lay: ["3"], says: ["7 + 3 = 10"] }],
        more: ["guide.pig10.exact.2"],
      },
      {
        title: "guide.pig10.over",
        text: ["guide.pig10.over.1"],
        examples: [{ on: ["4", "3", "2"], value: 9, lay: ["6"], says: ["9 + 6 = 15"] }],
      },
      { title: "guide.pig10.under", text: ["guide.pig10.under.1"] },
      { title: "guide.pig10.after", text: ["guide.pig10.after.1"] },
    ],
  },
  {
    id: "end",
    title: "guide.pig10.end",
    parts: [{ text: ["guide.pig10.end.1", "guide.pig10.end.2", "guide.pig10.end.3"] }],
  },
  { id: "house", title: "guide.house", parts: [{ text: ["guide.pig10.house"] }] },
  { id: "made", title: "guide.made", parts: [{ text: ["guide.pig10.made", "guide.made.1"] }] },
];

const TRUIE: Chapter[] = [
  { id: "aim", title: "guide.aim", parts: [{ text: ["guide.truie.aim"] }] },
  { id: "cards", title: "guide.cards", deck: true, parts: [{ text: ["guide.truie.cards"] }] },
  {
    id: "ready",
    title: "guide.ready",
    parts: [
      {
        steps: ["guide.truie.ready.1", "guide.truie.ready.2", "guide.truie.ready.3", "guide.truie.ready.4"],
      },
    ],
  },
  {
    id: "turn",
    title: "guide.turn",
    parts: [
      { text: ["guide.truie.turn"] },
      {
        title: "guide.truie.match",
        text: ["guide.truie.match.1"],
        examples: [{ on: ["7"], lay: ["7"], says: ["7"] }],
      },
      {
        title: "guide.truie.sum",
        text: ["guide.truie.sum.1", "guide.truie.sum.2"],
        examples: [
          { on: ["2"], lay: ["3", "5"], says: ["2 + 3 = 5"] },
          { on: ["8"], lay: ["5", "3"], says: ["8 − 5 = 3"] },
        ],
        more: ["guide.truie.sum.3"],
      },
      { title: "guide.truie.lay", text: ["guide.truie.lay.1"] },
      { title: "guide.truie.hand_over", text: ["guide.truie.hand_over.1"] },
      { title: "guide.truie.draw", text: ["guide.truie.draw.1"] },
    ],
  },
  {
    id: "specials",
    title: "guide.specials",
    parts: [
      {
        title: "guide.truie.farmer",
        card: "F",
        text: ["guide.truie.farmer.1", "guide.truie.farmer.2", "guide.truie.farmer.3"],
      },
      {
        title: "guide.truie.hog",
        card: "H",
        text: ["guide.truie.hog.1"],
        list: ["guide.truie.hog.match", "guide.truie.hog.sum", "guide.truie.hog.ten", "guide.truie.hog.hog"],
        examples: [{ on: ["8"], lay: ["5", "3"], says: ["8 − 5 = 3"], draws: 3 }],
        more: ["guide.truie.hog.2"],
      },
      {
        title: "guide.truie.lucky",
        card: "L",
        text: ["guide.truie.lucky.1", "guide.truie.lucky.2", "guide.truie.lucky.3"],
        examples: [
          { on: ["10"], lay: ["L"], named: 6, says: ["★6"] },
          { on: ["4"], lay: ["L", "7"], named: 3, says: ["4 + ★3 = 7"] },
        ],
      },
      {
        title: "guide.truie.heap",
        card: "D",
        text: ["guide.truie.heap.1", "guide.truie.heap.2"],
        examples: [{ on: ["2"], lay: ["5", "D"], says: [], held: 5 }],
        more: ["guide.truie.heap.3"],
      },
    ],
  },
  {
    id: "grunt",
    title: "guide.truie.grunt",
    parts: [
      {
        text: ["guide.truie.grunt.1"],
        examples: [
          { on: [], lay: ["1", "9"], says: [], oinks: 2 },
          { on: [], lay: ["9"], says: [], oinks: 1 },
        ],
        more: ["guide.truie.grunt.2", "guide.truie.grunt.3", "guide.truie.grunt.4"],
      },
    ],
  },
  {
    id: "empty",
    title: "guide.truie.empty",
    parts: [{ text: ["guide.truie.empty.1", "guide.truie.empty.2"] }],
  },
  {
    id: "end",
    title: "guide.truie.end",
    parts: [
      { text: ["guide.truie.end.1", "guide.truie.end.2"] },
      {
        title: "guide.truie.score",
        text: ["guide.truie.score.1"],
        worth: [
          [["1", "10"], "guide.truie.score.pig", "guide.truie.score.pig.points"],
          [["F", "H", "L"], "guide.truie.score.special", "guide.truie.score.special.points"],
          [["D"], "guide.truie.score.heap", "guide.truie.score.heap.points"],
          [["D", "D", "D"], "guide.truie.score.heaps", "guide.truie.score.heaps.points"],
        ],
        more: ["guide.truie.score.2", "guide.truie.score.3"],
      },
    ],
  },
  {
    id: "house",
    title: "guide.house",
    parts: [
      {
        text: ["guide.truie.house"],
        list: [
          "guide.truie.house.rounds",
          "guide.truie.house.deck",
          "guide.truie.house.lucky",
          "guide.truie.house.grunting",
        ],
      },
    ],
  },
  { id: "made", title: "guide.made", parts: [{ text: ["guide.truie.made", "guide.made.1"] }] },
];

export const GUIDES: Record<string, Chapter[]> = { pig10: PIG10, truie: TRUIE };
