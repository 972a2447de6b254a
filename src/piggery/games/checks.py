"""At the door of a game: options, decks, cards and moves as somebody gave them, checked once; trusted inside."""

from collections.abc import Mapping, Sequence

from .. import errors
from ..engine.bags import MOST, count, members, one, size
from ..engine.kernel import Numbers
from ..words import catalogue
from .contract import GameType, Options, S, State, Value

# Decks and options


def options_of(game: GameType[S], given: Mapping[str, object]) -> Options:
    """All options of a game: those given, and the usual for the rest."""
    found = {name: known[0] for name, known in game.options.items()}
    for name, value in given.items():
        if not game.options:
            raise errors.BadOption("option.none", name=name, game=game.name)
        if name not in game.options:
            raise errors.BadOption("option.name", name=name, game=game.name, known=list(game.options))
        found[name] = _value_of(name, value, game.options[name])
    return found


def older_options(game: GameType[S], version: int, given: Mapping[str, object]) -> dict[str, object]:
    """The options of a game that was begun under an older version of the rules: what it does not say held as it did."""
    then = {name: value for known, options in game.older.items() if known >= version for name, value in options.items()}
    return {**then, **given}


def _value_of(name: str, value: object, known: Sequence[Value]) -> Value:
    for one_of_them in known:
        if type(value) is type(one_of_them) and value == one_of_them:
            return one_of_them
    raise errors.BadOption("option.value", name=name, text=value, known=_span(known))


def _span(known: Sequence[Value]) -> list[str]:
    """Numbers without a gap as a span, else each."""
    numbers = sorted(value for value in known if isinstance(value, int))
    whole = numbers == list(range(numbers[0], numbers[0] + len(known))) if numbers else False
    return [f"{numbers[0]}–{numbers[-1]}"] if whole else [str(value) for value in known]


def deck_of(game: GameType[S], copies: Mapping[str, object] | None) -> int:
    """The deck as it comes, with the copies of some cards changed: `{"F": 0, "10": 8}`."""
    deck = game.standard
    for name, number in (copies or {}).items():
        card = card_of(game, name)
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= MOST:
            raise errors.BadOption("option.copies", card=name, text=number, most=MOST)
        deck += (number - count(deck, card)) * one(card)
    return deck


def copies_in(game: GameType[S], deck: int) -> dict[str, int]:
    return {name: count(deck, card) for name, card in game.cards.items()}


def check_players(game: GameType[S], players: int) -> None:
    if players not in game.seats:
        raise errors.BadOption("option.players", text=players, least=game.seats[0], most=game.seats[-1])


def check_seats(game: GameType[S], players: int, first: object, deck: int) -> None:
    check_players(game, players)
    if not isinstance(first, int) or isinstance(first, bool) or first not in range(players):
        raise errors.BadOption("option.first", text=first, last=players - 1)
    if size(deck) < players * game.hand:
        raise errors.BadOption("option.deck", n=size(deck), needed=players * game.hand)
    game.check_deck(deck, players)


# Cards and moves


def card_of(game: GameType[S], text: object) -> int:
    card = game.cards.get(str(text))
    if card is None:
        raise errors.BadCard("card", text=text)
    return card


def legal_texts(game: GameType[S], state: S) -> list[str]:
    """The legal moves as text, sorted."""
    if not state.due and not game.over(state):
        check_hand_known(state)
    return sorted(game.move_text(state, move) for move in members(game.legal(state)))


def parse_move(game: GameType[S], state: S, text: str) -> int:
    """The legal move that `text` names. What cannot be a move is bad; what is not allowed now is refused."""
    if not isinstance(text, str) or not game.well_formed(text):
        raise errors.BadMove("move", text=text)
    check_may_move(game, state)
    for move in members(game.legal(state)):
        if game.move_text(state, move) == text:
            return move
    raise errors.IllegalMove("illegal", move=text, legal=legal_texts(game, state))


def check_may_move(game: GameType[S], state: S) -> None:
    if state.due:
        raise errors.CardsDue("due", n=state.due, seat=state.turn)
    if game.over(state):
        raise errors.GameOver("over")
    check_hand_known(state)


def check_hand_known(state: State) -> None:
    if size(state.hands[state.turn]) < state.held[state.turn]:
        raise errors.NotKnown("hand", seat=state.turn)


def check_draw(game: GameType[S], state: S, card: int) -> None:
    """Raise unless `card` may be the one drawn now."""
    if not state.due:
        raise errors.NothingDue("nothing_due", card=game.names[card])
    if not count(state.stock, card):
        raise errors.CardNotThere("not_there", card=game.names[card])
    if not game.fits(state, card):
        has_words = f"error.fits.{game.name}" in catalogue("en")
        raise errors.CardNotThere(f"fits.{game.name}" if has_words else "fits", card=game.names[card])


def check_goes_on(game: GameType[S], state: S) -> None:
    """Raise if nobody can do anything though the game is not over: its rules are at fault."""
    known = size(state.hands[state.turn]) == state.held[state.turn]
    if known and not (state.due or game.legal(state) or game.over(state)):
        raise errors.Refused("stuck", game=game.name, seat=state.turn)


# States and views


def start(game: GameType[S], players: int, first: int = 0, deck: int | None = None, **options: object) -> S:
    """A new game, about to be dealt."""
    cards = game.standard if deck is None else deck
    check_seats(game, players, first, cards)
    return game.start(players, first, cards, options_of(game, options))


def view_of(game: GameType[S], state: S, seat: int) -> S:
    """All that `seat` may know, built from nothing; seat -1 is a spectator."""
    view = game.State()
    game.show(state, seat, view)
    return view


def guess(game: GameType[S], view: S, rng: Numbers) -> S:
    """A state drawn evenly from those that look like the view."""
    guessed = view.copy()
    game.guess(guessed, [0] * size(view.deck), rng)
    return guessed


def scores(game: GameType[S], state: S) -> list[int]:
    return [game.score(state, seat) for seat in range(state.players)]
