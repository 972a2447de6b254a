// A table as the page knows it: the newest view, what is lifted, what is on its way, and the line to it.

import { device, tokenOf } from "./connections/device";
import type { Connection } from "./connections/connection";
import { socket } from "./connections/socket";
import { Deals, isBetween, isShared, shaken } from "./deals.svelte";
import { Hint } from "./hint.svelte";
import * as keep from "./keep";
import { seatNews } from "./late";
import { cardsAt, handed, places, tapped, ways } from "./picking";
import { shuffled } from "./race";
import { heardPly, played, turned } from "./sound";
import { hush, refuse, toast } from "./toasts.svelte";
import type { Ask, ChairView, Choice, News, Said, PlyStory, View } from "./wire";
import { language, say } from "./words.svelte";

const SHOWN = 3000; // how long an emote stays
const QUIET = new Set(["table.stale", "table.raced", "limit.emotes"]); // refusals the next view explains

export class TableSession {
  view = $state.raw<View | null>(null);
  online = $state(true);
  ending = $state.raw<Said | null>(null);
  picked = $state.raw<number[]>([]);
  offer = $state.raw<Choice[] | null>(null); // moves to choose from, where the cards lifted do not say
  sent = $state(-1); // the ply for which a move is on its way
  emotes = $state<Record<number, string>>({});
  news = $state.raw<PlyStory[]>([]); // the plies that the newest view brought
  story = $state.raw<PlyStory[]>([]);
  looking = $state(0); // which seat of this device looks
  covered = $state(false);
  order = $state.raw<number[]>([]); // of the numbers in a race
  taps = $state(0);
  readonly hint = new Hint();
  readonly deals: Deals;
  clock = 0; // the table's clock minus ours
  #connection: Connection;
  #timers: Record<number, ReturnType<typeof setTimeout>> = {};
  #greeted = false;
  #game = 0;
  #taken = false;
  #asked = false; // whether those who play will say if we may come in
  #tried: string;

