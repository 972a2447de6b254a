"""Where cards come from. The rules are told which card was drawn; a draw pile is asked for it.

A fair deal, a seeded one and a given deck are all the same thing, a way to put cards in order: shuffle number k of a
game takes the cards of the draw pile and returns them as a pile, the next card last. In a fair deal the order follows
from a secret whose SHA-256 was published before the game, and from a word each player added after that, so that neither
side can choose it. docs/fairness.md has it step by step.
"""

import hashlib
import hmac
import json
import re
import secrets
import struct
from collections.abc import Callable, Iterator, Sequence
from typing import Literal, Required, TypedDict, cast

from ..engine.bags import cards_in, size
from ..errors import BadOption, BadRecord, CardNotThere
from ..games.checks import card_of
from ..games.contract import GameType, State

Order = Callable[[int, list[int]], list[int]]
LONGEST_NONCE = 64
Source = Literal["fair", "seed", "deck", "typed"]
CardSource = TypedDict(
    "CardSource",
    {"from": Required[Source], "commitment": str, "nonces": list[str], "secret": str, "seed": str, "order": list[str]},
    total=False,
)  # where the cards of a record came from; `check_cards` says which keys each source has


class DrawPile:
    """Cards from a draw pile that is shuffled whenever the rules say so."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.shuffles = 0
        self.pile: list[int] = []

    def card(self, rules: GameType, state: State) -> int:
        if len(self.pile) != state.left:
            self._shuffle(cards_in(state.stock))
        if not self.pile:
            raise CardNotThere("cards.none")
        aside = []
        while not rules.fits(state, self.pile[-1]):
            aside.append(self.pile.pop())
        card = self.pile.pop()
        if aside:  # those that were turned over before one that fits are shuffled back
            self._shuffle(sorted(self.pile + aside))
        return card

    def copy(self) -> "DrawPile":
        other = DrawPile(self.order)
        other.shuffles, other.pile = self.shuffles, self.pile[:]
        return other

    def _shuffle(self, cards: list[int]) -> None:
        self.pile = self.order(self.shuffles, cards)
        self.shuffles += 1


# Orders


def keyed(key: bytes, nonces: Sequence[str] = ()) -> Order:
    """Shuffle number k follows from the key, the players' nonces and k."""

    def order(number: int, cards: list[int]) -> list[int]:
        message = json.dumps(["piggery-shuffle-1", number, *nonces], separators=(",", ":"))
        words = _words(hmac.digest(key, message.encode("ascii"), "sha256"))
        pile = list(cards)
        for last in range(len(pile) - 1, 0, -1):
            k = _below(words, last + 1)
            pile[k], pile[last] = pile[last], pile[k]
        return pile

    return order


def _words(seed: bytes) -> Iterator[int]:
    """32-bit numbers without end: SHA-256 of the seed and a block number, eight to a block."""
    block = 0
    while True:
        yield from struct.unpack(">8I", hashlib.sha256(seed + block.to_bytes(4, "big")).digest())
        block += 1


def _below(words: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, each exactly as likely: words past the last multiple of n are thrown away."""
    fair = 2**32 - 2**32 % n
    word = next(words)
    while word >= fair:
        word = next(words)
    return word % n


def starter(secret: bytes, nonces: Sequence[str], among: Sequence[int]) -> int:
    """The one of these seats that chance lets start: it follows from the same secret and nonces as the cards."""
    message = json.dumps(["piggery-starter-1", *nonces], separators=(",", ":"))
    return among[_below(_words(hmac.digest(secret, message.encode("ascii"), "sha256")), len(among))]


def given(rules: GameType, order: Sequence[str]) -> Order:
    """This deck, the first card first; if it is shuffled again, an order that follows from it."""
    pile = [card_of(rules, name) for name in reversed(order)]
    later = keyed(hashlib.sha256(",".join(order).encode()).digest())

    def in_order(number: int, cards: list[int]) -> list[int]:
        return later(number, cards) if number else list(pile)

    return in_order


# What a record says of where its cards came from


def commitment(secret: bytes) -> str:
    """The hash that is published before the game."""
    return hashlib.sha256(secret).hexdigest()


def fair(nonces: Sequence[str], secret: bytes | None = None) -> CardSource:
    """The cards of a fair deal, from a fresh secret."""
    secret = secret or secrets.token_bytes(32)
    return {"from": "fair", "commitment": commitment(secret), "nonces": list(nonces), "secret": secret.hex()}


def starter_of(cards: CardSource, players: int) -> int:
    """The seat that chance lets start, before the cards of a fair deal; with other cards, any seat."""
    if "secret" in cards:
        return starter(bytes.fromhex(cards["secret"]), cards["nonces"], range(players))
    return secrets.randbelow(players)


def order_of(rules: GameType, cards: CardSource) -> Order | None:
    """How a record's cards were shuffled; None when a person read them out."""
    source = cards["from"]
    if source == "fair" and "secret" not in cards:
        raise BadRecord("cards.secret")
    if source == "fair":
        return keyed(bytes.fromhex(cards["secret"]), cards["nonces"])
    if source == "seed":
        return keyed(hashlib.sha256(f"piggery seed {cards['seed']}".encode()).digest())
    if source == "deck":
        return given(rules, cards["order"])
    return None


def parse_cards(text: str, players: int) -> CardSource:
    """`fair`, `seed:7`, `deck:4,9,1…` or `typed`, as a record holds it."""
    source, _, rest = text.partition(":")
    if text == "fair":
        return fair([""] * players)
    if source == "seed" and rest:
        return {"from": "seed", "seed": rest}
    if source == "deck" and rest:
        return {"from": "deck", "order": rest.split(",")}
    if text == "typed":
        return {"from": "typed"}
    raise BadOption("cards.source", text=text)


def check_cards(rules: GameType, cards: object, deck: int) -> CardSource:
    """Raise unless a record's word on its cards has the right shape, and a given order is of this deck."""
    shape = _SHAPES.get(str(cards.get("from"))) if isinstance(cards, dict) else None
    if not isinstance(cards, dict) or shape is None or cards.keys() - shape.keys() != {"from"}:
        raise BadRecord("record.cards")
    if not all(right(cards[key]) if key in cards else key == "secret" for key, right in shape.items()):
        raise BadRecord("record.cards")  # the secret of a game that goes on is not told
    if "order" in cards and sorted(card_of(rules, name) for name in cards["order"]) != cards_in(deck):
        raise BadOption("cards.deck", n=size(deck))
    return cast(CardSource, cards)


def _is_text(text: object) -> bool:
    """Whether this is text that can be written as UTF-8."""
    return isinstance(text, str) and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _is_texts(items: object) -> bool:
    return isinstance(items, list) and all(_is_text(item) and len(item) <= LONGEST_NONCE for item in items)


def _is_hex(text: object) -> bool:
    return isinstance(text, str) and re.fullmatch("[0-9a-f]{64}", text) is not None


_SHAPES: dict[str, dict[str, Callable[[object], bool]]] = {
    "fair": {"commitment": _is_hex, "nonces": _is_texts, "secret": _is_hex},
    "seed": {"seed": _is_text},
    "deck": {"order": _is_texts},
    "typed": {},
}
