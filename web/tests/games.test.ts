import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inOrder, isKnown, kitOf, known, loadPads, padNames, tableParts } from "../src/games";
import { itemsOf } from "../src/games/plain/board";
import Card from "../src/lib/Card.svelte";
import Menu from "../src/lib/Menu.svelte";
import RuleList from "../src/lib/RuleList.svelte";
import { cardLabel, cardName, cardText, rulesOf, scoreText, titleOf } from "../src/names";
import { gameNames, hasPart, isMissing, offer, rulesShown } from "../src/offered.svelte";
import type { TableSession } from "../src/session.svelte";
import { use } from "../src/words.svelte";
import { move, offering, table, told, view } from "./views";

beforeEach(() =>
  use("en", { "pig10.title": "Pig 10", "pig10.score": "won {n}", "rules.snap.1": "Be quick." }),
);
afterEach(() => offer(null));

const drawn: Record<string, unknown>[] = [];
/** Draw a component, and read the page. */
function page<P extends Record<string, any>>(what: Component<P>, props: P): string {
  drawn.push(mount(what as Component<any>, { target: document.body, props }));
  const texts = [...document.body.querySelectorAll("*")].flatMap((node) => [...node.childNodes]);
  const words = texts.flatMap((node) => (node.nodeType === Node.TEXT_NODE ? [node.textContent?.trim()] : []));
  return words.filter(Boolean).join(" ");
}
afterEach(() => drawn.splice(0).forEach((component) => void unmount(component)));

describe("the registry", () => {
  it("knows its games, and has a kit for every other", () => {
    expect(known).toEqual(["pig10", "truie"]);
    expect(known.map((game) => kitOf(game).name)).toEqual(known);
    expect(isKnown("snap")).toBe(false);
    expect(kitOf("snap").name).toBe("snap");
    expect(kitOf("constructor").name).toBe("constructor");
  });
  it("has everything there is to a game it knows", async () => {
    for (const game of known) {
      const { guide, table, title } = kitOf(game);
      expect(title).toContain(game);
      expect((await guide?.())?.chapters.length).toBeGreaterThan(5);
      expect(Object.keys(await table())).toEqual(
        expect.arrayContaining(["Middle", "Ways", "Acts", "LessonWays"]),
      );
    }
    expect([...(await loadPads()).keys()]).toEqual(known);
    expect([...padNames].sort()).toEqual(known);
  });
  it("puts known games first, in their order", () => {
    expect(inOrder(["snap", "truie", "hearts", "pig10"])).toEqual(["pig10", "truie", "snap", "hearts"]);
    expect(inOrder(["truie"])).toEqual(["truie"]);
  });
});

describe("a game that is not known", () => {
  it("has neither guide nor pad, and the logo for a title", () => {
    const { guide, pad, title } = kitOf("snap");
    expect([guide, pad]).toEqual([undefined, undefined]);
    expect(title).toContain("logo");
  });
  it("has the usual sounds", async () => {
    expect((await tableParts("snap")).heard(told(1, 0))).toEqual({ words: [] });
  });
  it("has cards with their word on them, or with their name where there is none", () => {
    use("en", { "snap.name.K": "king" });
    expect(page(Card, { game: "snap", card: "K" })).toBe("king");
    expect(page(Card, { game: "snap", card: "12" })).toContain("12");
    expect(cardName("snap", "12")).toBe("12");
  });
  it("calls a card in the nominative where it stands by itself", () => {
    use("de", {
      "snap.card.K": "einen König",
      "snap.nominative.K": "ein König",
      "snap.name.K": "Kö",
      "snap.card.Q": "eine Dame",
    });
    expect([cardName("snap", "K"), cardText("snap", "K")]).toEqual(["Kö, ein König", "einen König"]);
    expect(cardLabel("snap", "Q")).toBe("eine Dame");
  });
  it("has a name and a score without words for them", () => {
    expect([titleOf("three_pigs"), scoreText("three_pigs", -2)]).toEqual(["three pigs", "−2"]);
    expect([titleOf("pig10"), scoreText("pig10", 3)]).toEqual(["Pig 10", "won 3"]);
  });
  it("shows its board as it is: cards as cards, numbers with their names", async () => {
    const { Middle } = await tableParts("snap");
    const board = { pile: ["3", "K"], value: 7, trump: "K" };
    const props = { game: "snap", board, left: 9, player: "Ada", news: [] };
    use("en", { "snap.card.K": "a king", "snap.board.trump": "Trump" });
    expect(page(Middle, props)).toMatch(/^pile 3 3 a king K value 7 Trump a king K/);
  });
  it("has a button for each way to play a card, and for each move without one", async () => {
    const { LessonWays } = await tableParts("snap");
    const moves = [move("up", "3"), move("down", "3"), move("pass")];
    const props = { game: "snap", cards: ["3"], moves, point: [], onplay: () => undefined };
    use("en", { "table.call": "{text}" });
    page(LessonWays, props);
    page(LessonWays, { ...props, cards: [] });
    const labels = [...document.querySelectorAll("button")].map((button) => button.textContent);
    expect(labels).toEqual(["up", "down", "pass"]);
  });
});

