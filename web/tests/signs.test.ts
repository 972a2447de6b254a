import { beforeEach, expect, test } from "vitest";
import { pieces, spoken } from "../src/signs";
import { use } from "../src/words.svelte";

const CLOVER = { picture: "clover", name: "page.lucky" };

beforeEach(() => use("en", { "page.lucky": "Lucky pig" }));

test("a clover in a sum is a picture", () => {
  expect(pieces("4 + ☘3 = 7")).toEqual(["4 + ", CLOVER, "3 = 7"]);
  expect(pieces("☘")).toEqual([CLOVER]);
  expect(pieces("4 + 3 = 7")).toEqual(["4 + 3 = 7"]);
});

test("whoever listens hears the lucky pig by its name", () => {
  expect(spoken("4 + ☘3 = 7")).toBe("4 + Lucky pig 3 = 7");
});
