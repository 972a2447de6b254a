// A game that these pages do not know, as a server may offer it: shown plainly, and yet playable.

import title from "../../../art/logo.svg?url";
import type { GameKit } from "../kit";

export const plain = (name: string): GameKit => ({
  name,
  title,
  fan: true,
  look: () => ({ corner: "", picture: "", dots: 0, special: false }),
  table: () => import("./table").then(({ table }) => table),
});
