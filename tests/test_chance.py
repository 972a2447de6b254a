"""Where cards come from: proved, seeded, given, or typed in."""

import hashlib
import hmac
import json
from collections import Counter
from dataclasses import replace
from typing import cast

import pytest

from piggery.core.chance import CardSource, DrawPile, commitment, fair, given, keyed, parse_cards
from piggery.core.game import Game, new_game
from piggery.core.record import Record, Seat, dump, load
from piggery.core.verify import verify
from piggery.errors import BadOption, BadRecord
from piggery.games.checks import options_of
from piggery.games.registry import game_type, game_types
from piggery.games.truie.rules import TruieState

SECRET = bytes(range(32))
NONCES = ["oink", "größe"]


def new(name: str, cards: CardSource, players: int = 2) -> Record:
    rules = game_type(name)
    seats = tuple(Seat(f"Player {n}") for n in range(players))
    return Record(rules, seats, 0, rules.standard, options_of(rules, {}), cards)


def played(record: Record, plies: int = 10_000) -> Record:
    game = Game(record)
    game.deal()
    while not game.over and len(game.record.plies) < plies:
        state = game.state
        move = max(game.rules.legal(state).bit_length() - 1, 0)
        if isinstance(state, TruieState) and not state.owes and state.hands[state.turn].bit_count() % 3:
            move = (game.rules.legal(state) & -game.rules.legal(state)).bit_length() - 1
        game.play(state.turn, game.rules.move_text(state, move))
    return game.record


def by_the_book(number: int, cards: list[int]) -> list[int]:
    """The shuffle as docs/fairness.md describes it, written a second time."""
    message = f'["piggery-shuffle-1",{number},"oink","gr' + '\\u00f6\\u00dfe"]'
    seed = hmac.new(SECRET, message.encode(), hashlib.sha256).digest()
    blocks = b"".join(hashlib.sha256(seed + block.to_bytes(4, "big")).digest() for block in range(100))
    words = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]
    pile = cards[:]
    for last in range(len(pile) - 1, 0, -1):
        n = last + 1
        while words[0] >= 2**32 // n * n:
            words.pop(0)
        k = words.pop(0) % n
        pile[last], pile[k] = pile[k], pile[last]
    return pile


def test_a_shuffle_is_the_one_that_is_documented() -> None:
    cards = list(range(80))
    for number in range(3):
        assert keyed(SECRET, NONCES)(number, cards) == by_the_book(number, cards)


def test_a_shuffle_depends_on_secret_nonces_and_number() -> None:
    cards = list(range(80))
    piles = [keyed(SECRET, NONCES)(0, cards), keyed(SECRET, NONCES)(1, cards), keyed(SECRET, ["oink"])(0, cards)]
    piles.append(keyed(bytes(32), NONCES)(0, cards))
    assert len({tuple(pile) for pile in piles}) == 4
    assert all(sorted(pile) == cards for pile in piles)


def test_a_shuffle_is_even() -> None:
    order = keyed(SECRET)
    seen = Counter(tuple(order(number, [0, 1, 2])) for number in range(6000))
    assert len(seen) == 6
    assert all(abs(n - 1000) < 150 for n in seen.values())


def test_what_is_published_is_the_hash_of_the_secret() -> None:
    cards = fair(NONCES, SECRET)
    assert cards["commitment"] == hashlib.sha256(SECRET).hexdigest() == commitment(SECRET)
    assert fair(NONCES)["secret"] != fair(NONCES)["secret"]


@pytest.mark.parametrize("name", sorted(game_types()))
def test_a_fair_game_is_proved(name: str) -> None:
    record = played(new(name, fair(NONCES, SECRET)))
    assert [line.key for line in verify(load(dump(record)))] == [
        "verify.moves", "verify.commitment", "verify.stirred", "verify.starter.unknown", "verify.cards",
    ]  # fmt: skip


def test_a_changed_secret_is_found_out() -> None:
    record = played(new("pig10", fair(NONCES, SECRET)))
    with pytest.raises(BadRecord, match="not the one whose SHA-256 was published"):
        verify(replace(record, cards={**record.cards, "secret": bytes(32).hex()}))


def test_a_changed_nonce_is_found_out() -> None:
    record = played(new("pig10", fair(NONCES, SECRET)))
    with pytest.raises(BadRecord, match="ply 0: card"):
        verify(replace(record, cards={**record.cards, "nonces": ["oink", "oink"]}))


