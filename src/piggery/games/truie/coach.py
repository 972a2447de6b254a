"""The coach of Un, deux, truie: a nudge, the ideas of a position, and what sets two moves apart."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from ...bots.coach import Voice
from ...bots.odds import holds, times
from ...bots.reasons import Reason
from ...core.story import card_line
from ...engine.bags import count, members
from ...words import Line, line
from ..contract import Action, Names
from . import GAME, moves, rules
from .mind import shed
from .moves import action
from .rules import DRAW, DUNG, FARMER, HOG, LUCKY, TruieState
from .story import sum_line

NEARLY_OUT = 2  # cards
ALL_HEAPS = 3
A_CARD = 6  # points that a card drawn costs, about
LIKELY = Fraction(1, 50)  # odds that differ by less are the same to a child
IMPLIED = {"coach.truie.pro_farmer": "coach.truie.farmer_odds"}  # reasons that say no more than an idea


class Outcome(NamedTuple):
    """The consequences of a move."""

    move: int
    done: Action
    points: int  # that leave the hand with the cards
    top: int
    draws: int  # cards drawn after it
    left: int  # cards in the hand then
    owes: int  # whether a grunt is due
    out: bool  # whether it ends the round

    @property
    def kind(self) -> str:
        return self.done.kind

    @property
    def cards(self) -> tuple[int, ...]:
        """That leave the hand."""
        return self.done.cards

    @property
    def gives(self) -> bool:
        return self.kind == moves.HEAP


def turn_of(view: TruieState, move: int) -> Outcome:
    after = view.copy()
    rules.play(after, move)
    done = action(view, move)
    ended = GAME.ends_round(view, after)
    draws = 0 if ended else after.due
    left = view.held[view.turn] - len(done.cards) + draws
    top = view.top if ended else after.top
    out = ended and move != DRAW
    return Outcome(move, done, shed(view, move), top, draws=draws, left=left, owes=after.owes, out=out)


def phrase(view: TruieState, move: int, names: Names) -> Line:
    """A move as something to do: `lay a 7`."""
    done = action(view, move)
    match done.kind:
        case moves.GRUNTS:
            return line("coach.truie.grunt", n=move) if move else line("coach.truie.no_grunt")
        case moves.DRAWS:
            draws = turn_of(view, move).draws
            return line("coach.truie.draw", n=draws) if draws else line("coach.truie.lay_nothing")
        case moves.HEAP if LUCKY in done.cards:
            return line("coach.truie.pass_lucky", n=done.value, to=names[done.to])
        case moves.HEAP:
            return line("coach.truie.pass", card=card_line(GAME, done.value), to=names[done.to])
        case moves.ALONE:
            return line("coach.truie.name", value=done.value)
        case moves.SUM:
            first, second = (card_line(GAME, card) for card in done.cards)
            return line("coach.truie.sum", first=first, second=second, sum=sum_line(view, done))
    return line("coach.truie.lay", card=card_line(GAME, done.cards[0]))


def caution(view: TruieState, move: int, names: Names) -> list[Line]:
    """The thing not to forget with a move: a grunt."""
    turn = turn_of(view, move)
    return [line("coach.truie.then_grunt", n=turn.left)] if turn.owes and not view.owes else []


# The nudge


def nudge(view: TruieState, move: int, names: Names) -> list[Line]:
    if view.owes:
        return [line("coach.truie.nudge_grunt")]
    if turn_of(view, move).out:
        return [line("coach.truie.nudge_out")]
    if view.demand == FARMER:
        return [line("coach.truie.nudge_farmer", card=card_line(GAME, view.top))]
    if view.demand == HOG:
        return [line(_under_hog(view, move))]
    return [_search(view, move)]


def _under_hog(view: TruieState, move: int) -> str:
    """After a hog it is a matter of drawing little; but not always."""
    legal = members(rules.legal(view))
    if legal == [DRAW]:
        return "coach.truie.nudge_hog_stuck"
    draws = [turn_of(view, other).draws for other in legal]
    few = turn_of(view, move).draws == min(draws) < max(draws)
    return "coach.truie.nudge_hog" if few else "coach.truie.nudge_hog_more"


def _search(view: TruieState, move: int) -> Line:
    """Where to look."""
    top = card_line(GAME, view.top)
    match action(view, move).kind:
        case moves.DRAWS:
            only = rules.legal(view) == 1 << DRAW
            return line("coach.truie.nudge_draw", card=top) if only else line("coach.truie.nudge_wait")
        case moves.LAYS_FARMER | moves.LAYS_HOG:
            return line("coach.truie.nudge_special")
        case moves.HEAP:
            return line("coach.truie.nudge_heap", n=count(view.hands[view.turn], DUNG))
        case moves.ALONE:
            return line("coach.truie.nudge_lucky")
        case moves.MATCH:
            return line("coach.truie.nudge_match", card=top)
    return line("coach.truie.nudge_sum", card=top)


# The idea


def ideas(view: TruieState, move: int, names: Names) -> list[Line]:
    """The point of a move, and its risks."""
    if view.owes:
        return [line("coach.truie.left", n=view.held[view.turn])]
    turn = turn_of(view, move)
    if turn.out:
        return [line("coach.truie.out" if not turn.left else "coach.truie.out_heaps")]
    return [*_idea(view, turn, names), *_hurry(view, turn, names)]


def _idea(view: TruieState, turn: Outcome, names: Names) -> Iterator[Line]:
    if view.demand == HOG and turn.kind in (moves.MATCH, moves.SUM, moves.ALONE):
        yield line("coach.truie.new_top")
    elif view.demand == HOG and turn.kind == moves.LAYS_HOG:
        yield line("coach.truie.pass_on")
    yield from _doing(view, turn, names)
    if view.demand == HOG and turn.draws and turn.kind in (moves.HEAP, moves.LAYS_FARMER):
        yield line("coach.truie.still_draws", n=turn.draws)


def _doing(view: TruieState, turn: Outcome, names: Names) -> Iterator[Line]:
    match turn.kind:
        case moves.DRAWS:
            yield _drawing(view)
        case moves.HEAP:
            yield from _giving(view, turn, names)
        case moves.LAYS_FARMER:
            yield from _farmer(view, names)
        case moves.LAYS_HOG:
            yield line("coach.truie.hog", next=_next(view, names))
            if view.demand != HOG:  # else one knows
                yield line("coach.truie.hog_cost", card=card_line(GAME, view.top), n=view.top)
        case moves.ALONE:
            bound = view.demand or view.copycat
            yield line("coach.truie.stands", card=card_line(GAME, view.top)) if bound else line("coach.truie.any")
        case moves.SUM:
            yield from _summing(view, turn)
        case _:
            yield line("coach.truie.match")


def _summing(view: TruieState, turn: Outcome) -> Iterator[Line]:
    if LUCKY in turn.cards:
        yield line("coach.truie.lucky_sum")
    yield line("coach.truie.say", sum=sum_line(view, turn.done))
    yield line("coach.truie.pro_two")


def _drawing(view: TruieState) -> Line:
    if rules.legal(view) != 1 << DRAW:
        return line("coach.truie.wait")
    return line("coach.truie.nothing_farmer" if view.demand == FARMER else "coach.truie.nothing", top=view.top)


def _giving(view: TruieState, turn: Outcome, names: Names) -> Iterator[Line]:
    to = turn.done.to
    if count(view.hands[view.turn], DUNG) < ALL_HEAPS:
        yield line("coach.truie.heap_cost")
    needed = card_line(GAME, view.held[to])
    yield line("coach.truie.heap", to=names[to], n=view.held[to], card=needed)
    if LUCKY in turn.cards:
        yield line("coach.truie.stands", card=needed)


def _farmer(view: TruieState, names: Names) -> Iterator[Line]:
    player, top, stuck = _next(view, names), card_line(GAME, view.top), _stuck(view)
    yield line("coach.truie.farmer", next=player, card=top)
    if stuck:
        yield line("coach.truie.farmer_odds", next=player, top=view.top, times=times(stuck))
    else:
        yield line("coach.truie.farmer_none", next=player, card=top)


def _stuck(view: TruieState) -> Fraction:
    """How often the next player cannot please the farmer."""
    return 1 - holds(GAME, view, [view.top, LUCKY], [rules.seat_after(view, 1)])


def _hurry(view: TruieState, turn: Outcome, names: Names) -> Iterator[Line]:
    """Somebody is nearly out of cards; three heaps are a treasure."""
    if count(view.hands[view.turn], DUNG) >= ALL_HEAPS and not turn.gives:
        yield line("coach.truie.heaps")
    seat = min((rules.seat_after(view, k) for k in range(1, view.players)), key=lambda s: view.held[s])
    if turn.gives and turn.done.to == seat:
        return  # how many cards they hold has just been said
    if 0 < view.held[seat] <= NEARLY_OUT:
        yield line("coach.truie.nearly_out", player=names[seat], n=view.held[seat])
        if turn.points and turn.points == max(shed(view, move) for move in members(rules.legal(view))):
            yield line("coach.truie.costly")


def _next(view: TruieState, names: Names) -> str:
    return names[rules.seat_after(view, 1)]


# What sets two moves apart


def compare(view: TruieState, best: int, other: int, names: Names) -> Iterator[Reason]:
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


def _shedding(view: TruieState, good: Outcome, bad: Outcome) -> Iterator[Reason]:
    if view.demand == HOG and good.draws < bad.draws:
        few = line("coach.truie.pro_draws", n=good.draws, more=bad.draws)
        fewer = few if good.draws else line("coach.truie.pro_no_draws")
        yield Reason(A_CARD * (bad.draws - good.draws), fewer, line("coach.truie.con_draws", n=bad.draws))
    if good.points > bad.points and not good.gives:
        more = line("coach.truie.pro_points", n=good.points)
        yield Reason(good.points - bad.points, more, line("coach.truie.con_points", n=good.points))
    if len(good.cards) == 2 > len(bad.cards) and not good.gives:
        yield Reason(A_CARD / 2, line("coach.truie.pro_two"), line("coach.truie.con_two"))


def _heaps(view: TruieState, good: Outcome, bad: Outcome, names: Names) -> Iterator[Reason]:
    heaps = count(view.hands[view.turn], DUNG)
    if good.gives and not bad.gives and heaps < ALL_HEAPS:
        to = names[good.done.to]
        yield Reason(15, line("coach.truie.pro_heap", to=to), line("coach.truie.con_heap"))
    if bad.gives and not good.gives and heaps == ALL_HEAPS:
        yield Reason(45, line("coach.truie.heaps"), line("coach.truie.heaps"))


def _specials(view: TruieState, good: Outcome, bad: Outcome, names: Names) -> Iterator[Reason]:
    if good.kind == moves.LAYS_HOG != bad.kind:
        player = _next(view, names)
        yield Reason(2 * A_CARD, line("coach.truie.hog", next=player), line("coach.truie.con_hog", next=player))
    if good.kind == moves.LAYS_FARMER != bad.kind and (stuck := _stuck(view)):
        values = {"next": _next(view, names), "times": times(stuck)}
        pro, con = line("coach.truie.pro_farmer", **values), line("coach.truie.con_farmer", **values)
        yield Reason(float(A_CARD * stuck), pro, con)
    if bad.cards.count(LUCKY) > good.cards.count(LUCKY):
        yield Reason(A_CARD, line("coach.truie.pro_lucky"), line("coach.truie.con_lucky"))
    for card in (FARMER, HOG):
        if card in bad.cards and card not in good.cards:
            kept = card_line(GAME, card)
            yield Reason(1, line("coach.truie.pro_special", card=kept), line("coach.truie.con_special", card=kept))


def _answers(view: TruieState, good: Outcome, bad: Outcome, names: Names) -> Iterator[Reason]:
    """The next player holds the new top less often."""
    seat = rules.seat_after(view, 1)
    if good.top == bad.top or good.out or bad.out:
        return
    less, more = (holds(GAME, view, [turn.top], [seat]) for turn in (good, bad))
    if more - less >= LIKELY:
        other = card_line(GAME, bad.top)
        con = line("coach.truie.con_common", next=names[seat], card=other, times=times(more))
        worse = {"next": names[seat], "other": other, "more": times(more)}
        yield Reason(float(A_CARD * (more - less)), _rarer(good.top, less, worse), con)


def _rarer(top: int, chance: Fraction, worse: Mapping[str, object]) -> Line:
    if not chance:
        return line("coach.truie.pro_rare_none", top=top, **worse)
    return line("coach.truie.pro_rare", card=card_line(GAME, top), times=times(chance), **worse)


VOICE = Voice[TruieState](phrase, nudge, ideas, caution, compare, light=0.6, weighty=3.0, implied=IMPLIED)  # points