describe("a board of which nothing is known", () => {
  const items = (board: Record<string, unknown>) => itemsOf(board, (text) => text === "K");
  const item = (name: string, cards: string[], text = "") => ({ name, cards, text });

  it("is made of cards and facts", () => {
    expect(items({ pile: ["3", "K"], trump: "K", suit: "hearts", value: -7, open: true })).toEqual([
      item("pile", ["3", "K"]),
      item("trump", ["K"]),
      item("suit", [], "hearts"),
      item("value", [], "−7"),
      item("open", [], "✓"),
    ]);
  });
  it("has a row for each of several piles", () => {
    expect(items({ rows: [["1"], ["2", "3"]] })).toEqual([item("rows", ["1"]), item("rows", ["2", "3"])]);
  });
  it("says nothing of what is empty, of hands, and of what it cannot draw", () => {
    expect(items({ pile: [], suit: "", open: false, hands: [["1"]], deep: { a: 1 }, none: null })).toEqual(
      [],
    );
  });
});

describe("the games that are offered", () => {
  it("are those that are known until the server answers", () => {
    expect(gameNames()).toEqual(["pig10", "truie"]);
    expect(hasPart("pig10", "puzzles")).toBe(true);
    expect(hasPart("snap", "lesson")).toBe(false);
    expect(isMissing("snap")).toBe(false);
  });
  it("are what the server says then, with what each of them has", () => {
    offer({
      snap: offering({ lesson: false, puzzles: false, guide: false }),
      pig10: offering({ puzzles: false }),
    });
    expect(gameNames()).toEqual(["pig10", "snap"]);
    expect([hasPart("pig10", "lesson"), hasPart("pig10", "puzzles")]).toEqual([true, false]);
    expect([isMissing("truie"), isMissing("snap"), isMissing("toString")]).toEqual([true, false, true]);
  });
  it("have rules to read where there is a guide, or where the catalogue has them in short", () => {
    const bare = offering({ guide: false });
    offer({ pig10: offering(), snap: bare, hearts: bare });
    expect(["pig10", "snap", "hearts"].map(rulesShown)).toEqual([true, true, false]);
  });
});

describe("the rules in short", () => {
  it("are the numbered ones of the catalogue, where no table says what holds", () => {
    use("en", {
      "rules.snap.1": "Be quick.",
      "rules.snap.1.slow": "Take your time.",
      "rules.snap.2": "Win.",
    });
    expect(page(RuleList, { rules: rulesOf("snap") })).toBe("Be quick. Win.");
  });
  it("are those of the table in its menu", () => {
    use("en", { "key.rules": "The rules", "page.menu": "Menu", "rules.snap.1.slow": "Take {n} minutes." });
    const session = {
      code: "QXZ4BW",
      view: view({ table: table({ rules: [["rules.snap.1.slow", { n: 3 }]] }) }),
    };
    page(Menu, { session: session as TableSession, onclose: () => {} });
    [...document.querySelectorAll("button")].find((button) => button.textContent === "The rules")?.click();
    flushSync();
    expect(document.querySelector("ol")?.textContent).toBe("Take 3 minutes.");
  });
});