  constructor(
    readonly code: string,
    readonly here: boolean,
    private starting = false,
    returning = "", // the token of a return link
  ) {
    this.#tried = returning;
    this.deals = new Deals(code);
    const open = here ? device : socket;
    const kept = keep.table(code);
    if (here) this.covered = (kept?.people?.length ?? 1) > 1 && isShared(kept?.phase);
    this.#connection = open(
      code,
      () => this.token,
      (news) => this.hear(news),
      (is) => this.#connected(is),
    );
  }

  get token(): string {
    if (this.here) return tokenOf(this.code, this.looking);
    return this.#tried || (keep.table(this.code)?.token ?? "");
  }

  get playing(): boolean {
    return this.view?.table.phase === "play";
  }

  /** Whether we owe a reaction: nothing that can be seen gives it away. */
  get reacting(): boolean {
    return !!this.view?.reacting;
  }

  /** Who seems to be on: whoever owes a reaction sees what they would see without. */
  get seeming(): number {
    const { turn = -1, names = [] } = this.view?.table.game ?? {};
    return this.reacting ? (turn + 1) % names.length : turn;
  }

  /** What the cards in hand can do: nothing while a reaction is owed. */
  get moves(): Choice[] {
    return this.reacting ? [] : (this.view?.moves ?? []);
  }

  get mine(): boolean {
    const { view } = this;
    return !!view && this.playing && view.you >= 0 && view.table.game?.turn === view.you && !this.reacting;
  }

  get busy(): boolean {
    return !this.online || (this.view?.table.game ? this.sent === this.view.table.game.ply : false);
  }

  /** The people of this device, when they pass it round. */
  get round(): number[] {
    return this.view ? this.#people(this.view) : [];
  }

  #people(view: View): number[] {
    const { chairs } = view.table;
    const people = chairs.flatMap((chair, n) => (chair.player === "person" ? [n] : []));
    return this.here && people.length > 1 ? people : [];
  }

  ask(what: Ask): boolean {
    if (this.#connection.send(what)) return true;
    toast(say("page.offline"));
    return false;
  }

  close(): void {
    this.#connection.close();
    Object.values(this.#timers).forEach(clearTimeout);
  }

  // Playing

  tap(n: number): void {
    const { view } = this;
    if (!view || this.busy) return;
    this.offer = null;
    const { picked, play, why } = tapped(view.hand, this.moves, this.picked, n);
    this.picked = picked;
    if (play) this.play(play);
    else if (why) this.#explain(why);
  }

  /** A card dropped in the middle, or on somebody. */
  drop(n: number, seat: number | null): void {
    const { view } = this;
    const card = view?.hand[n];
    if (!view || !card || this.busy) return;
    const picked = this.picked.includes(n) ? this.picked : [n];
    const found =
      seat === null ? ways(this.moves, cardsAt(view.hand, picked)) : handed(this.moves, card, seat);
    if (found.length === 1 && found[0]) this.play(found[0]);
    else if (found.length) {
      this.picked = picked;
      this.offer = found;
    } else if (!this.moves.some((move) => move.cards.includes(card))) this.#explain(card);
    else this.picked = picked;
  }

  play(move: Choice): void {
    const ply = this.view?.table.game?.ply;
    if (ply === undefined || !this.ask({ type: "play", ply, move: move.move })) return;
    played(move);
    this.sent = ply;
    this.lower();
  }

  lower(): void {
    this.picked = [];
    this.offer = null;
  }

  back(): void {
    const ply = this.view?.table.game?.ply;
    if (ply === undefined || this.busy || !this.ask({ type: "back", ply })) return;
    this.sent = ply;
    this.lower();
  }

  /** Ask the coach, once a turn; after that a tap shows or hides what it said. */
  ponder(): void {
    const ply = this.view?.table.game?.ply ?? -1;
    if (this.hint.asked === ply) this.hint.open = !this.hint.open;
    else if (this.mine && !this.busy && this.ask({ type: "hint", ply })) this.hint.wait(ply);
  }

  /** The move that the hint ends with, if it lays cards. */
  get advised(): Choice | undefined {
    return this.view?.moves.find(({ move, cards }) => cards.length && move === this.hint.move);
  }

  /** Lift the cards of a move; whether to play it is for the player to say. */
  raise(move: Choice): void {
    this.picked = places(this.view?.hand ?? [], move.cards);
    this.offer = [move];
  }

  #explain(card: string): void {
    const { view } = this;
    if (!view) return;
    const { paused, chairs } = view.table;
    const why = this.reacting ? undefined : view.why[card];
    if (why) toast(say(why));
    else if (paused) toast(say("page.paused"));
    else if (this.seeming >= 0 && this.seeming !== view.you)
      toast(say("page.not_turn", { player: chairs[this.seeming]?.name ?? "" }));
  }

  // Passing the device round

  /** Who is to have the device: whoever's turn it is, or the next to count or to vote. */
  get next(): number {
    return this.view ? this.#next(this.view) : -1;
  }

  #next(view: View): number {
    const { phase, choosing, chairs, game } = view.table;
    if (phase !== "starter") return game?.turn ?? -1;
    const chose = (chair?: ChairView) => (choosing === "race" ? chair?.race !== 0 : chair?.voted);
    return this.#people(view).find((n) => !chose(chairs[n])) ?? -1;
  }

  /** Somebody has the device in hand: their cards are shown once they have come, and no sooner. */
  take(seat: number): void {
    this.looking = seat;
    this.#race();
    this.#taken = true;
    this.story = this.news = [];
    this.lower();
    this.hint.forget();
    this.#connection.again();
  }

  /** Nobody's cards are shown until somebody says who they are: in a new game, and when it is another one's turn. */
  #cover(view: View): void {
    const { phase, game } = view.table;
    const before = this.view?.table;
    const people = this.#people(view);
    const next = this.#next(view);
    const fresh = game?.number !== before?.game?.number || (phase === "starter" && before?.phase !== phase);
    if (!isShared(phase) || people.length < 2) this.covered = false;
    else if (this.#taken && view.you === this.looking) this.covered = this.#taken = false;
    else if (fresh || (people.includes(next) && next !== this.looking)) this.covered = true;
    if (this.covered) hush();
  }

  // Hearing

  hear(news: News): void {
    if (news.type === "view") this.#viewed(news);
    else if (news.type === "seated" || news.type === "waiting") {
      this.#asked = news.type === "waiting";
      keep.keepTable(this.code, { token: news.token });
    } else if (news.type === "refusal") this.#refused(news.ask, news.code, news.values);
    else if (news.type === "emoted") this.#emoted(news.seat, news.emote);
    else if (news.type === "hinted") this.hint.hear(news);
    else if (news.type === "outdated") this.#outdated(news.protocol);
    else if (news.type === "gone") this.end(["page.gone", {}]);
  }

  #connected(is: boolean): void {
    if (!is) {
      this.#greeted = this.#asked = false;
      this.deals.lost();
      this.sent = -1;
      this.hint.forget();
    }
    this.online = is;
  }

  #viewed(view: View): void {
    const before = this.view;
    const { table: seen } = view;
    const ply = seen.game?.ply ?? -1;
    if (this.here) this.#cover(view);
    else this.deals.see(view);
    this.clock = view.now - performance.now();
    if (ply !== (before?.table.game?.ply ?? -1) || seen.paused || view.you !== before?.you) {
      this.lower();
      this.hint.forget();
    }
    if (ply !== this.sent) this.sent = -1;
    if (seen.phase === "starter" && before?.table.phase !== "starter") this.#race();
    this.view = view;
    this.#tell(view, before);
    if (!this.here) seatNews(view, before, this.#asked).forEach((said) => toast(say(said)));
    this.#asked &&= view.asking;
    this.#remember(view, before);
    this.#greeted = true;
    this.#between(view);
  }

  #race(): void {
    this.order = shuffled();
    this.taps = 0;
  }

  /** The story only grows, but for moves taken back, new games, and another pair of eyes. */
  #tell({ you, mine, table: { game } }: View, before: View | null): void {
    if (!game) return;
    const own = new Map(mine.map((told) => [told.ply, told]));
    const fresh = game.story.map((told) => own.get(told.ply) ?? told);
    const going = before?.you === you && game.number === this.#game;
    const newest = going ? (this.story.at(-1)?.ply ?? -1) : -1;
    const older = going ? this.story.filter((told) => told.ply < (fresh[0]?.ply ?? 0)) : [];
    this.news = before?.you === you ? fresh.filter((told) => told.ply > newest) : [];
    this.#game = game.number;
    this.story = [...older, ...fresh];
    if (this.news.length) heardPly(this.news, game.game);
    if (this.mine && !this.covered && before?.table.game?.turn !== game.turn) turned();
  }

  /** No longer ask to come in. */
  withdraw(): void {
    if (this.ask({ type: "leave" })) this.#asked = false;
  }

  /** A return link takes the place of the token that is kept only if it opens a seat. */
  #try(seated: boolean): void {
    if (!this.#tried) return;
    if (seated) keep.keepTable(this.code, { token: this.#tried });
    this.#tried = "";
    if (!seated && this.token) this.#connection.again();
  }

  #remember(view: View, before: View | null): void {
    const { you, host, table: seen } = view;
    if (this.#tried) return this.#try(you >= 0 || host);
    const kept = keep.table(this.code);
    if (you < 0 && !host && !this.here) {
      const lost = !this.#greeted || (before?.you ?? -1) >= 0;
      const mayReturn = view.asking || seen.phase === "play"; // with the same token, to the same seat
      if (lost && kept?.token && !mayReturn) keep.forgetTable(this.code);
      return;
    }
    const names = seen.chairs.filter((chair) => chair.player).map((chair) => chair.name);
    const changed =
      kept?.phase !== seen.phase || kept?.game !== seen.settings.game || kept?.names?.join() !== names.join();
    if (changed && (this.here || kept?.token))
      keep.keepTable(this.code, { here: this.here, game: seen.settings.game, names, phase: seen.phase });
    if (seen.phase === "over" && seen.game) {
      const { number, game, names: all, scores } = seen.game;
      keep.keepDone(this.code, {
        number,
        game,
        names: all,
        scores,
        you: this.round.length ? -1 : you,
        at: Date.now(),
      });
    }
  }

  /** Between two games: stir the next deal, and start the one that was asked for on the first page. */
  #between(view: View): void {
    const { you, host, table: seen } = view;
    if (this.here || you < 0 || !isBetween(seen)) return;
    const nonce = this.deals.due(view);
    if (nonce) this.#connection.send({ type: "stir", nonce });
    else if (this.starting && seen.chairs[you]?.stirred) {
      this.starting = false;
      if (host && seen.phase === "gather") this.#connection.send({ type: "start", first: you });
    }
  }

  /** Somebody shuffles, too, at this moment. */
  stir(at: number): void {
    const nonce = shaken(at);
    if (!this.view || !this.ask({ type: "stir", nonce })) return;
    this.deals.stirred(this.view.table, nonce);
    toast(say("page.stir_done"));
  }

  sit(): void {
    const token = keep.table(this.code)?.token ?? keep.freshToken(); // kept first: a broken line cannot lose the seat
    keep.keepTable(this.code, { token });
    this.ask({ type: "sit", token, language: language() });
  }

  #refused(ask: string, code: string, values: Record<string, unknown>): void {
    if (ask === "stir") return this.deals.lost(); // too late, or too often: the next view tells
    if (ask === "hello" && code === "table.none") {
      keep.forgetTable(this.code);
      this.end(["page.no_table", { code: this.code }]);
    } else if (ask === "hello" && code === "table.damaged") this.end([`error.${code}`, {}]);
    else if (ask === "hello" || code === "limit.connections")
      this.#connection.again(); // busy over there: later
    else if (!QUIET.has(code)) refuse(code, values);
    if (ask !== "hint") this.sent = -1;
    else if (code !== "table.stale") this.hint.forget(); // a stale one went with its turn
  }

  /** There is nothing more to come from this table. */
  end(how: Said): void {
    this.ending = how;
    this.#connection.close();
  }

  #outdated(protocol: number): void {
    this.end(["page.outdated", {}]);
    if (keep.reloadedFor() === String(protocol)) return;
    keep.rememberReload(protocol);
    location.reload();
  }

  #emoted(seat: number, emote: string): void {
    clearTimeout(this.#timers[seat]);
    this.emotes[seat] = emote;
    this.#timers[seat] = setTimeout(() => delete this.emotes[seat], SHOWN);
  }
}
