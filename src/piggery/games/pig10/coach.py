"""The coach of Pig 10: a nudge, the ideas of a position, and what sets two calls apart."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ...bots.coach import Voice
from ...bots.model import learned_for
from ...bots.odds import times, unseen
from ...bots.reasons import Reason
from ...core.story import card_line, counted
from ...engine.bags import cards_in, count, many, members, size
from ...words import Line, line
from ..contract import Names
from . import GAME, endings, rules
from .learned import HANDS
from .model import CARD
from .moves import SETS, SUBTRACTS, action
from .odds import after_turn, bust, hit
from .rules import FROG, PIGMAID, TEN, Pig10State

MANY, FEW = 5, 2  # cards in the middle
LIKELY = Fraction(1, 50)  # odds that differ by less are the same to a child
USEFUL = 200  # thousandths of a card
HOPEFUL = Fraction(1, 10)  # a trap worth a word
OWN = {FROG: "coach.pig10.own_frog", PIGMAID: "coach.pig10.own_pigmaid"}


class Call(NamedTuple):
    """A move and the chances it leaves."""

    card: int
    kind: str
    call: int
    stake: int  # cards in the middle, this one included
    next: int  # the seat that goes on; one's own if nobody else has a card
    hit: Fraction
    bust: Fraction

    @property
    def over(self) -> bool:
        return self.call > TEN


def turn_of(view: Pig10State, move: int) -> Call:
    done, seat = action(view, move), after_turn(view, move).turn
    odds = hit(view, move), bust(view, move)
    return Call(done.cards[0], done.kind, done.value, view.laid + 1, seat, *odds)


def phrase(view: Pig10State, move: int, names: Names) -> Line:
    """A move as something to do: `play a 3 and say 7`."""
    kind, (laid,), _, called = action(view, move)
    card = card_line(GAME, laid)
    if called == TEN:
        return line("coach.pig10.play_ten", card=card)
    if kind == SUBTRACTS:
        return line("coach.pig10.play_minus", call=called)
    if kind == SETS and laid != FROG:
        return line("coach.pig10.play_same", card=card, call=called)
    return line("coach.pig10.play", card=card, call=called)


# The nudge


def nudge(view: Pig10State, move: int, names: Names) -> list[Line]:
    turn, calls = turn_of(view, move), _calls(view)
    if turn.call == TEN:
        return [line("coach.pig10.nudge_ten", value=view.value) if view.value else line("coach.pig10.nudge_lone_ten")]
    if many(rules.legal(view)) == 1:
        return [line("coach.pig10.nudge_only")]
    if min(calls) > TEN:
        return [line("coach.pig10.nudge_over")]
    if turn.over:
        return [line("coach.pig10.nudge_give")]
    if TEN in calls:
        return [line("coach.pig10.nudge_not_ten")]
    if turn.next == view.turn:
        return [line("coach.pig10.nudge_alone")]
    if not view.laid:
        return [line("coach.pig10.nudge_start")]
    return [line("coach.pig10.nudge_leave", next=names[turn.next])]


def _right(view: Pig10State) -> int:
    """The seat that wins what goes over."""
    return (view.turn - 1) % view.players


def _calls(view: Pig10State) -> list[int]:
    return [action(view, move).value for move in members(rules.legal(view))]


# The idea


def ideas(view: Pig10State, move: int, names: Names) -> list[Line]:
    """The point of a call, and its risks."""
    turn = turn_of(view, move)
    if turn.call == TEN:
        return [_ten(view, turn)]
    if turn.over:
        return [*_giving(view, turn, names)]
    return [*_way(view, turn), *_known(view, turn, names), *_risk(view, turn, names)]


def _ten(view: Pig10State, turn: Call) -> Line:
    if turn.card == TEN:
        return line("coach.pig10.lone_ten", n=turn.stake)
    return line("coach.pig10.ten", value=view.value, card=turn.card, n=turn.stake)


def _giving(view: Pig10State, turn: Call, names: Names) -> Iterator[Line]:
    """Going over: as little as possible, and not the useful cards."""
    forced = min(_calls(view)) > TEN
    yield line("coach.pig10.all_over" if forced else "coach.pig10.give", right=names[_right(view)], n=turn.stake)
    if not forced and view.laid <= FEW:
        yield line("coach.pig10.few")
    if endings.solvable(view):  # what is useful then was counted, not learned
        return
    useful = max(cards_in(view.hands[view.turn]), key=lambda card: _use(view, card))
    if useful != turn.card:
        yield line("coach.pig10.useful", card=_own(useful))


def _own(card: int) -> Line:
    """`your 3`, `your frog`."""
    return line(OWN.get(card, "coach.pig10.own"), card=card)


def _way(view: Pig10State, turn: Call) -> Iterator[Line]:
    """How a card makes another number than one would think; how much lies in the middle, if there is no hope in it."""
    if view.laid >= MANY and turn.bust < HOPEFUL:
        yield line("coach.pig10.many", n=view.laid)
    if turn.kind == SUBTRACTS:
        yield line("coach.pig10.minus", value=view.value, call=turn.call)
    elif turn.card == FROG:
        yield line("coach.pig10.frog")
    elif turn.kind == SETS:
        yield line("coach.pig10.same", call=turn.call)


def _known(view: Pig10State, turn: Call, names: Names) -> Iterator[Line]:
    """Once the draw pile is empty, the cards not seen are the ones that the others hold."""
    if view.left:
        return
    yield line("coach.pig10.no_stock")
    hidden = unseen(GAME, view)
    if turn.next != view.turn and size(hidden) == view.held[turn.next]:
        yield line("coach.pig10.must_hold", player=names[turn.next], cards=counted(GAME, hidden))


def _risk(view: Pig10State, turn: Call, names: Names) -> Iterator[Line]:
    if turn.next == view.turn:
        return
    player, needed = names[turn.next], card_line(GAME, TEN - turn.call)
    if turn.call:
        yield line("coach.pig10.needs", next=player, call=turn.call, card=needed)
    else:
        yield line("coach.pig10.from_zero")
    if turn.hit:
        yield line("coach.pig10.has", next=player, times=times(turn.hit))
    else:
        yield line("coach.pig10.has_not", next=player)
    if turn.bust >= HOPEFUL:
        yield _trap(turn, names)


def _trap(turn: Call, names: Names) -> Line:
    return line("coach.pig10.trap", call=turn.call, next=names[turn.next], times=times(turn.bust))


# What sets two moves apart


def compare(view: Pig10State, best: int, other: int, names: Names) -> Iterator[Reason]:
    """Every reason for one move and against the other; weights are cards, won or lost."""
    good, bad = turn_of(view, best), turn_of(view, other)
    right = names[_right(view)]
    lost = line("coach.pig10.con_over", right=right, n=bad.stake)
    if good.call == TEN != bad.call:
        won = line("coach.pig10.pro_ten", n=good.stake)
        left = lost if bad.over else line("coach.pig10.con_left", n=bad.stake)
        yield Reason(good.stake + good.stake * bad.over, won, left)
    elif bad.call == TEN and bad.stake <= FEW and good.call != TEN:
        yield Reason(good.stake, line("coach.pig10.pro_small", n=bad.stake), line("coach.pig10.con_small", n=bad.stake))
    elif bad.over and not good.over:
        yield Reason(bad.stake, line("coach.pig10.pro_over", right=right, n=bad.stake), lost)
    yield from _odds(good, bad, names)
    if view.left or view.held[view.turn] > 1:
        yield from _keeping(view, good, bad)


def _odds(good: Call, bad: Call, names: Names) -> Iterator[Reason]:
    if good.call == TEN or bad.call == TEN or bad.over:
        return
    if bad.hit - good.hit >= LIKELY:
        danger = line("coach.pig10.can_ten", call=bad.call, next=names[bad.next], times=times(bad.hit))
        yield Reason(float(good.stake * (bad.hit - good.hit)), _safer(good, danger, names), danger)
    if good.bust >= HOPEFUL and good.bust - bad.bust >= LIKELY:
        escapes = line("coach.pig10.con_trap", call=bad.call, next=names[bad.next], times=times(1 - bad.bust))
        yield Reason(float(good.stake * (good.bust - bad.bust)), _trap(good, names), escapes)


def _safer(good: Call, danger: Line, names: Names) -> Line:
    """The danger that is avoided, and what is left of it."""
    if good.over:
        return danger
    values = {"other": danger.values["call"], "more": danger.values["times"], "call": good.call}
    if not good.hit:
        return line("coach.pig10.pro_safe", next=danger.values["next"], **values)
    return line("coach.pig10.pro_safer", next=danger.values["next"], times=times(good.hit), **values)


def _keeping(view: Pig10State, good: Call, bad: Call) -> Iterator[Reason]:
    """The better move leaves a more useful hand."""
    if _use(view, bad.card) < USEFUL or count(view.hands[view.turn], bad.card) > 1:
        return
    card = _own(bad.card)
    gain = _use(view, bad.card) - _use(view, good.card)
    yield Reason(gain / 1000, line("coach.pig10.pro_keep", card=card), line("coach.pig10.con_keep", card=card))


def _use(view: Pig10State, card: int) -> int:
    """The worth of a card in the hand, in thousandths of a card won: learned from many games."""
    return learned_for(view.players, HANDS)[CARD + card]


VOICE = Voice[Pig10State](phrase, nudge, ideas, compare=compare, binding={"coach.pig10.useful"})
