import { beforeEach, describe, expect, test, vi } from "vitest";
import { kitOf } from "../src/games";
import { CARDS } from "../src/games/truie/board";
import { grunt } from "../src/games/truie/grunt";
import * as sheets from "../src/games/truie/sheet";
import { answers, read } from "../src/games/truie/situation";
import { heard, table } from "../src/games/truie/table";
import { equation, freeMoves, lift } from "../src/games/truie/ways";
import { totals } from "../src/pad";
import { toasts } from "../src/toasts.svelte";
import type { Choice } from "../src/wire";
import { use } from "../src/words.svelte";
import { as, move, told, view } from "./views";

const rung: string[] = [];
vi.mock("../src/sound", () => ({ ring: (name: string) => rung.push(name) }));

const sum = (text: string, label: string, ...cards: string[]): Choice =>
  as(move(text, ...cards), { kind: "sum", label: ["table.sum", { text: label }] });
const naming = (n: number): Choice =>
  as(move(`L${n}`, "L"), { kind: "lucky", value: n, label: ["table.name", { n }] });
const grunts = [0, 1, 2].map((n) => as(move(`g${n}`), { kind: "grunt", value: n }));
const draw = as(move("draw"), { kind: "draw", label: ["table.draw", {}] });

const SUMS = [sum("-5=3", "8 − 5 = 3", "5", "3"), sum("-3=5", "8 − 3 = 5", "3", "5")];

describe("a card", () => {
  const look = (card: string, named = 0) => kitOf("truie").look(card, named);

  test("is a pig with its number, or a special card with a star; a lucky pig has a clover", () => {
    expect(look("10")).toEqual({ corner: "10", picture: "pig-10", dots: 10, special: false });
    for (const card of ["F", "H", "D"]) expect(look(card)).toMatchObject({ corner: "★", special: true });
    expect(look("L")).toEqual({ corner: "☘", picture: "lucky", dots: 0, special: true });
  });

  test("that is a lucky pig shows the number it was given", () => {
    expect(look("L", 6)).toEqual({ corner: "6", picture: "lucky", dots: 6, special: true });
  });

  test("is one of fourteen", () => {
    expect(CARDS).toHaveLength(14);
  });
});

describe("a sum forms", () => {
  test("from what all moves agree on", () => {
    expect(equation(SUMS)).toEqual(["8", "−", "?", "?"]);
    expect(equation(SUMS.slice(0, 1))).toEqual(["8", "−", "5", "3"]);
    expect(equation([sum("+1=9", "8 + 1 = 9", "1", "9"), SUMS[0]!])).toEqual(["8", "±", "?", "?"]);
  });

  test("also when a hog makes one draw afterwards", () => {
    const label: Choice["label"] = ["table.then_draw", { n: 3, label: ["table.sum", { text: "8 − 5 = 3" }] }];
    expect(equation([as(SUMS[0]!, { label })])).toEqual(["8", "−", "5", "3"]);
  });

  test("is none where there is none", () => {
    expect(equation([move("F", "F")])).toBeNull();
  });
});

describe("what is lifted", () => {
  const texts = (moves: Choice[]) => moves.map((one) => one.move);
  const lucky = sum("+L1=9", "8 + ☘1 = 9", "L", "9");
  const moves = [...SUMS, naming(1), naming(2), lucky, as(move("9", "9"), { kind: "match" }), draw];

  test("a lucky pig has a dial, and needs no buttons for its sums", () => {
    const { names, plain, more, second } = lift(moves, ["L"]);
    expect([texts(names), plain, more, second]).toEqual([["L1", "L2"], [], [], true]);
  });

  test("a lucky pig that can be but one number has a button", () => {
    const { names, plain } = lift([naming(8)], ["L"]);
    expect([names, texts(plain)]).toEqual([[], ["L8"]]);
  });

  test("a pig is offered its sums, but for those with a lucky pig", () => {
    expect(texts(lift(moves, ["5"]).more)).toEqual(["-5=3", "-3=5"]);
    const nine = lift(moves, ["9"]);
    expect([texts(nine.plain), nine.more, nine.second]).toEqual([["9"], [], false]);
  });

  test("what is offered counts, not all that could be done", () => {
    expect(texts(lift(moves, ["9", "L"], [lucky]).plain)).toEqual(["+L1=9"]);
  });

  test("moves without a card are buttons, but grunts have their own", () => {
    expect(texts(freeMoves([...moves, ...grunts]))).toEqual(["draw"]);
  });
});

