import { describe, expect, test } from "vitest";
import * as pad from "../src/pad";
import type { Choice, Offered } from "../src/wire";

const NAMES = ["Anna", "Ben", "Cleo"];
const truie = () => pad.freshTruie(NAMES);
const pig10 = () => pad.freshPig10(NAMES);
const offered: Offered = { seats: [2, 3, 4, 5, 6], options: {}, deck: { "7": 2, D: 3 }, bots: [] };

describe("cards", () => {
  test("a game has the cards that have a name", () => {
    const named = (key: string) => ["pig10.card.0", "pig10.card.5", "truie.card.F"].includes(key);
    expect(pad.cardsOf("pig10", named)).toEqual(["0", "5"]);
    expect(pad.cardsOf("truie", named)).toEqual(["F"]);
  });

  test("cards are added in the order of the pack, and not more than there are", () => {
    const hand = ["D", "7", "10", "F", "2"].reduce<string[]>(
      (cards, card) => pad.withCard(cards, card, 9),
      [],
    );
    expect(hand).toEqual(["2", "7", "10", "F", "D"]);
    expect(pad.withCard(hand, "7", 1)).toBe(hand);
    const full = Array<string>(40).fill("1");
    expect(pad.withCard(full, "2", 9)).toBe(full);
  });

  test("one card of a kind is taken away; one that is not there changes nothing", () => {
    const hand = ["2", "7", "7"];
    expect(pad.withoutCard(hand, "7")).toEqual(["2", "7"]);
    expect(pad.withoutCard(hand, "9")).toBe(hand);
    expect(hand).toEqual(["2", "7", "7"]);
  });

  test("the server says how many there are of each; without it nearly everything goes", () => {
    expect(pad.copies(offered, "7")).toBe(2);
    expect(pad.copies(undefined, "7")).toBe(15);
    expect(pad.seatsOf(offered)).toEqual([2, 3, 4, 5, 6]);
    expect(pad.seatsOf(undefined)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });
});

describe("sheets", () => {
  test("a fresh sheet has four rounds, and nothing written on it", () => {
    expect(truie().rounds).toEqual(Array(4).fill([null, null, null]));
    expect(pad.written(truie())).toBe(false);
    expect(pad.written(pig10())).toBe(false);
  });

  test("nothing left in hand is written, too", () => {
    expect(pad.written(pad.withHand(truie(), 0, 1, []))).toBe(true);
    expect(pad.written(pad.withWon(pig10(), 0, 1, 1))).toBe(true);
    expect(pad.written(pad.withGame(pig10()))).toBe(true);
  });

  test("writing a hand leaves the old sheet as it was", () => {
    const before = truie();
    const after = pad.withHand(before, 1, 2, ["7"]);
    expect(after.rounds[1]).toEqual([null, null, ["7"]]);
    expect(before).toEqual(truie());
  });

  test("players come and go at the end, with their numbers", () => {
    const sheet = pad.withHand(truie(), 0, 0, ["7"]);
    const four = pad.withPlayers(sheet, 4);
    expect(four.names).toEqual([...NAMES, ""]);
    expect(four.rounds[0]).toEqual([["7"], null, null, null]);
    expect(pad.withPlayers(four, 2).rounds[0]).toEqual([["7"], null]);
    expect(pad.withPlayers(pad.withWon(pig10(), 0, 0, 5), 4).games).toEqual([[5, 0, 0, 0]]);
  });

  test("rounds come and go at the end", () => {
    const sheet = pad.withHand(truie(), 0, 0, ["7"]);
    expect(pad.withRounds(sheet, 1).rounds).toEqual([[["7"], null, null]]);
    expect(pad.withRounds(sheet, 6).rounds).toHaveLength(6);
  });

  test("names are cut, not refused", () => {
    expect(pad.renamed(truie(), 1, "x".repeat(30)).names[1]).toBe("x".repeat(20));
  });

  test("a step back keeps the names of now", () => {
    const then = pad.withPlayers(truie(), 4);
    const now = pad.renamed(truie(), 0, "Zoé");
    expect(pad.withNamesOf(then, now).names).toEqual(["Zoé", "Ben", "Cleo", ""]);
  });

  test("cards won do not fall below none", () => {
    expect(pad.withWon(pig10(), 0, 0, -1).games).toEqual([[0, 0, 0]]);
    expect(pad.withWon(pig10(), 0, 0, 12).games).toEqual([[12, 0, 0]]);
  });

  test("a game is taken out of the middle", () => {
    const three = pad.withGame(pad.withGame(pad.withWon(pig10(), 0, 0, 4)));
    expect(pad.withoutGame(pad.withWon(three, 1, 1, 9), 1).games).toEqual([
      [4, 0, 0],
      [0, 0, 0],
    ]);
  });

  test("the next hand is the next player's, then the next round's, then one that was passed over", () => {
    let sheet = pad.withRounds(truie(), 2);
    expect(pad.nextEmpty(sheet, -1, 2)).toEqual({ round: 0, seat: 0 });
    expect(pad.nextEmpty(sheet, 0, 0)).toEqual({ round: 0, seat: 1 });
    expect(pad.nextEmpty(sheet, 0, 2)).toEqual({ round: 1, seat: 0 });
    sheet = pad.withHand(sheet, 0, 1, []);
    expect(pad.nextEmpty(sheet, 0, 0)).toEqual({ round: 0, seat: 2 });
    expect(pad.nextEmpty(sheet, 1, 2)).toEqual({ round: 0, seat: 0 });
    for (const round of [0, 1]) for (const seat of [0, 1, 2]) sheet = pad.withHand(sheet, round, seat, []);
    expect(pad.nextEmpty(sheet, 0, 0)).toBeNull();
  });

  test("it is known where two sheets differ", () => {
    const sheet = truie();
    expect(pad.changed(sheet, pad.withHand(sheet, 2, 1, ["7"]))).toEqual({ round: 2, seat: 1 });
    expect(pad.changed(sheet, sheet)).toBeNull();
  });
});

describe("adding up", () => {
  const written = () => {
    const one = pad.withHand(pad.withHand(truie(), 0, 0, ["7"]), 0, 1, []);
    return pad.withHand(pad.withHand(one, 0, 2, ["2", "F"]), 1, 0, ["7"]);
  };

  test("each hand is asked for once, and not again when it is known", () => {
    expect(pad.uncounted(written(), {})).toEqual([["7"], [], ["2", "F"]]);
    expect(pad.uncounted(written(), { "7": -7, "": 0 })).toEqual([["2", "F"]]);
    expect(pad.uncounted(written(), {}, 2)).toHaveLength(2);
  });

  test("points stand where hands stood", () => {
    const points = pad.withPoints({}, [["7"], [], ["2", "F"]], [-7, 0, -12]);
    const rows = pad.pointsOf(written(), points);
    expect(rows.slice(0, 2)).toEqual([
      [-7, 0, -12],
      [-7, undefined, undefined],
    ]);
    expect(pad.complete(rows)).toEqual([[-7, 0, -12]]);
    expect(pad.totals(rows, 3)).toEqual([-14, 0, -12]);
  });

  test("whoever has most leads, and equals lead together", () => {
    expect(pad.leaders([-14, 0, -12])).toEqual({ best: 0, seats: [1] });
    expect(pad.leaders([3, 5, 5])).toEqual({ best: 5, seats: [1, 2] });
  });
});

describe("what a hand may do", () => {
  const move = (text: string, cards: string[], key = "table.sum", n = 0): Choice => ({
    move: text,
    cards,
    label: [key, { n }],
  });
  const moves = [
    move("5", ["5"], "table.lay"),
    move("+3=8", ["3", "8"]),
    move("+3=L8", ["3", "L"]),
    move("L1", ["L"], "table.name", 1),
    move("L2", ["L"], "table.name", 2),
    move("L7>1", ["L", "D"], "table.pass_lucky"),
    move("draw", [], "table.draw"),
  ];
  const found = () => pad.waysOf(["3", "5", "8", "8", "L", "D"], moves);
  const texts = (list: Choice[]) => list.map((one) => one.move);

  test("every kind of card is there once", () => {
    expect(found().map(({ card }) => card)).toEqual(["3", "5", "8", "L", "D"]);
  });

  test("a sum stands with both its cards, one with a lucky pig only with the pig", () => {
    const [three, five, eight, lucky] = found();
    expect(texts(three!.sums)).toEqual(["+3=8"]);
    expect(texts(eight!.sums)).toEqual(["+3=8"]);
    expect(texts(five!.alone)).toEqual(["5"]);
    expect(texts(lucky!.sums)).toEqual(["+3=L8"]);
    expect(lucky!.names).toEqual([1, 2]);
  });

  test("nothing is said of heaps: they hang on how many cards others hold", () => {
    expect(found()[4]).toEqual({ card: "D", names: [], alone: [], sums: [] });
  });
});

describe("what was kept", () => {
  test("is read as it was written", () => {
    const sheet = pad.withHand(truie(), 0, 1, ["2", "F"]);
    expect(pad.readTruie(JSON.stringify(sheet))).toEqual(sheet);
    const games = pad.withGame(pad.withWon(pig10(), 0, 1, 4));
    expect(pad.readPig10(JSON.stringify(games))).toEqual(games);
    const seen = { ...pad.freshSituation(), value: 6, last: "4", hands: { pig10: ["5"], truie: ["L", "D"] } };
    expect(pad.readSituation(JSON.stringify(seen))).toEqual(seen);
    expect(pad.readPoints(`{"2,F": -12, "": 0}`)).toEqual({ "2,F": -12, "": 0 });
  });

  test.each([
    null,
    "",
    "{",
    "null",
    "7",
    "[]",
    `{"names": ["a"], "rounds": [[null]], "games": [[0]]}`,
    `{"names": ["a", "b"], "rounds": [], "games": []}`,
    `{"names": ["a", "b"], "rounds": [[null]], "games": [[0]]}`,
    `{"names": ["a", "b"], "rounds": [[null, ["X"]]], "games": [[0, -1]]}`,
    `{"names": ["a", 2], "rounds": [[null, null]], "games": [[0, 0]]}`,
    `{"game": "chess", "value": 99, "hands": {}}`,
    `{"game": "pig10", "value": 3, "last": "X", "top": 5, "demand": "", "hands": {"pig10": [], "truie": []}}`,
  ])("%s is no sheet, and a fresh one is taken", (text) => {
    expect(pad.readTruie(text)).toEqual(pad.freshTruie());
    expect(pad.readPig10(text)).toEqual(pad.freshPig10());
    expect(pad.readSituation(text)).toEqual(pad.freshSituation());
  });

  test("points that are no numbers are forgotten", () => {
    expect(pad.readPoints(`{"7": -7, "8": "x", "9": 1.5}`)).toEqual({ "7": -7 });
    expect(pad.readPoints("nonsense")).toEqual({});
  });
});
