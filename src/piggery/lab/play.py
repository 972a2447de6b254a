"""Games for the laboratory: played on common random numbers, and watched turn by turn.

Every deal has streams of random numbers of its own, one for each draw pile and one for each seat, so that two settings
meet the same chance. A draw pile is shuffled as if it held the most there can be of every card, and what is not in it
is left out: so two decks that differ in a few cards lie in the same order but for those.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from ..bots.quick import choice_of, mind_lists
from ..bots.search import shuffle, take_from
from ..engine.bags import MOST, count
from ..engine.compiled import available, compiled, numbers, record
from ..engine.kernel import Numbers, kernel, sow
from ..games.contract import GameType
from ..sim.play import CAP
from ..sim.summary import SHARE
from .counts import CAPPED, GAMES, LENGTHS, OWN, SCORES, SEATS, TURNS, UNCLAIMED, WINS, WON
from .part import lab_of
from .setting import Setting

ROOM = MOST * 15  # as many as there can be of every card
PILES = 1024  # draw piles of a game that are told apart: 64 a round
SEED = (1 << 63) - 1

Work = tuple[Any, ...]  # order, cards, rng, dreams, bots, minds, shares, memory, counts


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
def share_out(state: Any, shares: Numbers, counts: Numbers, turned: int) -> None:
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


def drawing_of(rules: GameType) -> Callable[..., int]:
    watch = lab_of(rules).watch
    draw, fits, drawn, round_on = rules.draw, rules.fits, watch.drawn, watch.round

    @kernel
    def drawing(state: Any, work: Work, left: int, pile: int, seed: int, deal: int) -> int:
        """Draw what is due; how many cards are left, and above them which pile it is."""
        order, cards, rng, _dreams, _bots, _minds, _shares, memory, _counts = work
        while state.due:
            if left != state.left:  # a new draw pile
                pile = max(pile + 1, 64 * round_on(state))
                sow(rng, seed, 2 * (deal * PILES + pile))
                left = pile_of(state.stock, order, cards, rng)
            k = left - 1
            while not fits(state, cards[k]):
                k -= 1
            card = take_from(cards, left, k)
            drawn(state, card, memory)
            draw(state, card)
            left -= 1
        return pile << 8 | left

    return drawing


def playing_of(rules: GameType) -> Callable[..., int]:
    """The loop that plays one game and notes it."""
    watch, choice, drawing = lab_of(rules).watch, choice_of(rules), drawing_of(rules)
    legal, play, before, after = rules.legal, rules.play, watch.before, watch.after

    @kernel
    def playing(state: Any, work: Work, seed: int, deal: int, turned: int, cap: int) -> int:
        """How many turns it took; below nought where it would not end."""
        _order, _cards, _rng, dreams, bots, minds, _shares, memory, counts = work
        turns = 0
        left = 0
        pile = 0
        for _ in range(cap):
            found = drawing(state, work, left, pile, seed, deal)
            left = found & 255
            pile = found >> 8
            moves = legal(state)
            if moves == 0:
                return turns
            seat = state.turn
            move = choice(bots[(seat + turned) % state.players], minds, state, moves, dreams[seat])
            turns += before(state, move, memory, counts)
            play(state, move)
            after(state, memory, counts)
        return -turns

    return playing


@cache
def batch_of(rules: GameType) -> Callable[..., None]:
    """The loop that plays deal after deal of one game, from so many seatings."""
    watch, playing = lab_of(rules).watch, playing_of(rules)
    reset, score, unclaimed, over = rules.reset, rules.score, rules.unclaimed, watch.over
    lengths = OWN + watch.slots

    def batch(state: Any, work: Work, seed: int, first: int, deals: int, seatings: int, cap: int) -> None:
        _order, _cards, _rng, dreams, _bots, _minds, shares, memory, counts = work
        for deal in range(first, first + deals):
            for turned in range(seatings):
                for seat in range(state.players):
                    sow(dreams[seat], seed, 2 * ((deal * SEATS + turned) * SEATS + seat) + 1)
                reset(state, 0)
                for place in range(len(memory)):
                    memory[place] = 0
                turns = playing(state, work, seed, deal, turned, cap)
                counts[GAMES] += 1
                counts[CAPPED] += turns < 0
                counts[TURNS] += abs(turns)
                counts[UNCLAIMED] += unclaimed(state)
                counts[lengths + abs(turns)] += 1
                for seat in range(state.players):
                    shares[seat] = score(state, seat)
                share_out(state, shares, counts, turned)
                over(state, shares, memory, counts)

    return batch


def room(setting: Setting) -> int:
    """How many counts there are, the lengths last."""
    return OWN + lab_of(setting.rules).watch.slots + LENGTHS


def play(setting: Setting, seed: int, first: int, deals: int, fast: bool | None = None) -> list[int]:
    """The counts of so many deals, from number `first` on; the lengths last."""
    rules = setting.rules
    watch, batch = lab_of(rules).watch, batch_of(rules)
    parts: list[Any] = [
        [0] * ROOM, [0] * ROOM, [0] * 4, [[0] * 4 for _ in setting.bots], setting.numbers(), mind_lists(rules),
        [0] * setting.players, [0] * watch.memory, [0] * room(setting),
    ]  # fmt: skip
    state, seed = setting.state(), seed & SEED
    if available() if fast is None else fast:
        parts = [numbers(part) for part in parts]
        compiled(batch)(record(state), tuple(parts), seed, first, deals, setting.seatings, CAP)
    else:
        batch(state, tuple(parts), seed, first, deals, setting.seatings, CAP)
    return [int(n) for n in parts[-1]]