describe("a grunt", () => {
  const at = (moves: Choice[], busy = false) => ({ view: view({ moves }), busy, play: vi.fn() });
  const does = (where: ReturnType<typeof at>, times: number) => {
    grunt(where as unknown as Parameters<typeof grunt>[0], times);
    return where.play.mock.calls.map(([one]) => (one as Choice).move);
  };
  beforeEach(() => (rung.length = 0));

  test("is heard, and comes to nothing while none is due", () => {
    expect(does(at([draw]), 2)).toEqual([]);
    expect(rung).toEqual(["grunt2"]);
    expect(toasts().at(-1)?.text).toBe("table.no_grunt_due");
  });

  test("is the move where one is due, the right or the wrong one", () => {
    expect(does(at(grunts), 1)).toEqual(["g1"]);
    expect(does(at(grunts, true), 1)).toEqual([]);
  });

  test("of somebody else is heard, but not the one that was forgotten", () => {
    const after = (value: number) => heard({ ...told(1, 0), kind: "grunt", value, cards: [] }).effect;
    expect([0, 1, 2].map(after)).toEqual([undefined, "grunt", "grunt2"]);
  });

  test("in a lesson that asks for something else is explained", () => {
    expect(table.instead?.(grunts[1]!)).toEqual(["why.grunt", {}]);
    expect(table.instead?.(draw)).toBeNull();
  });
});

test("a sum is said aloud", () => {
  const number = (n: number) => [`number.${n}`, {}];
  const said = ["sum.plus", { top: number(2), a: number(3), b: number(5) }];
  const ply = { ...told(1, 0), kind: "sum", lines: [["story.sum", { sum: said }] as [string, object]] };
  expect(heard(ply as Parameters<typeof heard>[0]).words).toEqual(["2", "plus", "3", "is", "5"]);
  expect(heard(told(1, 0)).words).toEqual([]);
});

describe("what a hand may do", () => {
  const label = (text: string): Choice["label"] => ["table.sum", { text }];
  const moves = [
    as(move("5", "5"), { kind: "match", label: label("lay 5") }),
    sum("+3=8", "5 + 3 = 8", "3", "8"),
    sum("+3=L8", "5 + 3 = ☘8", "3", "L"),
    naming(1),
    naming(2),
    as(move("L7>1", "L", "D"), { kind: "heap", to: 1 }),
    draw,
  ];
  beforeEach(() =>
    use("en", {
      "table.sum": "{text}",
      "pad.names": "Make it {numbers}",
      "list.or": "{first} or {last}",
      "rules.truie.7": "The rule of the heap",
      "pad.with_lucky": "With a lucky pig",
    }),
  );
  const found = (hand = ["3", "5", "8", "8", "L", "D"]) => answers(hand, { moves, why: {} });

  test("is told once for every kind of card", () => {
    expect(found().map(({ card }) => card)).toEqual(["3", "5", "8", "L", "D"]);
  });

  test("a sum stands with both its cards, one with a lucky pig only with the pig", () => {
    const [three, five, eight, lucky] = found();
    expect(three!.ways).toEqual(["5 + 3 = 8"]);
    expect(eight!.ways).toEqual(["5 + 3 = 8"]);
    expect(five!.ways).toEqual(["lay 5"]);
    expect(lucky!.ways).toEqual(["Make it 1 or 2", "5 + 3 = ☘8"]);
  });

  test("of heaps there is the rule: they hang on how many cards others hold", () => {
    expect(found()[4]).toEqual({ card: "D", ways: [], more: [], why: "The rule of the heap" });
  });

  test("more than six sums are kept for whoever wants them", () => {
    const many = Array.from({ length: 8 }, (_, n) => sum(`+${n}=9`, `sum ${n}`, "9", String(n)));
    const [nine] = answers(["9"], { moves: many, why: {} });
    expect([nine!.ways.length, nine!.more]).toEqual([6, ["sum 6", "sum 7"]]);
  });
});

test("a real pile is read as it was kept, or is a five", () => {
  expect(read({ value: 8, demand: "H" })).toEqual({ value: 8, demand: "H" });
  for (const kept of [undefined, 3, { value: 0, demand: "" }, { value: 3, demand: "X" }])
    expect(read(kept)).toEqual({ value: 5, demand: "" });
});

