import { describe, expect, test } from "vitest";
import {
  BadLink,
  LONGEST,
  TooLong,
  canPack,
  linkTo,
  pack,
  packedIn,
  reviewIn,
  unpack,
  withReview,
} from "../src/links";

const RECORD = `{\n  "piggery": 1,\n  "seats": [{"name": "Zoé 🐷", "player": "person"}],\n  "plies": [\n    "6=15 4"\n  ]\n}\n`;

/** Text that does not shrink much. */
function noise(length: number): string {
  let state = 7;
  const letter = () => {
    state = (state * 48271) % 2147483647;
    return String.fromCharCode(33 + (state % 90));
  };
  return Array.from({ length }, letter).join("");
}

describe("a game in a link", () => {
  test.each([
    ["a record", RECORD],
    ["nothing", ""],
    ["one letter", "x"],
    ["a long game", noise(120_000)],
  ])("%s comes out as it went in", async (_, text) => {
    expect(await unpack(await pack(text))).toBe(text);
  });

  test("a link is plain letters, and shorter than the record", async () => {
    const packed = await pack(RECORD.repeat(20));
    expect(packed).toMatch(/^[\w-]+$/);
    expect(packed.length).toBeLessThan(RECORD.length * 2);
  });

  test("a link is found in what was pasted, with what stands around it", async () => {
    const packed = await pack(RECORD);
    const link = linkTo(packed, "https://pigs.example.org");
    expect(link).toBe(`https://pigs.example.org/replay#g=${packed}`);
    expect(packedIn(link)).toBe(packed);
    expect(packedIn(`  ${link}\n`)).toBe(packed);
    expect(packedIn(`Look: ${link}.`)).toBe(packed);
    expect(packedIn(`#g=${packed}`)).toBe(packed);
  });

  test.each(["", "#", "#token", "https://pigs.example.org/replay", RECORD, `{"name": "#g=x"}`])(
    "%j is no such link",
    (text) => {
      expect(packedIn(text)).toBe("");
    },
  );

  test("this place can make links", () => {
    expect(canPack()).toBe(true);
  });
});

describe("a broken link says so", () => {
  test.each(["", "!!", "äöü", "AAAA", "hello", "_____"])("%j", async (text) => {
    await expect(unpack(text)).rejects.toBeInstanceOf(BadLink);
  });

  test("cut off anywhere", async () => {
    const packed = await pack(RECORD);
    for (const at of [1, 10, packed.length >> 1, packed.length - 4])
      await expect(unpack(packed.slice(0, at))).rejects.toBeInstanceOf(BadLink);
  });

  test("with letters that are no text", async () => {
    const bytes = new Blob([new Uint8Array([0xff, 0xfe, 0xfd])])
      .stream()
      .pipeThrough(new CompressionStream("deflate-raw"));
    const packed = btoa(String.fromCharCode(...new Uint8Array(await new Response(bytes).arrayBuffer())));
    await expect(unpack(packed)).rejects.toBeInstanceOf(BadLink);
  });

  test("a small link that swells is given up", async () => {
    const packed = await pack("0".repeat(50 * LONGEST));
    expect(packed.length).toBeLessThan(LONGEST);
    await expect(unpack(packed)).rejects.toBeInstanceOf(TooLong);
  });
});

test("says whether a review is wanted, whatever else an address carries", () => {
  expect(withReview("", true)).toBe("#review");
  expect(withReview("#g=abc", true)).toBe("#g=abc&review");
  for (const hash of ["", "#g=abc", "#g=review"]) {
    expect(reviewIn(hash)).toBe(false);
    expect(reviewIn(withReview(hash, true))).toBe(true);
    expect(withReview(withReview(hash, true), true)).toBe(withReview(hash, true));
    expect(withReview(withReview(hash, true), false)).toBe(hash);
  }
  expect(packedIn(withReview("#g=abc", true))).toBe("abc");
});
