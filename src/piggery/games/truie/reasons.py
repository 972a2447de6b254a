"""What sets two moves of Un, deux, truie apart: why one is better, and the faults of the other."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ...bots.odds import times
from ...bots.reasons import Reason
from ...core.story import card_line
from ...engine.bags import cards_in, count
from ...words import Line, line
from ..contract import Names
from . import GAME, moves, rules
from .mind import left_over
from .odds import Follow, Outcome, follow, has, stuck, turn_of
from .rules import DUNG, FARMER, HOG, LUCKY, TEN, TruieState

ALL_HEAPS = 3
NEARLY_OUT = 2  # cards
A_HEAP = 15  # points
A_CARD = 6  # points that a card drawn costs, about
AN_END = 24  # points, shared by the players: each of them may change the top
A_PLAY = 6  # the same, for a play that is ready
LIKELY = Fraction(1, 50)  # odds that differ by less are the same to a child
HALF = Fraction(1, 2)
DEMANDING = {moves.LAYS_FARMER, moves.LAYS_HOG}


def compare(view: TruieState, best: int, other: int, names: Names) -> Iterator[Reason]:
    """Every reason for one move and against the other; weights are points, about.

    What is said against a move is a fault of its own: it does not tell what would be better.
    """
    if view.owes:
        yield Reason(1, line("coach.truie.pro_grunt"), _draws(turn_of(view, other)))
        return
    good, bad = turn_of(view, best), turn_of(view, other)
    if good.out and not bad.out:
        held = "coach.truie.pro_out" if not good.left else "coach.truie.pro_out_heaps"
        yield Reason(100, line(held), _held(bad))
        return
    yield from _shedding(view, good, bad)
    yield from _heaps(view, good, bad, names)
    yield from _specials(view, good, bad, names)
    yield from _keeping(view, good, bad, names)
    yield from _next_turn(view, good, bad, names)
    yield from _answers(view, good, bad, names)


# Faults


def _held(bad: Outcome) -> Line:
    return line("coach.truie.con_held", n=bad.left)


def _costs(view: TruieState, bad: Outcome) -> Line:
    """The points of the cards that stay in the hand; three heaps cost nothing."""
    hand = left_over(view, bad.move)
    heaps = count(hand, DUNG)
    points = sum(min(card, TEN) for card in cards_in(hand) if card != DUNG)
    return line("coach.truie.con_points", n=points + A_HEAP * heaps * (heaps < ALL_HEAPS))


def _draws(bad: Outcome) -> Line:
    return line("coach.truie.con_draws", n=bad.draws)


def _free(view: TruieState, names: Names) -> Line:
    return line("coach.truie.con_free", next=_next(view, names))


def _next(view: TruieState, names: Names) -> str:
    return names[rules.seat_after(view, 1)]


# Reasons


def _shedding(view: TruieState, good: Outcome, bad: Outcome) -> Iterator[Reason]:
    if view.demand == HOG and good.draws < bad.draws:
        few = line("coach.truie.pro_draws", n=good.draws, more=bad.draws)
        fewer = few if good.draws else line("coach.truie.pro_no_draws")
        yield Reason(A_CARD * (bad.draws - good.draws), fewer, _draws(bad))
    if good.points > bad.points and not good.gives:
        more = line("coach.truie.pro_points", n=good.points)
        yield Reason(good.points - bad.points, more, _costs(view, bad))
    if len(good.cards) == 2 > len(bad.cards) and not good.gives:
        yield Reason(A_CARD / 2, line("coach.truie.pro_two"), _held(bad))


def _heaps(view: TruieState, good: Outcome, bad: Outcome, names: Names) -> Iterator[Reason]:
    heaps = count(view.hands[view.turn], DUNG)
    if good.gives and not bad.gives and heaps < ALL_HEAPS:
        yield Reason(A_HEAP, line("coach.truie.pro_heap", to=names[good.done.to]), _costs(view, bad))
    if bad.gives and not good.gives and heaps == ALL_HEAPS:
        yield Reason(A_HEAP * ALL_HEAPS, line("coach.truie.heaps"), line("coach.truie.heaps"))


def _specials(view: TruieState, good: Outcome, bad: Outcome, names: Names) -> Iterator[Reason]:
    """A hog or farmer, and what the next player may do without it."""
    player = _next(view, names)
    if good.kind == moves.LAYS_HOG != bad.kind:
        weak = line("coach.truie.con_one", next=player) if bad.kind == moves.LAYS_FARMER else _free(view, names)
        yield Reason(2 * A_CARD, line("coach.truie.hog", next=player), weak)
    if good.kind == moves.LAYS_FARMER != bad.kind and (chance := stuck(view)):
        pro = line("coach.truie.pro_farmer", next=player, times=times(chance))
        yield Reason(float(A_CARD * chance), pro, _free(view, names))


def _keeping(view: TruieState, good: Outcome, bad: Outcome, names: Names) -> Iterator[Reason]:
    """A special card that is more use later."""
    used, spent = good.cards.count(LUCKY), bad.cards.count(LUCKY)
    if spent > used:
        both = line("coach.truie.pro_lucky_one"), line("coach.truie.con_lucky_two")
        one = line("coach.truie.pro_lucky"), line("coach.truie.con_lucky")
        yield Reason(A_CARD, *(both if used else one))
    if HOG in bad.cards and HOG not in good.cards:
        yield Reason(1, line("coach.truie.pro_keep_hog"), line("coach.truie.con_keep_hog"))
    if FARMER in bad.cards and FARMER not in good.cards:
        yield from _farmer_kept(view, names)


def _farmer_kept(view: TruieState, names: Names) -> Iterator[Reason]:
    """Because now it would most likely stop nobody; or for when the next player is nearly out, and is not yet."""
    chance, seat = 1 - stuck(view), rules.seat_after(view, 1)
    if chance > HALF:
        often = times(chance)
        kept = line("coach.truie.pro_vain", next=names[seat], card=card_line(GAME, view.top), times=often)
        yield Reason(1, kept, line("coach.truie.con_vain", next=names[seat], times=often))
    elif view.held[seat] > NEARLY_OUT:
        yield Reason(1, line("coach.truie.pro_keep_farmer"), line("coach.truie.con_keep_farmer"))


def _next_turn(view: TruieState, good: Outcome, bad: Outcome, names: Names) -> Iterator[Reason]:
    """What is left can be laid in one's next turn, if the top stays; what is left after the other move cannot."""
    ready, other = follow(view, good), follow(view, bad)
    if bad.out:
        return
    if ready.ends and not other.ends:
        rest = line("coach.truie.con_rest", card=card_line(GAME, bad.top))
        yield Reason(AN_END / view.players, ready_line(good, ready), _draws(bad) if bad.draws else rest)
    elif stays(view, good, ready) and bad.kind != moves.LAYS_FARMER:
        yield Reason(A_PLAY / 2, stays_line(view, names), _free(view, names))
    elif ready.fits and not other.fits and len(bad.cards) <= len(good.cards):
        none = line("coach.truie.con_none", card=card_line(GAME, bad.top))
        yield Reason(A_PLAY / view.players, ready_line(good, ready), _draws(bad) if bad.draws else none)