describe("the sheet", () => {
  const NAMES = ["Anna", "Ben", "Cleo"];
  const fresh = () => sheets.freshSheet(NAMES);

  test("has four rounds at first, and nothing written on it", () => {
    expect(fresh().rounds).toEqual(Array(4).fill([null, null, null]));
    expect(sheets.isWritten(fresh())).toBe(false);
  });

  test("knows that nothing left in hand is written, too", () => {
    expect(sheets.isWritten(sheets.withHand(fresh(), 0, 1, []))).toBe(true);
  });

  test("stays as it was when a hand is written on the next", () => {
    const before = fresh();
    const after = sheets.withHand(before, 1, 2, ["7"]);
    expect(after.rounds[1]).toEqual([null, null, ["7"]]);
    expect(before).toEqual(fresh());
  });

  test("has players and rounds that come and go at the end", () => {
    const sheet = sheets.withHand(fresh(), 0, 0, ["7"]);
    const four = sheets.withPlayers(sheet, 4);
    expect(four.names).toEqual([...NAMES, ""]);
    expect(four.rounds[0]).toEqual([["7"], null, null, null]);
    expect(sheets.withPlayers(four, 2).rounds[0]).toEqual([["7"], null]);
    expect(sheets.withRounds(sheet, 1).rounds).toEqual([[["7"], null, null]]);
    expect(sheets.withRounds(sheet, 6).rounds).toHaveLength(6);
  });

  test("goes on to the next player, then the next round, then whoever was passed over", () => {
    let sheet = sheets.withRounds(fresh(), 2);
    expect(sheets.nextEmpty(sheet, -1, 2)).toEqual({ round: 0, seat: 0 });
    expect(sheets.nextEmpty(sheet, 0, 0)).toEqual({ round: 0, seat: 1 });
    expect(sheets.nextEmpty(sheet, 0, 2)).toEqual({ round: 1, seat: 0 });
    sheet = sheets.withHand(sheet, 0, 1, []);
    expect(sheets.nextEmpty(sheet, 0, 0)).toEqual({ round: 0, seat: 2 });
    expect(sheets.nextEmpty(sheet, 1, 2)).toEqual({ round: 0, seat: 0 });
    for (const round of [0, 1]) for (const seat of [0, 1, 2]) sheet = sheets.withHand(sheet, round, seat, []);
    expect(sheets.nextEmpty(sheet, 0, 0)).toBeNull();
  });

  test("knows where it differs from another", () => {
    const sheet = fresh();
    expect(sheets.changed(sheet, sheets.withHand(sheet, 2, 1, ["7"]))).toEqual({ round: 2, seat: 1 });
    expect(sheets.changed(sheet, sheet)).toBeNull();
  });

  const written = () => {
    const one = sheets.withHand(sheets.withHand(fresh(), 0, 0, ["7"]), 0, 1, []);
    return sheets.withHand(sheets.withHand(one, 0, 2, ["2", "F"]), 1, 0, ["7"]);
  };

  test("asks for each hand once, and not again when it is known", () => {
    expect(sheets.uncounted(written(), {})).toEqual([["7"], [], ["2", "F"]]);
    expect(sheets.uncounted(written(), { "7": -7, "": 0 })).toEqual([["2", "F"]]);
    expect(sheets.uncounted(written(), {}, 2)).toHaveLength(2);
  });

  test("has points where hands stood", () => {
    const points = sheets.withPoints({}, [["7"], [], ["2", "F"]], [-7, 0, -12]);
    const rows = sheets.pointsOf(written(), points);
    expect(rows.slice(0, 2)).toEqual([
      [-7, 0, -12],
      [-7, undefined, undefined],
    ]);
    expect(sheets.complete(rows)).toEqual([[-7, 0, -12]]);
    expect(totals(rows, 3)).toEqual([-14, 0, -12]);
  });

  test("is read as it was written", () => {
    const sheet = sheets.withHand(fresh(), 0, 1, ["2", "F"]);
    expect(sheets.readSheet(JSON.stringify(sheet))).toEqual(sheet);
    expect(sheets.readPoints(`{"2,F": -12, "": 0}`)).toEqual({ "2,F": -12, "": 0 });
  });

  test.each([
    null,
    "",
    "{",
    "null",
    "7",
    "[]",
    `{"names": ["a"], "rounds": [[null]]}`,
    `{"names": ["a", "b"], "rounds": []}`,
    `{"names": ["a", "b"], "rounds": [[null]]}`,
    `{"names": ["a", "b"], "rounds": [[null, ["X"]]]}`,
    `{"names": ["a", 2], "rounds": [[null, null]]}`,
  ])("%s is no sheet, and a fresh one is taken", (text) => {
    expect(sheets.readSheet(text)).toEqual(sheets.freshSheet());
  });

  test("forgets points that are no numbers", () => {
    expect(sheets.readPoints(`{"7": -7, "8": "x", "9": 1.5}`)).toEqual({ "7": -7 });
    expect(sheets.readPoints("nonsense")).toEqual({});
  });
});