def test_a_missing_nonce_is_found_out() -> None:
    record = played(new("pig10", fair(["oink"], SECRET)))
    with pytest.raises(BadRecord, match="1 nonce for 2 players"):
        verify(record)


def test_a_card_that_was_not_dealt_is_found_out() -> None:
    record = played(new("pig10", fair(NONCES, SECRET)))
    move, card = record.plies[1].split(" ")
    other = next(c for c in "12346789" if c != card)
    changed = replace(record, plies=(record.plies[0], f"{move} {other}"))
    with pytest.raises(BadRecord, match=f"ply 1: card {other} was drawn, but the shuffle gives {card}"):
        verify(changed)
    with pytest.raises(BadRecord, match="ply 1"):
        Game(changed)


def test_a_secret_that_is_not_revealed_cannot_be_checked() -> None:
    record = played(new("pig10", fair(NONCES, SECRET)))
    sealed = record.cards.copy()
    del sealed["secret"]
    with pytest.raises(BadRecord, match="has not been revealed yet"):
        verify(load(dump(replace(record, cards=sealed))))


def test_an_unfinished_game_is_said_to_be_one() -> None:
    record = played(new("pig10", fair(NONCES, SECRET)), plies=5)
    assert verify(record)[-1].key == "verify.unfinished"


def test_the_same_seed_deals_the_same_cards() -> None:
    one, two, other = (played(new("truie", {"from": "seed", "seed": seed}), 3).plies for seed in ("7", "7", "8"))
    assert one == two != other


def test_a_given_deck_is_drawn_from_the_front() -> None:
    order = [str(card) for card, n in enumerate((7, 8, 8, 8, 8, 5, 8, 8, 8, 8, 4)) for _ in range(n)]
    record = played(new("pig10", {"from": "deck", "order": order}), 2)
    assert record.plies[0] == "- 0 0 0 0 0 0"
    assert record.plies[1].endswith(" 0")


def test_a_given_deck_must_be_the_games_deck() -> None:
    with pytest.raises(BadOption, match="not the deck of this game, which has 80 cards"):
        new_game("pig10", ["Ada", "Ben"], cards={"from": "deck", "order": ["4", "4"]})


def test_specials_turned_before_a_pig_are_shuffled_back() -> None:
    rules = game_type("truie")
    names = [name for name, card in rules.cards.items() for _ in range((rules.standard >> 4 * card) & 15)]
    pigs, specials = [n for n in names if n.isdecimal()], [n for n in names if not n.isdecimal()]
    game = Game(new("truie", {"from": "typed"}), DrawPile(given(rules, pigs[:14] + specials + pigs[14:])))
    game.deal()
    assert isinstance(game.chance, DrawPile)
    state = game.state
    assert isinstance(state, TruieState)
    assert state.top_card == rules.cards[pigs[14]]
    assert game.chance.shuffles == 2
    assert game.state.left == len(game.chance.pile) == 72 - 15


@pytest.mark.parametrize(
    "cards",
    [
        {"from": "x"},
        {"from": "seed"},
        {"from": "seed", "seed": 7},
        {"from": "seed", "seed": "\udcff"},
        {"from": "fair", "commitment": "0" * 64, "nonces": "oink"},
        {"from": "fair", "commitment": "0" * 64, "nonces": [3]},
        {"from": "fair", "commitment": "0" * 64, "nonces": ["x" * 65]},
        {"from": "fair", "commitment": "none", "nonces": []},
        {"from": "fair", "commitment": "0" * 64, "nonces": [], "secret": "xyz"},
        {"from": "typed", "secret": "0" * 64},
        {"from": "typed", "more": 1},
        "typed",
    ],
)
def test_cards_of_a_wrong_shape_are_refused(cards: object) -> None:
    with pytest.raises(BadRecord, match="does not say where the cards came from"):
        new_game("pig10", ["Ada", "Ben"], cards=cast(CardSource, cards))


@pytest.mark.parametrize("text", ["", "fair:1", "seed", "seed:", "deck:", "typed:1", "magic"])
def test_cards_from_nowhere_are_refused(text: str) -> None:
    with pytest.raises(BadOption, match="is not a source of cards"):
        parse_cards(text, 2)


def test_cards_from_everywhere() -> None:
    assert parse_cards("seed:7", 2) == {"from": "seed", "seed": "7"}
    assert parse_cards("deck:4,9", 2) == {"from": "deck", "order": ["4", "9"]}
    assert parse_cards("typed", 2) == {"from": "typed"}
    proved = parse_cards("fair", 3)
    assert len(proved["nonces"]) == 3
    assert json.dumps(proved)
