import { beforeEach, describe, expect, it } from "vitest";
import { another, company, faceOf, fitting, keepCompany, nameOf, sized, together } from "../src/company";
import { use } from "../src/words.svelte";
import { offering } from "./views";

const LEVELS = ["pip", "bella", "momo", "otto", "tilda", "luna"];

beforeEach(() => {
  localStorage.clear();
  const words = LEVELS.flatMap((name) => [
    [`level.${name}`, name.toUpperCase()],
    [`level.${name}.line`, "…"],
  ]);
  use("en", {
    ...Object.fromEntries(words),
    "level.greedy": "Greedy",
    "list.and": "{first} and {last}",
    "page.play_now_how": "Against {players}",
  });
});

describe("the company", () => {
  it("is the usual one until another is chosen, for each game by itself", () => {
    expect(company("pig10")).toEqual(["bella", "otto", "tilda"]);
    keepCompany("pig10", ["luna"]);
    expect(company("pig10")).toEqual(["luna"]);
    expect(company("truie")).toEqual(["bella", "otto", "tilda"]);
  });
  it("is nobody where people play together, until somebody is asked to join", () => {
    expect(company("pig10", "joining")).toEqual([]);
    keepCompany("pig10", ["pip"], "joining");
    expect(company("pig10", "joining")).toEqual(["pip"]);
    expect(company("pig10")).toHaveLength(3);
  });
  it("has nobody in it who is not known any more", () => {
    keepCompany("pig10", ["luna", "nobody"]);
    expect(company("pig10")).toEqual(["luna"]);
    keepCompany("pig10", ["nobody"]);
    expect(company("pig10")).toEqual(["bella", "otto", "tilda"]);
    localStorage.setItem("piggery.company.pig10", "{oink");
    expect(company("pig10")).toEqual(["bella", "otto", "tilda"]);
  });
  it("grows by those who are not there yet and shrinks from the end", () => {
    expect(sized(["tilda"], 3, LEVELS)).toEqual(["tilda", "bella", "otto"]);
    expect(sized(["pip", "momo"], 1, LEVELS)).toEqual(["pip"]);
    expect(new Set(sized([], 6, LEVELS))).toEqual(new Set(LEVELS));
    expect(sized([], 7, LEVELS)).toHaveLength(7);
  });
  it("finds somebody when nobody knows who plays the game", () => {
    expect(another([], [])).toBe("bella");
    expect(another([], ["pip"])).toBe("pip");
  });
  it("fits the game: those who play it, and no more than there are seats for", () => {
    const usual = ["bella", "otto", "tilda"];
    expect(fitting(usual, offering({ bots: LEVELS, seats: [2, 3, 4] }))).toEqual(usual);
    expect(fitting(usual, offering({ bots: LEVELS, seats: [2, 3] }))).toEqual(["bella", "otto"]);
    expect(fitting(usual, offering({ bots: ["plug", "otto"], seats: [2, 3] }))).toEqual(["otto", "plug"]);
    expect(fitting(["pip"], offering({ bots: LEVELS, seats: [3] }))).toHaveLength(2);
    expect(fitting(usual, undefined)).toBe(usual);
  });
  it("is said as one says names", () => {
    expect(together(["bella", "otto", "tilda"])).toBe("Against BELLA, OTTO and TILDA");
    expect(together(["pip"])).toBe("Against PIP");
  });
});

it("has a face for whoever has a character", () => {
  expect(faceOf("luna")).toBe("face-luna");
  expect(faceOf("greedy")).toBe("logo");
  expect(nameOf("greedy")).toBe("Greedy");
});
