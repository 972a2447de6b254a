"""What the coach says about Un, deux, truie: a nudge, the ideas of a position, and what sets two moves apart."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from ...bots.odds import holds, times
from ...bots.reasons import Reason
from ...bots.simple import shed
from ...core.choices import cards_laid
from ...core.story import card_line, number
from ...engine.bags import count, members
from ...words import Line, line
from ..registry import GAMES
from . import rules as truie
from .rules import DRAW, DUNG, FARMER, HOG, LAY_FARMER, LAY_HOG, LUCKY, NAME, PASS, PASS_LUCKY

RULES = GAMES["truie"]
NEARLY_OUT = 2  # cards
ALL_HEAPS = 3
A_CARD = 6  # points that a card drawn costs, about
LIKELY = Fraction(1, 50)  # odds that differ by less are the same to a child
LIGHT, WEIGHTY = 0.6, 3.0  # points
TOLD = {"coach.truie.pro_farmer": "coach.truie.farmer_odds"}  # reasons that say no more than an idea


class Turn(NamedTuple):
    """What a move leads to."""

    move: int
    cards: tuple[int, ...]  # that leave the hand
    points: int  # that leave it with them
    top: int
    draws: int  # cards drawn after it
    left: int  # cards in the hand then
    owes: int  # whether a grunt is due
    out: bool  # whether it ends the round

    @property
    def gives(self) -> bool:
        return PASS <= self.move < LAY_FARMER


def turn_of(view: Any, move: int) -> Turn:
    after = view.copy()
    RULES.play(after, move)
    cards = cards_laid(RULES, view, move)
    ended = RULES.rounds_over(after) > RULES.rounds_over(view)
    draws = 0 if ended else after.due
    left = view.held[view.turn] - len(cards) + draws
    top = view.top if ended else after.top
    return Turn(move, cards, shed(view, move), top, draws, left, after.owes, ended and move != DRAW)


def phrase(view: Any, move: int, names: Sequence[str]) -> Line:
    """A move as something to do: `lay a 7`."""
    if view.owes:
        return line("coach.truie.grunt", n=move) if move else line("coach.truie.no_grunt")
    if move == DRAW:
        draws = turn_of(view, move).draws
        return line("coach.truie.draw", n=draws) if draws else line("coach.truie.lay_nothing")
    if PASS <= move < LAY_FARMER:
        return _handing(view, move, names)
    if NAME <= move < PASS:
        return line("coach.truie.name", value=move - NAME + 1)
    cards = [card_line(RULES, card) for card in cards_laid(RULES, view, move)]
    if len(cards) == 2:
        return line("coach.truie.sum", first=cards[0], second=cards[1], sum=_sum(view, move))
    return line("coach.truie.lay", card=cards[0])


def _handing(view: Any, move: int, names: Sequence[str]) -> Line:
    to = truie.heir(view, move)
    if move >= PASS_LUCKY:
        return line("coach.truie.pass_lucky", n=view.held[to], to=names[to])
    return line("coach.truie.pass", card=card_line(RULES, view.held[to]), to=names[to])


def _sum(view: Any, move: int) -> Line:
    value = truie.new_top(move)
    key = "sum.plus" if value > view.top else "sum.minus"
    return line(key, top=number(view.top), a=number(abs(value - view.top)), b=number(value))


def caution(view: Any, move: int, names: Sequence[str]) -> list[Line]:
    """What must not be forgotten with a move: a grunt."""
    turn = turn_of(view, move)
    return [line("coach.truie.then_grunt", n=turn.left)] if turn.owes and not view.owes else []


# The nudge


def nudge(view: Any, move: int, names: Sequence[str]) -> list[Line]:
    if view.owes:
        return [line("coach.truie.nudge_grunt")]
    if turn_of(view, move).out:
        return [line("coach.truie.nudge_out")]
    if view.demand == FARMER:
        return [line("coach.truie.nudge_farmer", card=card_line(RULES, view.top))]
    if view.demand == HOG:
        return [line(_under_hog(view, move))]
    return [_search(view, move)]


def _under_hog(view: Any, move: int) -> str:
    """After a hog it is a matter of drawing little; but not always."""
    moves = members(RULES.legal(view))
    if moves == [DRAW]:
        return "coach.truie.nudge_hog_stuck"
    draws = [turn_of(view, other).draws for other in moves]
    few = turn_of(view, move).draws == min(draws) < max(draws)
    return "coach.truie.nudge_hog" if few else "coach.truie.nudge_hog_more"


def _search(view: Any, move: int) -> Line:
    """Where to look."""
    top = card_line(RULES, view.top)
    if move == DRAW:
        only = RULES.legal(view) == 1 << DRAW
        return line("coach.truie.nudge_draw", card=top) if only else line("coach.truie.nudge_wait")
    if move >= LAY_FARMER:
        return line("coach.truie.nudge_special")
    if move >= PASS:
        return line("coach.truie.nudge_heap", n=count(view.hands[view.turn], DUNG))
    if move >= NAME:
        return line("coach.truie.nudge_lucky")
    if truie.new_top(move) == view.top:
        return line("coach.truie.nudge_match", card=top)
    return line("coach.truie.nudge_sum", card=top)


# The idea


def ideas(view: Any, move: int, names: Sequence[str]) -> list[Line]:
    """What can be done, and what is risky."""
    if view.owes:
        return [line("coach.truie.left", n=view.held[view.turn])]
    turn = turn_of(view, move)
    if turn.out:
        return [line("coach.truie.out" if not turn.left else "coach.truie.out_heaps")]
    return [*_idea(view, turn, names), *_hurry(view, turn, names)]


def _idea(view: Any, turn: Turn, names: Sequence[str]) -> Iterator[Line]:
    if view.demand == HOG and turn.move < PASS:
        yield line("coach.truie.new_top")
    elif view.demand == HOG and turn.move == LAY_HOG:
        yield line("coach.truie.pass_on")
    yield from _doing(view, turn, names)
    if view.demand == HOG and turn.draws and (turn.gives or turn.move == LAY_FARMER):
        yield line("coach.truie.still_draws", n=turn.draws)


def _doing(view: Any, turn: Turn, names: Sequence[str]) -> Iterator[Line]:
    if turn.move == DRAW:
        yield from _drawing(view)
    elif turn.gives:
        yield from _giving(view, turn, names)
    elif turn.move == LAY_FARMER:
        yield from _farmer(view, names)
    elif turn.move == LAY_HOG:
        yield line("coach.truie.hog", next=_next(view, names))
        if view.demand != HOG:  # else one knows
            yield line("coach.truie.hog_cost", card=card_line(RULES, view.top), n=view.top)
    elif turn.move >= NAME:
        yield _standing(view)
    elif len(turn.cards) == 2:
        yield from _summing(view, turn)
    else:
        yield line("coach.truie.match")


def _standing(view: Any) -> Line:
    """What a lucky pig laid alone may be."""
    if view.demand or view.copycat:
        return line("coach.truie.stands", card=card_line(RULES, view.top))
    return line("coach.truie.any")


def _summing(view: Any, turn: Turn) -> Iterator[Line]:
    if LUCKY in turn.cards:
        yield line("coach.truie.lucky_sum")
    yield line("coach.truie.say", sum=_sum(view, turn.move))
    yield line("coach.truie.pro_two")


def _drawing(view: Any) -> Iterator[Line]:
    if RULES.legal(view) != 1 << DRAW:
        yield line("coach.truie.wait")
    elif view.demand == FARMER:
        yield line("coach.truie.nothing_farmer", top=view.top)
    else:
        yield line("coach.truie.nothing", top=view.top)


def _giving(view: Any, turn: Turn, names: Sequence[str]) -> Iterator[Line]:
    to = truie.heir(view, turn.move)
    if count(view.hands[view.turn], DUNG) < ALL_HEAPS:
        yield line("coach.truie.heap_cost")
    needed = card_line(RULES, view.held[to])
    yield line("coach.truie.heap", to=names[to], n=view.held[to], card=needed)
    if LUCKY in turn.cards:
        yield line("coach.truie.stands", card=needed)


def _farmer(view: Any, names: Sequence[str]) -> Iterator[Line]:
    player, top, stuck = _next(view, names), card_line(RULES, view.top), _stuck(view)
    yield line("coach.truie.farmer", next=player, card=top)
    if stuck:
        yield line("coach.truie.farmer_odds", next=player, top=view.top, times=times(stuck))
    else:
        yield line("coach.truie.farmer_none", next=player, card=top)


def _stopping(view: Any, names: Sequence[str]) -> Reason:
    stuck, values = _stuck(view), {"next": _next(view, names), "times": times(_stuck(view))}
    pro, con = line("coach.truie.pro_farmer", **values), line("coach.truie.con_farmer", **values)
    return Reason(float(A_CARD * stuck), pro, con)


def _stuck(view: Any) -> Fraction:
    """How often the next player cannot please the farmer."""
    return 1 - holds(RULES, view, [view.top, LUCKY], [truie.seat_after(view, 1)])


def _hurry(view: Any, turn: Turn, names: Sequence[str]) -> Iterator[Line]:
    """Somebody is nearly out of cards; three heaps are a treasure."""
    if count(view.hands[view.turn], DUNG) >= ALL_HEAPS and not turn.gives:
        yield line("coach.truie.heaps")
    seat = min((truie.seat_after(view, k) for k in range(1, view.players)), key=lambda s: view.held[s])
    if turn.gives and truie.heir(view, turn.move) == seat:
        return  # how many cards they hold has just been said
    if 0 < view.held[seat] <= NEARLY_OUT:
        yield line("coach.truie.nearly_out", player=names[seat], n=view.held[seat])
        if turn.points and turn.points == max(shed(view, move) for move in members(RULES.legal(view))):
            yield line("coach.truie.costly")


def _next(view: Any, names: Sequence[str]) -> str:
    return names[truie.seat_after(view, 1)]


# What sets two moves apart


def compare(view: Any, best: int, other: int, names: Sequence[str]) -> Iterator[Reason]:
    """Every reason for one move and against the other; weights are points, about."""
    if view.owes:
        yield Reason(1, line("coach.truie.pro_grunt"), line("coach.truie.left", n=view.held[view.turn]))
        return
    good, bad = turn_of(view, best), turn_of(view, other)
    if good.out and not bad.out:
        held = "coach.truie.pro_out" if not good.left else "coach.truie.pro_out_heaps"
        yield Reason(100, line(held), line("coach.truie.con_out"))
        return
    yield from _shedding(view, good, bad)
    yield from _heaps(view, good, bad, names)
    yield from _specials(view, good, bad, names)
    yield from _answers(view, good, bad, names)


def _shedding(view: Any, good: Turn, bad: Turn) -> Iterator[Reason]:
    if view.demand == HOG and good.draws < bad.draws:
        fewer = _fewer(good, bad)
        yield Reason(A_CARD * (bad.draws - good.draws), fewer, line("coach.truie.con_draws", n=bad.draws))
    if good.points > bad.points and not good.gives:
        more = line("coach.truie.pro_points", n=good.points)
        yield Reason(good.points - bad.points, more, line("coach.truie.con_points", n=good.points))
    if len(good.cards) == 2 > len(bad.cards) and not good.gives:
        yield Reason(A_CARD / 2, line("coach.truie.pro_two"), line("coach.truie.con_two"))


def _fewer(good: Turn, bad: Turn) -> Line:
    if not good.draws:
        return line("coach.truie.pro_no_draws")
    return line("coach.truie.pro_draws", n=good.draws, more=bad.draws)


def _heaps(view: Any, good: Turn, bad: Turn, names: Sequence[str]) -> Iterator[Reason]:
    heaps = count(view.hands[view.turn], DUNG)
    if good.gives and not bad.gives and heaps < ALL_HEAPS:
        to = names[truie.heir(view, good.move)]
        yield Reason(15, line("coach.truie.pro_heap", to=to), line("coach.truie.con_heap"))
    if bad.gives and not good.gives and heaps == ALL_HEAPS:
        yield Reason(45, line("coach.truie.heaps"), line("coach.truie.heaps"))


def _specials(view: Any, good: Turn, bad: Turn, names: Sequence[str]) -> Iterator[Reason]:
    if good.move == LAY_HOG != bad.move:
        player = _next(view, names)
        yield Reason(2 * A_CARD, line("coach.truie.hog", next=player), line("coach.truie.con_hog", next=player))
    if good.move == LAY_FARMER != bad.move and _stuck(view):
        yield _stopping(view, names)
    if bad.cards.count(LUCKY) > good.cards.count(LUCKY):
        yield Reason(A_CARD, line("coach.truie.pro_lucky"), line("coach.truie.con_lucky"))
    for card in (FARMER, HOG):
        if card in bad.cards and card not in good.cards:
            kept = card_line(RULES, card)
            yield Reason(1, line("coach.truie.pro_special", card=kept), line("coach.truie.con_special", card=kept))


def _answers(view: Any, good: Turn, bad: Turn, names: Sequence[str]) -> Iterator[Reason]:
    """The next player holds the new top less often."""
    seat = truie.seat_after(view, 1)
    if good.top == bad.top or good.out or bad.out:
        return
    less, more = (_answer(view, turn, seat) for turn in (good, bad))
    if more - less >= LIKELY:
        other = card_line(RULES, bad.top)
        con = line("coach.truie.con_common", next=names[seat], card=other, times=times(more))
        worse = {"next": names[seat], "other": other, "more": times(more)}
        yield Reason(float(A_CARD * (more - less)), _rarer(good.top, less, worse), con)


def _rarer(top: int, chance: Fraction, worse: dict[str, Any]) -> Line:
    if not chance:
        return line("coach.truie.pro_rare_none", top=top, **worse)
    return line("coach.truie.pro_rare", card=card_line(RULES, top), times=times(chance), **worse)


def _answer(view: Any, turn: Turn, seat: int) -> Fraction:
    return holds(RULES, view, [turn.top], [seat])
