// Who sits there, in words and for the seats round the table.

import type { TableSession } from "./session.svelte";
import { faceOf } from "./company";
import type { Neighbour } from "./lib/Seat.svelte";
import { scoreText } from "./names";
import type { ChairView, GameView } from "./wire";
import { say } from "./words.svelte";

/** What is to be known of who sits there: a bot, away, or both. */
export function about(chair: Pick<ChairView, "player" | "stand_in" | "here">): string {
  if (chair.player && chair.player !== "person") return say("page.bot");
  if (chair.stand_in) return say("page.stand_in");
  return chair.player && !chair.here ? say("page.away") : "";
}

/** Everybody but the one who looks, clockwise. */
export function others(session: TableSession, game: GameView): Neighbour[] {
  const { you, table } = session.view!;
  const many = table.chairs.length;
  const seats = table.chairs.map((_, n) => (Math.max(0, you) + n) % many).filter((n) => n !== you);
  return seats.map((seat) => {
    const chair = table.chairs[seat]!;
    return {
      seat,
      name: chair.name || game.names[seat] || "",
      about: about(chair),
      held: game.held[seat] ?? 0,
      score: scoreText(game.game, game.scores[seat] ?? 0),
      points: game.scores[seat] ?? 0,
      turn: seat === session.seeming,
      here: chair.here,
      bot: chair.player !== "person",
      face: faceOf(chair.player),
      emote: session.emotes[seat] ?? "",
      cards: [],
    };
  });
}
