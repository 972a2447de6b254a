import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";
import { say, sayRefusal, use, type Language } from "../src/words.svelte";

const catalogue = (tag: Language) =>
  Object.assign(
    {},
    ...["locale", "games/pig10/words", "games/truie/words"].map(
      (folder) => JSON.parse(readFileSync(`../src/piggery/${folder}/${tag}.json`, "utf8")) as object,
    ),
  ) as Record<string, string>;

beforeEach(() => use("en", catalogue("en")));

describe("a sentence", () => {
  it("has its blanks filled in", () => {
    expect(say("story.call", { player: "Ada", card: ["pig10.card.5", {}], call: ["number.7", {}] })).toBe(
      "Ada plays a pigmaid: “seven”.",
    );
  });
  it("counts as its language does", () => {
    expect(say("cards", { n: 1 })).toBe("1 card");
    expect(say("cards", { n: 0 })).toBe("0 cards");
    use("fr", catalogue("fr"));
    expect(say("cards", { n: 0 })).toBe("0 carte");
    expect(say("truie.score", { n: -1 })).toBe("−1 point");
  });
  it("joins lists with the language's own word", () => {
    const cards = ["list.and", { items: ["a 4", "a 9", ["pig10.card.0", {}]] }];
    expect(say("story.draws_cards", { player: "Ada", cards })).toBe("Ada draws a 4, a 9 and a frog.");
  });
  it("leaves braces in a name alone", () => {
    expect(say("page.not_turn", { player: "{n}" })).toBe("It’s {n}’s turn.");
  });
  it("writes a real minus", () => {
    expect(say("cards", { n: -3 })).toBe("−3 cards");
  });
  it("that is not there shows its key", () => {
    expect(say("page.unheard_of")).toBe("page.unheard_of");
  });
});

it("says why something was refused", () => {
  expect(sayRefusal("table.full")).toBe("Every seat at this table is taken");
  expect(sayRefusal("never.heard")).toBe("Something went wrong on the server; nothing has changed");
});
