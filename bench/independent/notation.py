"""How both games write lists of cards and whose turn it is. An unknown card is a `?` in a list like any other card."""

from collections.abc import Sequence

UNKNOWN = "?"
Cards = list[str]


class Refused(ValueError):
    """A position, a move or a drawn card that the rules do not allow."""


def read_cards(text: str) -> Cards:
    """The cards of a list such as `4,9,?1`."""
    cards: Cards = []
    for word in [] if text == "-" else text.split(","):
        if word.startswith(UNKNOWN):
            cards += [UNKNOWN] * int(word[1:])
        else:
            cards.append(word)
    return cards


def write_cards(cards: Cards, order: Sequence[str] | None) -> str:
    """The list as text: in this order, or (without one) as the cards were laid."""
    known = [card for card in cards if card != UNKNOWN]
    words = known if order is None else sorted(known, key=order.index)
    if len(known) < len(cards):
        words = [*words, f"{UNKNOWN}{len(cards) - len(known)}"]
    return ",".join(words) or "-"


def read_lists(text: str) -> list[Cards]:
    """One list a seat."""
    return [read_cards(part) for part in text.split("/")]


def write_lists(lists: list[Cards], order: Sequence[str]) -> str:
    return "/".join(write_cards(cards, order) for cards in lists)


def read_turn(text: str) -> tuple[int | None, int]:
    """The seat to move, or none when the game is over, and the cards it still has to draw."""
    if text == "-":
        return None, 0
    seat, _, due = text.partition("+")
    return int(seat), int(due or 0)


def write_turn(turn: int | None, due: int) -> str:
    if turn is None:
        return "-"
    return f"{turn}+{due}" if due else f"{turn}"


def take(cards: Cards, card: str) -> None:
    """Take a card out of a list; it may have been one of the unknown ones."""
    if card in cards:
        cards.remove(card)
    elif UNKNOWN in cards:
        cards.remove(UNKNOWN)
    else:
        raise Refused(f"there is no {card} among {cards}")
