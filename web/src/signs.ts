// The signs that stand for cards in texts: which picture each is drawn as, and what whoever listens hears instead.

import { kitOf, known } from "./games";
import type { CardSign } from "./games/kit";
import { say } from "./words.svelte";

const SIGNS = new Map<string, CardSign>(known.flatMap((game) => Object.entries(kitOf(game).signs ?? {})));
const CUT = new RegExp(`([${[...SIGNS.keys()].join("")}])`, "u");

/** A text cut into the signs that are drawn and the texts between them. */
export const pieces = (text: string): (string | CardSign)[] =>
  text
    .split(CUT)
    .filter(Boolean)
    .map((piece) => SIGNS.get(piece) ?? piece);

/** What a sign is called, with the space that parts it from what follows. */
export const spokenSign = ({ name }: CardSign) => `${say(name)} `;

/** A text as it is read aloud: names instead of signs. */
export const spoken = (text: string) =>
  pieces(text)
    .map((piece) => (typeof piece === "string" ? piece : spokenSign(piece)))
    .join("");
