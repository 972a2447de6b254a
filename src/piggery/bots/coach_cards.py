"""Cards in words, equal ones counted: `a 3, two 7s and three dung heaps`."""

from collections import Counter

from ..core.story import card_line, number
from ..engine.bags import cards_in
from ..games.contract import Rules
from ..games.pig10 import rules as pig10
from ..games.truie import rules as truie
from ..words import Line, both, line

NAMED = {
    "pig10": {pig10.FROG: "pig10.cards.0", pig10.PIGMAID: "pig10.cards.5"},
    "truie": {
        truie.FARMER: "truie.cards.F",
        truie.HOG: "truie.cards.H",
        truie.LUCKY: "truie.cards.L",
        truie.DUNG: "truie.cards.D",
    },
}


def counted(rules: Rules, bag: int) -> Line:
    """All cards of a bag, each kind once."""
    return both(_some(rules, card, n) for card, n in Counter(cards_in(bag)).items())


def _some(rules: Rules, card: int, n: int) -> Line:
    if n == 1:
        return card_line(rules, card)
    if card in NAMED[rules.name]:
        return line(NAMED[rules.name][card], count=number(n))
    return line("cards.equal", count=number(n), card=rules.names[card])
