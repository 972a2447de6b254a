"""The coach of Un, deux, truie: a nudge, and the ideas of a position; what sets two moves apart is in `reasons`."""

from collections.abc import Iterator

from ...bots.coach import Voice
from ...bots.odds import times
from ...core.story import card_line
from ...engine.bags import count, members
from ...words import Line, line
from ..contract import Names
from . import GAME, moves, rules
from .mind import shed
from .moves import action
from .odds import Outcome, follow, has, stuck, turn_of
from .reasons import ALL_HEAPS, NEARLY_OUT, compare, ready_line
from .rules import DRAW, DUNG, FARMER, HOG, LAY_FARMER, LUCKY, TEN, TruieState
from .story import sum_line

POINTS = 10  # that a farmer costs
IMPLIED = {  # reasons that say no more than an idea
    "coach.truie.pro_farmer": "coach.truie.farmer_odds",
    "coach.truie.pro_points": "coach.truie.farmer_cost",
    "coach.truie.pro_rare": "coach.truie.rare",
    "coach.truie.pro_rare_none": "coach.truie.rare_none",
    "coach.truie.pro_heap": "coach.truie.heap_cost",
    "coach.truie.pro_draws": "coach.truie.rescue",
    "coach.truie.pro_no_draws": "coach.truie.pass_on",
}


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
        case moves.SUM if done.cards == (LUCKY, LUCKY):
            return line("coach.truie.sum_lucky", sum=sum_line(view, done))
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
            if view.demand != HOG and view.top != TEN:  # else one knows, or it is ten either way
                yield line("coach.truie.hog_cost", card=card_line(GAME, view.top), n=view.top)
        case moves.ALONE:
            bound = view.demand or view.copycat
            yield line("coach.truie.stands" if bound else "coach.truie.any", card=card_line(GAME, turn.done.value))
        case moves.SUM:
            yield from _summing(view, turn)
        case _:
            yield line("coach.truie.match")
    if turn.kind == moves.LAYS_FARMER or LUCKY in turn.cards:
        yield from _rescue(view, turn)
    if LUCKY in turn.cards:
        yield from _spending(view, turn, names)


def _summing(view: TruieState, turn: Outcome) -> Iterator[Line]:
    if LUCKY in turn.cards:
        yield line("coach.truie.lucky_sum")
    yield line("coach.truie.say", sum=sum_line(view, turn.done))
    yield line("coach.truie.pro_two")


def _spending(view: TruieState, turn: Outcome, names: Names) -> Iterator[Line]:
    """Why a lucky pig is used just so: what it prepares, a number that is rare."""
    ready = follow(view, turn)
    if ready.fits:
        yield ready_line(turn, ready)
    if not view.demand and not view.copycat and turn.kind == moves.ALONE:
        yield from _rare(view, turn, names)


def _rescue(view: TruieState, turn: Outcome) -> Iterator[Line]:
    """Without this special card there is nothing to lay."""
    special = FARMER if turn.kind == moves.LAYS_FARMER else LUCKY
    others = [move for move in members(rules.legal(view)) if special not in action(view, move).cards]
    drawn = turn_of(view, DRAW).draws
    if others == [DRAW] and drawn > turn.draws:
        yield line("coach.truie.rescue" if special == LUCKY else "coach.truie.rescue_farmer", n=drawn)


def _rare(view: TruieState, turn: Outcome, names: Names) -> Iterator[Line]:
    """The next player holds most other numbers more often than the one that was named."""
    chance, player = has(view, turn.top), _next(view, names)
    if sum(has(view, value) > chance for value in range(1, TEN + 1)) <= TEN // 2:
        return
    if chance:
        yield line("coach.truie.rare", next=player, card=card_line(GAME, turn.top), times=times(chance))
    else:
        yield line("coach.truie.rare_none", next=player, top=turn.top)


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
    player, top, chance = _next(view, names), card_line(GAME, view.top), stuck(view)
    yield line("coach.truie.farmer", next=player, card=top)
    yield line("coach.truie.farmer_only")
    if chance:
        yield line("coach.truie.farmer_odds", next=player, top=view.top, times=times(chance))
    else:
        yield line("coach.truie.farmer_none", next=player, card=top)
    if any(turn_of(view, move).points >= POINTS and move != LAY_FARMER for move in members(rules.legal(view))):
        yield line("coach.truie.farmer_cost")


def _hurry(view: TruieState, turn: Outcome, names: Names) -> Iterator[Line]:
    """Somebody is nearly out of cards; three heaps are a treasure."""
    if count(view.hands[view.turn], DUNG) >= ALL_HEAPS and not turn.gives:
        yield line("coach.truie.heaps")
    seat = _hasty(view, turn)
    if turn.gives and turn.done.to == seat:
        return  # how many cards they hold has just been said
    if 0 < view.held[seat] <= NEARLY_OUT:
        yield (near := _nearly_out(view, turn, seat, names))
        if (
            near.key == "coach.truie.nearly_out"
            and turn.points
            and turn.points == max(shed(view, move) for move in members(rules.legal(view)))
        ):
            yield line("coach.truie.costly")


def _hasty(view: TruieState, turn: Outcome) -> int:
    """The opponent with the fewest cards; of those who are nearly out, the one that a farmer is laid for."""
    seats = [rules.seat_after(view, k) for k in range(1, view.players)]
    if turn.kind == moves.LAYS_FARMER and view.held[seats[0]] <= NEARLY_OUT:
        return seats[0]
    return min(seats, key=lambda seat: view.held[seat])


def _nearly_out(view: TruieState, turn: Outcome, seat: int, names: Names) -> Line:
    player, held = names[seat], view.held[seat]
    if turn.kind != moves.LAYS_FARMER or seat != rules.seat_after(view, 1):
        return line("coach.truie.nearly_out", player=player, n=held)
    if stuck(view) == 1:
        return line("coach.truie.farmer_stuck", next=player, n=held)
    if held == 1:
        return line("coach.truie.farmer_last", next=player, card=card_line(GAME, view.top))
    return line("coach.truie.farmer_few", next=player)


def _next(view: TruieState, names: Names) -> str:
    return names[rules.seat_after(view, 1)]


VOICE = Voice[TruieState](phrase, nudge, ideas, caution, compare, light=0.6, weighty=3.0, implied=IMPLIED)  # points
