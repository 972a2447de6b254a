// Pig 10 as the pages know it.

import title from "../../../art/title-pig10.svg?url";
import type { GameKit } from "../kit";

const SPECIAL: Record<string, string> = { "0": "frog", "5": "pigmaid" };

export const pig10: GameKit = {
  name: "pig10",
  title,
  fan: false,
  asks: [],
  look: (card) => ({
    corner: card,
    picture: SPECIAL[card] ?? `pig-${card}`,
    dots: Number(card),
    special: card in SPECIAL,
  }),
  table: () => import("./table").then(({ table }) => table),
  guide: () => import("./guide").then(({ guide }) => guide),
  pad: () => import("./pad").then(({ pad }) => pad),
};