def stays(view: TruieState, turn: Outcome, ready: Follow) -> bool:
    """Whether what fits now is sure to fit in one's next turn: between two players, a farmer leaves the top."""
    return view.players == 2 and turn.kind == moves.LAYS_FARMER and ready.fits


def stays_line(view: TruieState, names: Names) -> Line:
    return line("coach.truie.pro_stays", next=_next(view, names))


def ready_line(turn: Outcome, ready: Follow) -> Line:
    """What fits in one's next turn, if the top stays."""
    summed = "coach.truie.pro_sum" if ready.sums else "coach.truie.pro_again"
    return line("coach.truie.pro_ahead" if ready.ends else summed, card=card_line(GAME, turn.top))


def _answers(view: TruieState, good: Outcome, bad: Outcome, names: Names) -> Iterator[Reason]:
    """The next player holds the new top less often; after a farmer or hog that is not what matters."""
    if good.top == bad.top or good.out or bad.out or {good.kind, bad.kind} & DEMANDING:
        return
    less, more = has(view, good.top), has(view, bad.top)
    if more - less >= LIKELY:
        other, player = card_line(GAME, bad.top), _next(view, names)
        con = line("coach.truie.con_common", next=player, card=other, times=times(more))
        worse = {"next": player, "other": other, "more": times(more)}
        yield Reason(float(A_CARD * (more - less)), _rarer(good.top, less, worse), con)


def _rarer(top: int, chance: Fraction, worse: Mapping[str, object]) -> Line:
    if not chance:
        return line("coach.truie.pro_rare_none", top=top, **worse)
    return line("coach.truie.pro_rare", card=card_line(GAME, top), times=times(chance), **worse)
