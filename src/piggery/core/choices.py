"""The moves of a hand as a person picks them: by the cards they take, each with a short label."""

from collections.abc import Sequence
from typing import Any

from ..engine.bags import cards_in, members
from ..games.contract import Rules
from ..games.pig10 import rules as pig10
from ..games.truie import rules as truie
from ..games.truie import view as truie_view
from ..words import Line, either, line

STAR = "★"  # marks a lucky pig in a sum


def moves_by_card(rules: Rules, view: Any) -> dict[int, list[int]]:
    """For each kind of card in the hand of the seat to move, the moves that lay it."""
    hand = sorted(set(cards_in(view.hands[view.turn])))
    moves = members(rules.legal(view))
    return {card: [move for move in moves if card in cards_laid(rules, view, move)] for card in hand}


def cards_laid(rules: Rules, view: Any, move: int) -> tuple[int, ...]:
    """The cards that leave the hand with a move."""
    if rules.name == "pig10":
        return (move >> 2,)
    if view.owes or move == truie.DRAW:
        return ()
    if move >= truie.LAY_FARMER:
        return (truie.FARMER if move == truie.LAY_FARMER else truie.HOG,)
    if move >= truie.PASS:
        pig = truie.LUCKY if move >= truie.PASS_LUCKY else view.held[truie.heir(view, move)]
        return (pig, truie.DUNG)
    if move >= truie.NAME:
        return (truie.LUCKY,)
    value = truie.new_top(move)
    return (value,) if value == view.top else truie_view.sum_cards(view, move)


def label(rules: Rules, view: Any, move: int, names: Sequence[str]) -> Line:
    """What a button for this move says; after a hog, also how many cards it costs."""
    if rules.name == "pig10":
        return call_label(pig10.call(view, move))
    said = _truie_label(view, move, names)
    if view.demand != truie.HOG or view.owes or move == truie.DRAW:
        return said
    after = view.copy()
    rules.play(after, move)
    return line("table.then_draw", label=said, n=after.due) if after.due else said


def call_label(called: int) -> Line:
    """What the button for a call in Pig 10 says."""
    if called == pig10.TEN:
        return line("table.say_ten")
    return line("table.say_over" if called > pig10.TEN else "table.say", call=called)


def call_sum(value: int, laid: int, move: int) -> Line:
    """A call in Pig 10 as the sum it is: `6 − 5 = 1`. `value` and `laid` are the pile's."""
    card, way = move >> 2, move & 3
    if not laid:
        return line("table.call_ten" if card == pig10.TEN else "table.call", text=str(card))
    if way == pig10.SET:
        return line("table.call_frog" if card == pig10.FROG else "table.call_same", text=str(card))
    called = value + card if way == pig10.ADD else value - card
    key = "table.call_ten" if called == pig10.TEN else "table.call_over" if called > pig10.TEN else "table.call"
    return line(key, text=f"{value} {'+' if way == pig10.ADD else '−'} {card} = {called}")


def _truie_label(view: Any, move: int, names: Sequence[str]) -> Line:
    if view.owes:
        return line("table.grunt" if move == 1 else "table.grunt_twice" if move else "story.no_grunt")
    if move == truie.DRAW:
        return line("table.draw_ten" if view.demand == truie.HOG else "table.draw")
    if move >= truie.LAY_FARMER:
        return line("table.lay_farmer" if move == truie.LAY_FARMER else "table.lay_hog")
    if move >= truie.PASS:
        to = truie.heir(view, move)
        key = "table.pass_lucky" if move >= truie.PASS_LUCKY else "table.pass"
        return line(key, player=names[to], n=view.held[to])
    if move >= truie.NAME:
        return line("table.name", n=move - truie.NAME + 1)
    return _sum_label(view, move)


def _sum_label(view: Any, move: int) -> Line:
    value = truie.new_top(move)
    if value == view.top:
        return line("table.lay", n=value)
    first, second = (STAR if card == truie.LUCKY else "" for card in truie_view.sum_cards(view, move))
    sign = "+" if value > view.top else "−"
    return line("table.sum", text=f"{view.top} {sign} {first}{abs(value - view.top)} = {second}{value}")


def calls_line(rules: Rules, view: Any, card: int, moves: Sequence[int]) -> Line:
    """`5: say 11 or 1`."""
    calls = either([str(pig10.call(view, move)) for move in moves])
    return line("table.calls", card=rules.names[card], calls=calls)


def why_not(rules: Rules, view: Any, card: int) -> Line:
    """Why this card cannot be played now."""
    return line(rules.why_not(view, card), top=getattr(view, "top", 0))
