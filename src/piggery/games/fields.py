"""The text that positions of all games have in common: fields, lists of cards, whose turn it is."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from ..engine.bags import MOST, cards_in, count, one, size
from ..errors import BadPosition

_UNKNOWN = re.compile(r"\?([1-9][0-9]{0,2})")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,2}")
_TURN = re.compile(r"([0-9])(?:\+([1-9][0-9]?))?")


class Cards(NamedTuple):
    """A list of cards as read: those that are known, in order, and how many are not."""

    known: list[int]
    unknown: int

    @property
    def bag(self) -> int:
        return sum(one(card) for card in self.known)

    @property
    def total(self) -> int:
        return len(self.known) + self.unknown


@lru_cache(maxsize=10_000)  # what a thousand tables show at once
def list_text(bag: int, total: int, names: tuple[str, ...]) -> str:
    """`3,4,?2`; `-` when there is no card."""
    known = [names[card] for card in cards_in(bag)]
    unknown = total - size(bag)
    return ",".join(known + ([f"?{unknown}"] if unknown else [])) or "-"


def lists_text(bags: Sequence[int], totals: Sequence[int], names: tuple[str, ...]) -> str:
    return "/".join([list_text(bag, total, names) for bag, total in zip(bags, totals, strict=True)])


def check_fields(fields: Sequence[str], needed: int) -> None:
    if len(fields) != needed:
        raise BadPosition(min(len(fields), needed) + 1, "position.fields", n=len(fields), needed=needed)


def parse_list(text: str, field: int, cards: Mapping[str, int]) -> Cards:
    if text == "-":
        return Cards([], 0)
    known, unknown = [], 0
    items = text.split(",")
    for place, item in enumerate(items, 1):
        if item in cards:
            known.append(cards[item])
        elif (match := _UNKNOWN.fullmatch(item)) and place == len(items):
            unknown = int(match[1])
        else:
            raise BadPosition(field, "position.card", text=item)
    return Cards(known, unknown)


def parse_lists(text: str, field: int, cards: Mapping[str, int]) -> list[Cards]:
    return [parse_list(part, field, cards) for part in text.split("/")]


def parse_number(text: str, field: int, code: str, among: range) -> int:
    if not _NUMBER.fullmatch(text) or int(text) not in among:
        raise BadPosition(field, code, text=text)
    return int(text)


def parse_seat(text: str, field: int, players: int) -> int:
    return parse_number(text, field, "position.seat", range(players))


def parse_turn(text: str, field: int, players: int) -> tuple[int, int] | None:
    """The seat in turn and the cards it still draws; None when the game is over."""
    if text == "-":
        return None
    match = _TURN.fullmatch(text)
    if not match:
        raise BadPosition(field, "position.turn", text=text)
    return parse_seat(match[1], field, players), int(match[2] or 0)


def turn_text(turn: int, due: int, over: bool) -> str:
    return "-" if over else f"{turn}+{due}" if due else str(turn)


def check_players(lists: Sequence[object], field: int, seats: range) -> int:
    if len(lists) not in seats:
        raise BadPosition(field, "position.players", n=len(lists), least=seats[0], most=seats[-1])
    return len(lists)


def check_as_many(lists: Sequence[object], field: int, players: int) -> None:
    if len(lists) != players:
        raise BadPosition(field, "position.lists", n=len(lists), players=players)


def check_copies(places: Sequence[tuple[int, Cards]], names: Mapping[int, str], most_cards: int) -> None:
    """No kind more often than a bag can count, field by field so that the error names the one that went too far."""
    copies: dict[int, int] = {}
    total = 0
    for field, cards in places:
        for card in cards.known:
            copies[card] = copies.get(card, 0) + 1
            if copies[card] > MOST:
                raise BadPosition(field, "position.copies", card=names[card], most=MOST)
        total += cards.total
        if total > most_cards:
            raise BadPosition(field, "position.too_many", most=most_cards)


def deck_in(places: Sequence[tuple[int, Cards]], standard: int) -> int:
    """Every card of the game: what the position holds, or the deck as it comes where that fits what is unknown."""
    bag = sum(cards.bag for _, cards in places)
    total = sum(cards.total for _, cards in places)
    if size(bag) == total:
        return bag
    fits = all(count(bag, card) <= count(standard, card) for card in range(15))
    return standard if fits and size(standard) == total else 0
