// Un, deux, truie as the pages know it.

import title from "../../../art/title-truie.svg?url";
import type { GameKit } from "../kit";
import { CLOVER, LUCKY } from "./board";

const STAR = "★"; // marks a special card
const SPECIAL: Record<string, string> = { F: "farmer", H: "hog", L: "lucky", D: "dung" };

export const truie: GameKit = {
  name: "truie",
  title,
  fan: true,
  asks: ["rounds", "grunting"],
  signs: { [CLOVER]: { picture: "clover", name: "page.lucky" } },
  look(card, named) {
    const value = named || Number(card) || 0; // a lucky pig that was named is a pig of that number
    const special = SPECIAL[card];
    return {
      corner: value ? String(value) : card === LUCKY ? CLOVER : STAR,
      picture: special ?? `pig-${card}`,
      dots: value,
      special: !!special,
    };
  },
  table: () => import("./table").then(({ table }) => table),
  guide: () => import("./guide").then(({ guide }) => guide),
  pad: () => import("./pad").then(({ pad }) => pad),
};
