"""Games for the laboratory: played on common random numbers, and watched turn by turn.

Every deal has streams of random numbers of its own, one for each draw pile and one for each seat, so that two settings
meet the same chance. A draw pile is shuffled as if it held the most there can be of every card, and what is not in it
is left out: so two decks that differ in a few cards lie in the same order but for those.
"""

from collections.abc import Callable
from functools import cache

from ..bots.quick import choice_of, mind_lists
from ..engine.bags import MOST, MOST_CARDS, count, shuffle
from ..engine.compiled import available, compiled, numbers, record
from ..engine.kernel import Kernel, Numbers, Parts, Work, kernel, sow
from ..games.contract import GameType, State
from ..sim.loop import LEFT, MADE, OVER, OWN, Deal, loop_of, shuffled
from ..sim.play import CAP
from ..sim.summary import SHARE
from .counts import CAPPED, GAMES, LENGTHS, SCORES, SEATS, TURNS, UNCLAIMED, WINS, WON
from .counts import OWN as OWN_COUNTS
from .part import lab_of
from .setting import Setting

ROOM = MOST_CARDS  # as many as there can be of every card
PILES = 1024  # draw piles of a game that are told apart: 64 a round
SEED = (1 << 63) - 1

SEED_AT, DEAL, PILE, TURNED, TURNS_AT = range(OWN, OWN + 5)  # what is kept of a deal
KEPT = OWN + 5


@kernel
def pile_of(stock: int, order: Numbers, cards: Numbers, rng: Numbers) -> int:
    """Shuffle a draw pile into `cards`; how many there are. `order` is room to work in."""
    for place in range(ROOM):
        order[place] = place
    shuffle(order, ROOM, rng)
    left = 0
    for place in range(ROOM):
        card = order[place] // MOST
        if order[place] % MOST < count(stock, card):
            cards[left] = card
            left += 1
    return left


@kernel
def share_out(state: State, shares: Numbers, counts: Numbers, turned: int) -> None:
    """`shares` holds the scores; then what each seat won. Equal scores share."""
    best = shares[0]
    for seat in range(state.players):
        best = max(best, shares[seat])
    sharing = 0
    for seat in range(state.players):
        sharing += shares[seat] == best
    for seat in range(state.players):
        bot = (seat + turned) % state.players
        counts[SCORES + bot] += shares[seat]
        shares[seat] = SHARE // sharing if shares[seat] == best else 0
        counts[WINS + seat] += shares[seat]
        counts[WON + bot] += shares[seat]


def common_cards(rules: GameType) -> Deal:
    """A source of cards: the same chance for every setting, pile by pile. 64 piles of a round are told apart."""
    watch = lab_of(rules).watch
    drawn, round_on = watch.drawn, watch.round

    @kernel
    def shuffle_pile(state: State, work: Work) -> int:
        kept, cards, order, rng = work[0], work[1], work[2], work[3]
        kept[PILE] = max(kept[PILE] + 1, 64 * round_on(state))
        sow(rng, kept[SEED_AT], 2 * (kept[DEAL] * PILES + kept[PILE]))
        return pile_of(state.stock, order, cards, rng)

    @kernel
    def note(state: State, card: int, work: Work) -> None:
        drawn(state, card, work[8])

    return shuffled(rules, shuffle_pile, note)


def watched_loop(rules: GameType) -> Callable[[State, Work, int], int]:
    """The loop that plays one game and notes it."""
    watch, choice = lab_of(rules).watch, choice_of(rules)
    before, after = watch.before, watch.after

    @kernel
    def choose(state: State, moves: int, work: Work) -> int:
        kept, _cards, _order, _rng, dreams, bots, minds, _shares, _memory, _counts = work
        seat = state.turn
        return choice(bots[(seat + kept[TURNED]) % state.players], minds, state, moves, dreams[seat])

    @kernel
    def note_move(state: State, move: int, work: Work) -> None:
        work[0][TURNS_AT] += before(state, move, work[8], work[9])

    @kernel
    def note_after(state: State, work: Work) -> None:
        after(state, work[8], work[9])

    return loop_of(rules, common_cards(rules), choose, note_move, note_after)


@cache
def batch_of(rules: GameType) -> Kernel:
    """The loop that plays deal after deal of one game, from every seating, and notes it."""
    watch, play_on = lab_of(rules).watch, watched_loop(rules)
    reset, score, unclaimed, over = rules.reset, rules.score, rules.unclaimed, watch.over
    lengths = OWN_COUNTS + watch.slots

    def batch(state: State, work: Work, first: int, deals: int, seatings: int, cap: int) -> None:
        kept, _cards, _order, _rng, dreams, _bots, _minds, shares, memory, counts = work
        for deal in range(first, first + deals):
            for turned in range(seatings):
                for seat in range(state.players):
                    sow(dreams[seat], kept[SEED_AT], 2 * ((deal * SEATS + turned) * SEATS + seat) + 1)
                reset(state, 0)
                for place in range(len(memory)):
                    memory[place] = 0
                for place in (MADE, LEFT, PILE, TURNS_AT):
                    kept[place] = 0
                kept[DEAL] = deal
                kept[TURNED] = turned
                counts[CAPPED] += play_on(state, work, cap) != OVER
                counts[GAMES] += 1
                counts[TURNS] += kept[TURNS_AT]
                counts[UNCLAIMED] += unclaimed(state)
                counts[lengths + kept[TURNS_AT]] += 1
                for seat in range(state.players):
                    shares[seat] = score(state, seat)
                share_out(state, shares, counts, turned)
                over(state, shares, memory, counts)

    return batch


def room(setting: Setting) -> int:
    """How many counts there are, the lengths last."""
    return OWN_COUNTS + lab_of(setting.rules).watch.slots + LENGTHS


def play(setting: Setting, seed: int, first: int, deals: int, fast: bool | None = None) -> list[int]:
    """The counts of `deals` deals, from number `first` on; the lengths last."""
    rules = setting.rules
    watch, batch = lab_of(rules).watch, batch_of(rules)
    kept = [0] * KEPT
    kept[SEED_AT] = seed & SEED
    parts: Parts = [
        kept, [0] * ROOM, [0] * ROOM, [0] * 4, [[0] * 4 for _ in setting.bots], setting.numbers(), mind_lists(rules),
        [0] * setting.players, [0] * watch.memory, [0] * room(setting),
    ]  # fmt: skip
    state = setting.state()
    if available() if fast is None else fast:
        parts = [numbers(part) for part in parts]
        compiled(batch)(record(state), tuple(parts), first, deals, setting.seatings, CAP)
    else:
        batch(state, tuple(parts), first, deals, setting.seatings, CAP)
    return [int(n) for n in parts[-1]]
