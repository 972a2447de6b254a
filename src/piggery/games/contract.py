"""A game is a bundle of functions. `Rules` holds them; `parse_move` and `check_draw` stand at the door.

`reset`, `legal`, `play`, `draw`, `over`, `fits`, `score`, `show` and `guess` are kernels; the rest speaks text.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..engine.bags import MOST, count, members, one, size
from ..engine.kernel import Numbers
from ..errors import BadCard, BadMove, BadOption, CardNotThere, CardsDue, GameOver, IllegalMove, NothingDue, NotKnown

Options = dict[str, Any]


@dataclass(frozen=True, eq=False)
class Rules:
    name: str
    version: int  # rises only when an old record could replay differently
    seats: range  # how many may play
    hand: int  # cards dealt to each
    cards: Mapping[str, int]  # the name of each card
    standard: int  # the deck as it comes out of the box
    options: Mapping[str, Sequence[Any]]  # what each option may be, the usual first
    State: type[Any]
    start: Callable[[int, int, int, Options], Any]
    reset: Callable[[Any, int], None]
    legal: Callable[[Any], int]
    play: Callable[[Any, int], None]
    draw: Callable[[Any, int], None]
    over: Callable[[Any], int]
    fits: Callable[[Any, int], int]
    score: Callable[[Any, int], int]
    unclaimed: Callable[[Any], int]
    show: Callable[[Any, int, Any], None]
    known: Callable[[Any], int]
    guess: Callable[[Any, Numbers, Numbers], None]
    rounds_over: Callable[[Any], int]
    why_not: Callable[[Any, int], str]
    move_text: Callable[[Any, int], str]
    well_formed: Callable[[str], object]  # whether a text could be a move
    position_text: Callable[[Any], str]
    parse_position: Callable[[Sequence[str], Options], Any]
    starts_with: int = 0  # pigs, in a deck that needs one to turn up
    names: Mapping[int, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", {card: name for name, card in self.cards.items()})


# Decks and options


def options_of(rules: Rules, given: Mapping[str, Any]) -> Options:
    """All options of a game: those given, and the usual for the rest."""
    for name, value in given.items():
        if not rules.options:
            raise BadOption("option.none", name=name, game=rules.name)
        if name not in rules.options:
            raise BadOption("option.name", name=name, game=rules.name, known=list(rules.options))
        if value not in rules.options[name] or type(value) is not type(rules.options[name][0]):
            raise BadOption("option.value", name=name, text=value, known=_span(rules.options[name]))
    return {name: given.get(name, known[0]) for name, known in rules.options.items()}


def _span(known: Sequence[Any]) -> list[str]:
    if all(isinstance(value, int) for value in known):
        return [f"{min(known)}–{max(known)}"]
    return [str(value) for value in known]


def deck_of(rules: Rules, copies: Mapping[str, Any] | None) -> int:
    """The deck as it comes, with the copies of some cards changed: `{"F": 0, "10": 8}`."""
    deck = rules.standard
    for name, number in (copies or {}).items():
        card = card_of(rules, name)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST:
            raise BadOption("option.copies", card=name, text=number, most=MOST)
        deck += (number - count(deck, card)) * one(card)
    return deck


def copies_in(rules: Rules, deck: int) -> dict[str, int]:
    return {name: count(deck, card) for name, card in rules.cards.items()}


def check_players(rules: Rules, players: int) -> None:
    if players not in rules.seats:
        raise BadOption("option.players", text=players, least=rules.seats[0], most=rules.seats[-1])


def check_seats(rules: Rules, players: int, first: object, deck: int) -> None:
    check_players(rules, players)
    if not isinstance(first, int) or isinstance(first, bool) or first not in range(players):
        raise BadOption("option.first", text=first, last=players - 1)
    if size(deck) < players * rules.hand:
        raise BadOption("option.deck", n=size(deck), needed=players * rules.hand)
    pigs = sum(count(deck, card) for card in range(1, rules.starts_with + 1))
    if rules.starts_with and pigs <= players * rules.hand:
        raise BadOption("option.pigs", n=pigs, needed=players * rules.hand + 1)


# At the door


def card_of(rules: Rules, text: object) -> int:
    card = rules.cards.get(str(text))
    if card is None:
        raise BadCard("card", text=text)
    return card


def legal_texts(rules: Rules, state: Any) -> list[str]:
    """The legal moves as text, sorted."""
    if not state.due and not rules.over(state):
        check_hand_known(state)
    return sorted(rules.move_text(state, move) for move in members(rules.legal(state)))


def parse_move(rules: Rules, state: Any, text: str) -> int:
    """The legal move that `text` names. One that is no move at all is bad; one that is not allowed is refused."""
    if not isinstance(text, str) or not rules.well_formed(text):
        raise BadMove("move", text=text)
    check_may_move(rules, state)
    for move in members(rules.legal(state)):
        if rules.move_text(state, move) == text:
            return move
    raise IllegalMove("illegal", move=text, legal=legal_texts(rules, state))


def check_may_move(rules: Rules, state: Any) -> None:
    if state.due:
        raise CardsDue("due", n=state.due, seat=state.turn)
    if rules.over(state):
        raise GameOver("over")
    check_hand_known(state)


def check_hand_known(state: Any) -> None:
    if size(state.hands[state.turn]) < state.held[state.turn]:
        raise NotKnown("hand", seat=state.turn)


def check_draw(rules: Rules, state: Any, card: int) -> None:
    """Raise unless `card` may be the one drawn now."""
    if not state.due:
        raise NothingDue("nothing_due", card=rules.names[card])
    if not count(state.stock, card):
        raise CardNotThere("not_there", card=rules.names[card])
    if not rules.fits(state, card):
        raise CardNotThere("turned_up", card=rules.names[card])


# States and views


def start(rules: Rules, players: int, first: int = 0, deck: int | None = None, **options: Any) -> Any:
    """A new game, about to be dealt."""
    cards = rules.standard if deck is None else deck
    check_seats(rules, players, first, cards)
    return rules.start(players, first, cards, options_of(rules, options))


def view(rules: Rules, state: Any, seat: int) -> Any:
    """What `seat` may know, built from nothing; seat -1 is a spectator."""
    seen = rules.State()
    rules.show(state, seat, seen)
    return seen


def guess(rules: Rules, seen: Any, rng: Numbers) -> Any:
    """A state drawn evenly from those that look like the view `seen`."""
    guessed = seen.copy()
    rules.guess(guessed, [0] * size(seen.deck), rng)
    return guessed


def scores(rules: Rules, state: Any) -> list[int]:
    return [rules.score(state, seat) for seat in range(state.players)]
