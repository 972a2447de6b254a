import { expect, it } from "vitest";
import { symbols } from "../plugins/sprite";

it("has every picture of a card and of a face, but not those shown alone", () => {
  const names = [...symbols("art").matchAll(/<symbol id="([^"]+)"/g)].map((found) => found[1]);
  expect(names).toContain("pig-7");
  expect(names).toContain("emote-oink");
  expect(names).not.toContain("title-pig10");
  expect(new Set(names).size).toBe(names.length);
});
