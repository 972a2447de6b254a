"""How Pig 10 is told: every call, who wins the middle, and what a card can call."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from ...core.story import Story, card_label, card_line, number, numbered_rules, winners
from ...engine.bags import count
from ...words import Line, either, line
from ..contract import Names
from . import GAME
from .moves import SETS, START, SUBTRACTS, action
from .rules import FROG, PIGMAID, TEN, Pig10State, over

# What happened


def tell(names: Names, state: Pig10State, move: int, after: Pig10State) -> list[Line]:
    seat, (_, cards, _, called) = state.turn, action(state, move)
    values = {"player": names[seat], "card": card_line(GAME, cards[0]), "call": number(called)}
    if called < TEN:
        return [line("story.call", **values)]
    won = line("cards", n=state.laid + 1)
    if called == TEN:
        return [line("story.ten", won=won, **values)]
    return [line("story.over_ten", winner=names[seat - 1], won=won, **values)]


def changes(names: Names, before: Pig10State, after: Pig10State, drawn: int) -> list[Line]:
    return winners(names, after.wins, "story.wins_cards") if over(after) else []


def lies(view: Pig10State, names: Names) -> list[Line]:
    if not view.laid:
        return [line("plain.middle_empty")]
    cards = [card_line(GAME, card) for card in view.middle[: view.laid]]
    return [line("plain.middle", cards=cards, value=view.value)]


# What can be done


def label(view: Pig10State, move: int, names: Names) -> Line:
    called = action(view, move).value
    if called == TEN:
        return line("table.say_ten")
    return line("table.say_over" if called > TEN else "table.say", call=called)


def choice(view: Pig10State, move: int, names: Names) -> Line:
    """A call as the sum it is: `6 − 5 = 1`."""
    done = action(view, move)
    return _sum(view.value, done.kind, done.cards[0], done.value)


@lru_cache(maxsize=2000)
def _sum(value: int, kind: str, card: int, called: int) -> Line:
    if kind == SETS:
        return line("table.call_frog" if card == FROG else "table.call_same", text=str(card))
    key = "table.call_ten" if called == TEN else "table.call_over" if called > TEN else "table.call"
    sign = "−" if kind == SUBTRACTS else "+"
    return line(key, text=str(card) if kind == START else f"{value} {sign} {card} = {called}")


def can(view: Pig10State, card: int, moves: Sequence[int]) -> Line:
    """`5: say 11 or 1`."""
    return line("table.calls", card=GAME.names[card], calls=either([str(action(view, move).value) for move in moves]))


def phrase(view: Pig10State, move: int, names: Names) -> Line:
    """`a 3: “ten”`."""
    done = action(view, move)
    return line("review.call", card=card_label(GAME, done.cards[0]), call=number(done.value))


# The rules in short

ABOUT = {FROG: "rules.pig10.3", PIGMAID: "rules.pig10.4"}  # the rule of a special card


def rules(view: Pig10State) -> Iterator[Line]:
    """What holds at this table. A card that is not in the deck is not mentioned."""
    missing = {key for card, key in ABOUT.items() if not count(view.deck, card)}
    for rule in numbered_rules(GAME):
        if rule.key == "rules.pig10.2" and not count(view.deck, 3):  # the card of the example
            yield line("rules.pig10.2.plain")
        elif rule.key not in missing:
            yield rule


STORY = Story[Pig10State](
    tell=tell,
    changes=changes,
    label=label,
    phrase=phrase,
    lies=lies,
    choice=choice,
    can=can,
    rules=rules,
    settled=lambda view: view.begun,
    quiet_draws=True,
    unit="cards",
)
