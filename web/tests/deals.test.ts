import { beforeEach, describe, expect, it } from "vitest";
import { Deals, shaken } from "../src/deals.svelte";
import * as keep from "../src/keep";
import { chair, game, table, view } from "./views";

const CODE = "QXZ4BW";
const chairs = (stirred = false) => [{ ...chair("Ada"), stirred }, chair("Ben")];
const before = (seal: string, number = 0, more = {}) =>
  view({
    table: table({
      phase: number ? "over" : "gather",
      seal,
      game: number ? game({ number }) : null,
      ...more,
    }),
  });
const playing = (seal: string, change = {}, more = {}) =>
  view({ hand: ["4", "9"], table: table({ game: game({ seal, ...change }) }), ...more });

beforeEach(() => {
  localStorage.clear();
  keep.keepTable(CODE, { token: "x" });
});

function seeing(...views: ReturnType<typeof view>[]): Deals {
  const deals = new Deals(CODE);
  views.forEach((one) => deals.see(one));
  return deals;
}

describe("the seal", () => {
  it("that was shown before the first card is the one of the game", () => {
    const deals = seeing(before("a"), playing("a"));
    expect(deals.isBroken(playing("a").table)).toBe(false);
    expect(deals.sight(game()).seal).toBe("a");
  });
  it("of a game that is another one is noticed", () => {
    const deals = seeing(before("a"), playing("b"));
    expect(deals.isBroken(playing("b").table)).toBe(true);
    expect(deals.sight(game()).seal).toBe("a");
  });
  it("that is exchanged before the game is noticed, too: secrets could be tried", () => {
    const deals = seeing(before("a"), before("b"));
    expect(deals.isBroken(before("b").table)).toBe(true);
  });
  it("of each game is its own", () => {
    const deals = seeing(before("a"), playing("a"), before("b", 1), playing("b", { number: 2 }));
    expect(deals.isBroken(playing("b", { number: 2 }).table)).toBe(false);
    expect(deals.of(1)?.seal).toBe("a");
  });
  it("outlives the page", () => {
    seeing(before("a"));
    expect(seeing(playing("b")).isBroken(playing("b").table)).toBe(true);
  });
  it("of another table that had this code says nothing to somebody new", () => {
    seeing(before("a"));
    const deals = seeing({ ...before("b"), you: -1, host: false });
    expect(deals.isBroken(before("b").table)).toBe(false);
  });
  it("is forgotten once two games have gone by", () => {
    seeing(before("a"), before("b", 1), before("c", 2));
    expect(keep.table(CODE)?.deals?.map(({ seal }) => seal)).toEqual(["b", "c"]);
  });
});

describe("the nonce of this device", () => {
  it("is made once the seal was seen, and sent once", () => {
    const deals = seeing(before("a"));
    const nonce = deals.due(before("a"));
    expect(nonce).toMatch(/^[0-9a-f]{16}$/);
    expect(deals.due(before("a"))).toBe("");
    expect(deals.due(playing("a"))).toBe("");
  });
  it("is sent even where the table says that it has one already", () => {
    const deals = seeing(before("a"));
    expect(deals.due(before("a", 0, { chairs: chairs(true) }))).not.toBe("");
  });
  it("is sent again over a new line, and by the next page: it may not have come", () => {
    const deals = seeing(before("a"));
    const nonce = deals.due(before("a"));
    deals.lost();
    expect(deals.due(before("a"))).toBe(nonce);
    expect(seeing(before("a")).due(before("a"))).toBe(nonce);
  });
  it("is sent again from another seat", () => {
    const deals = seeing(before("a"));
    const nonce = deals.due(before("a"));
    deals.see({ ...before("a"), you: -1 });
    expect(deals.due(before("a"))).toBe(nonce);
  });
  it("is another one for the next deal", () => {
    const deals = seeing(before("a"));
    const nonce = deals.due(before("a"));
    deals.see(before("b", 1));
    expect(deals.due(before("b", 1))).not.toBe(nonce);
  });
  it("is looked for in the shuffle of the game", () => {
    const deals = seeing(before("a"));
    const nonce = deals.due(before("a"));
    const nonces = ["", nonce];
    deals.see(playing("a", { nonces }, { you: 1 }));
    expect(deals.isIn(game({ nonces }))).toBe(true);
    expect(deals.isIn(game({ nonces: [nonce, ""] }))).toBe(false);
    expect(deals.sight(game({ nonces: ["", "other"] })).nonce).toBe("");
  });
  it("is made of chance and of the moment of a tap", () => {
    expect(shaken(1.234)).toMatch(/^[0-9a-f]{16}-ya$/);
    expect(shaken(1.234)).not.toBe(shaken(1.234));
  });
});

describe("hands", () => {
  const at = (ply: number, ...hand: string[]) => playing("a", { ply }, { hand });

  it("are kept as they change", () => {
    const deals = seeing(before("a"), at(1, "4", "9"), at(2, "4", "9"), at(3, "4"));
    expect(deals.sight(game()).hands).toEqual([
      [1, ["4", "9"]],
      [3, ["4"]],
    ]);
  });
  it("go with the moves that are taken back", () => {
    const deals = seeing(before("a"), at(1, "4", "9"), at(3, "4"), at(1, "4", "9"), at(3, "9"));
    expect(deals.sight(game()).hands).toEqual([
      [1, ["4", "9"]],
      [3, ["9"]],
    ]);
  });
  it("of another seat are another matter", () => {
    const deals = seeing(before("a"), at(1, "4"), { ...at(2, "7"), you: 1 });
    expect(deals.sight(game())).toMatchObject({ seat: 1, hands: [[2, ["7"]]] });
  });
});
