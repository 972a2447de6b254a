"""A move in a word, to be named in a sentence: `a 3: “ten”`, `a dung heap for Ben`."""

from collections.abc import Sequence
from typing import Any

from ..core.story import number
from ..games.contract import Rules
from ..games.pig10 import rules as pig10
from ..games.truie import rules as truie
from ..words import Line, line


def phrase(rules: Rules, view: Any, move: int, names: Sequence[str]) -> Line:
    if rules.name == "pig10":
        return line("review.call", card=line(f"pig10.card.{move >> 2}"), call=number(pig10.call(view, move)))
    if view.owes:
        return line("review.grunt", n=move) if move else line("review.no_grunt")
    if move in _PLAIN:
        return line(_PLAIN[move])
    if move >= truie.PASS:
        return line("review.heap", player=names[truie.heir(view, move)])
    if move >= truie.NAME:
        return line("review.lucky", value=move - truie.NAME + 1)
    return _sum(view, truie.new_top(move))


_PLAIN = {truie.DRAW: "review.draw", truie.LAY_FARMER: "truie.card.F", truie.LAY_HOG: "truie.card.H"}


def _sum(view: Any, value: int) -> Line:
    if value == view.top:
        return line(f"truie.card.{value}")
    key = "sum.plus" if value > view.top else "sum.minus"
    said = line(key, top=number(view.top), a=number(abs(value - view.top)), b=number(value))
    return line("review.sum", sum=said)
