import { expect, it } from "vitest";
import { pageAt, tidy } from "../src/route.svelte";

it("knows its pages by their address", () => {
  expect(pageAt("/")).toEqual({ name: "home" });
  expect(pageAt("/new/pig10")).toEqual({ name: "new", game: "pig10" });
  expect(pageAt("/t/qxz4bw")).toEqual({ name: "table", code: "QXZ4BW", here: false, start: false });
  expect(pageAt("/here/QXZ4BW/2")).toEqual({ name: "replay", code: "QXZ4BW", here: true, number: 2 });
  expect(pageAt("/rules/truie")).toEqual({ name: "rules", game: "truie" });
  expect(pageAt("/puzzle/pig10")).toEqual({ name: "puzzle", game: "pig10" });
  expect(pageAt("/replay")).toEqual({ name: "replay", code: "", here: false, number: 0 });
});

it("has a place for games that it does not know", () => {
  expect(pageAt("/new/three_pigs2")).toEqual({ name: "new", game: "three_pigs2" });
  expect(pageAt("/rules/chess")).toEqual({ name: "rules", game: "chess" });
});

it("knows what it does not know", () => {
  for (const path of ["/new/Chess", "/new/7up", "/new/", "/t/", "/elsewhere", "/t/ABC/x"])
    expect(pageAt(path)).toEqual({ name: "nothing" });
});

it("reads a code as it was meant", () => {
  expect(tidy(" qx-z4 bw ")).toBe("QXZ4BW");
});
