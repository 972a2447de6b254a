// What this device saw of each deal: the seal before the first card, what it stirred in after that, its hands since.

import * as keep from "./keep";
import type { KeptDeal } from "./keep";
import type { GameView, TableView, View } from "./wire";

const KEPT = 2; // the game that is on or just over, and the next

/** What the rules compare with the record of a game. */
export type Sight = Pick<KeptDeal, "seal" | "seat" | "nonce" | "hands">;

export class Deals {
  all = $state.raw<KeptDeal[]>([]);
  #sent = ""; // the nonce that went over this line
  #read = false;

  constructor(private code: string) {}

  of(number: number): KeptDeal | undefined {
    return this.all.find((deal) => deal.number === number);
  }

  /** Compare with what was shown before, and keep what is new. */
  see({ you, host, hand, table }: View): void {
    const before = this.all;
    if (you >= 0 || host) this.#remember();
    if (you < 0) this.#sent = ""; // another seat has another place in the shuffle
    const { game, phase } = table;
    if (table.seal) this.#sealed(next(table), table.seal);
    if (game?.seal && this.of(game.number)) this.#sealed(game.number, game.seal);
    if (game && phase === "play" && you >= 0) this.#held(game, you, hand);
    if (this.all !== before) this.#keep();
  }

  /** What is to be stirred into the next deal now: once over each line, after its seal was seen. */
  due({ you, table }: View): string {
    const deal = this.of(next(table));
    if (!deal || you < 0 || !isBetween(table) || (deal.nonce && deal.nonce === this.#sent)) return "";
    const nonce = deal.nonce || keep.nonce();
    this.stirred(table, nonce);
    return nonce;
  }

  /** This was sent: the shuffle of the next game must have it. */
  stirred(table: TableView, nonce: string): void {
    this.#sent = nonce;
    this.#change(next(table), { nonce });
    this.#keep();
  }

  /** What went over the last line may not have come. */
  lost(): void {
    this.#sent = "";
  }

  /** Whether this device's own nonce is in the shuffle of a game. */
  isIn(game: GameView): boolean {
    const { nonce = "", seat = -1 } = this.of(game.number) ?? {};
    return !!nonce && game.nonces[seat] === nonce;
  }

  /** Whether this game, or the next, has another seal than the one that was shown first. */
  isBroken({ game }: TableView): boolean {
    return this.all.some((deal) => deal.other && deal.number >= (game?.number ?? 0));
  }

  /** What was seen of a game; a nonce that came too late for it is not asked for. */
  sight(game: GameView): Sight {
    const { seal = "", seat = -1, nonce = "", hands = [] } = this.of(game.number) ?? {};
    return { seal, seat, hands, nonce: this.isIn(game) ? nonce : "" };
  }

  #sealed(number: number, seal: string): void {
    const deal = this.of(number);
    if (!deal) this.all = [...this.all, { number, seal, nonce: "", seat: -1, hands: [] }].slice(-KEPT);
    else if (deal.seal !== seal && !deal.other) this.#change(number, { other: true });
  }

  /** A hand as it was before a ply; moves that were taken back take theirs with them. */
  #held({ number, ply }: GameView, seat: number, hand: string[]): void {
    const deal = this.of(number);
    if (!deal) return;
    const earlier = seat === deal.seat ? deal.hands.filter(([at]) => at < ply) : [];
    const same = earlier.at(-1)?.[1].join() === hand.join();
    const hands: KeptDeal["hands"] = same ? earlier : [...earlier, [ply, hand]];
    if (JSON.stringify(hands) !== JSON.stringify(deal.hands)) this.#change(number, { seat, hands });
  }

  #change(number: number, change: Partial<KeptDeal>): void {
    this.all = this.all.map((deal) => (deal.number === number ? { ...deal, ...change } : deal));
  }

  /** What an earlier page kept, once the table knows us: its code may have been another's. */
  #remember(): void {
    if (this.#read) return;
    this.#read = true;
    const kept = keep.table(this.code)?.deals ?? [];
    const fresh = this.all.filter(({ number }) => !kept.some((deal) => deal.number === number));
    if (kept.length) this.all = [...kept, ...fresh];
  }

  #keep(): void {
    if (keep.table(this.code)?.token) keep.keepTable(this.code, { deals: this.all });
  }
}

/** Chance from this device, and from the moment of somebody's tap. */
export const shaken = (at: number) => `${keep.nonce()}-${Math.round(at * 1000).toString(36)}`;

const next = ({ game }: TableView) => (game?.number ?? 0) + 1;

/** Whether people who pass one device round hand it on in this phase. */
export const isShared = (phase?: string) => phase === "play" || phase === "starter";

export const isBetween = ({ phase }: TableView) => phase === "gather" || phase === "over";
