"""One game in play: its record and its state, growing together; every move comes through one door."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..engine.bags import members
from ..errors import BadRecord, OutOfTurn
from ..games import checks
from ..games.contract import State
from ..games.registry import game_type
from .chance import CardSource, DrawPile, check_cards, fair, order_of, starter_of
from .record import Ply, Record, Seat, checked_seat, replay


def new_game(
    game: str,
    players: Sequence[str | Seat],
    first: int | None = 0,
    seed: int | str | None = None,
    cards: CardSource | None = None,
    deck: Mapping[str, int] | None = None,
    date: str = "",
    **options: object,
) -> Record:
    """A game about to be dealt. Without a seed the deal is a fair one, which nobody has stirred.

    With `first` None chance says who starts: in a fair deal that follows from the seal.
    """
    rules = game_type(game)
    seats = tuple(checked_seat(player if isinstance(player, Seat) else Seat(player)) for player in players)
    bag = checks.deck_of(rules, deck)
    checks.check_seats(rules, len(seats), 0 if first is None else first, bag)
    if cards is None:
        cards = fair([""] * len(seats)) if seed is None else {"from": "seed", "seed": str(seed)}
    cards, chosen = check_cards(rules, cards, bag), checks.options_of(rules, options)
    starts = starter_of(cards, len(seats)) if first is None else first
    return Record(rules, seats, starts, bag, chosen, cards, date=date, starter="chance" if first is None else "")


class Game:
    """A record that goes on. `chance` says which cards are drawn; by default it follows from the record.

    Where it follows from nothing, because a person reads real cards out, they are given with the move.
    """

    def __init__(self, record: Record, chance: DrawPile | None = None) -> None:
        order = order_of(record.rules, record.cards)
        self.rules = record.rules
        self.head = record
        self.fresh: list[str] = []  # plies that are not in the head yet
        self.chance = chance or (DrawPile(order) if order else None)
        self.state = self._resumed(record)
        self.chosen: tuple[State | None, dict[str, int]] = (None, {})

    def _resumed(self, record: Record) -> State:
        """Replay the record; a shuffled deck must come to the same cards again."""
        state = record.start()
        for ply in replay(record):
            if self.chance:
                check_cards_drawn(self.chance, record, ply)
            state = ply.after
        return state

    @property
    def record(self) -> Record:
        if self.fresh:
            self.head = replace(self.head, plies=(*self.head.plies, *self.fresh))
            self.fresh = []
        return self.head

    @property
    def ply(self) -> int:
        """The number of the next ply."""
        return len(self.head.plies) + len(self.fresh)

    def rename(self, seats: tuple[Seat, ...]) -> None:
        """Somebody else sits there from now on."""
        self.head = replace(self.head, seats=seats)

    @property
    def over(self) -> bool:
        return bool(self.rules.over(self.state))

    @property
    def turn(self) -> int:
        return int(self.state.turn)

    @property
    def scores(self) -> list[int]:
        return checks.scores(self.rules, self.state)

    def moves(self) -> list[str]:
        """The legal moves of the seat to move."""
        return checks.legal_texts(self.rules, self.state)

    def choices(self) -> dict[str, int]:
        """The legal moves by their text, worked out once for each state."""
        if self.chosen[0] is not self.state:
            state, rules = self.state, self.rules
            self.chosen = state, {rules.move_text(state, move): move for move in members(rules.legal(state))}
        return self.chosen[1]

    def deal(self) -> Ply | None:
        """Draw the cards that are due, if any: the deal, or the rest of a draw that was interrupted."""
        return self.keep(self.draft(self.turn, "-")) if self.state.due else None

    def play(self, seat: int, text: str) -> Ply:
        """`seat` makes a move and draws what it owes. A refusal raises, and changes nothing."""
        return self.keep(self.draft(seat, text))

    def draft(self, seat: int, text: str, draws: Sequence[str] = ()) -> "Draft":
        """A ply worked out but not made: `keep` makes it. The move `-` goes on with what is due.

        `draws` are the cards then drawn, where nothing says which they are.
        """
        rules, drawn = self.rules, list[str]()
        choice, state = (None, self.state.copy()) if text == "-" and self.state.due else self._moved(seat, text)
        laid = state.copy() if state.due else state
        chance, given = self.chance.copy() if self.chance else None, iter(draws)
        while state.due and (name := rules.names[chance.card(rules, state)] if chance else next(given, "")):
            card = checks.card_of(rules, name)
            checks.check_draw(rules, state, card)
            rules.draw(state, card)
            drawn.append(name)
        checks.check_goes_on(rules, state)
        return Draft(Ply(self.ply, text, drawn, self.state, state, choice=choice, laid=laid), chance)

    def keep(self, draft: "Draft") -> Ply:
        """Do what was worked out."""
        self.fresh.append(draft.ply.text)
        self.state, self.chance = draft.ply.after, draft.chance
        return draft.ply

    def back_to(self, kept: "Draft") -> None:
        """Go on from after a ply that was made here: those after it were not."""
        self.head = replace(self.record, plies=self.record.plies[: kept.ply.number + 1])
        self.state, self.chance = kept.ply.after, kept.chance

    def view(self, seat: int) -> State:
        return checks.view_of(self.rules, self.state, seat)

    def hand(self, seat: int) -> int:
        """The cards that `seat` holds and sees."""
        return int(self.state.hands[seat])

    def _moved(self, seat: int, text: str) -> tuple[int, State]:
        state = self.state.copy()
        if seat != state.turn and not self.over:
            raise OutOfTurn("turn", seat=seat, turn=state.turn)
        choice = self.choices().get(text)
        if choice is None:
            choice = checks.parse_move(self.rules, state, text)
        self.rules.play(state, choice)
        return choice, state


class Draft(NamedTuple):
    """A ply worked out on copies: nothing has happened yet."""

    ply: Ply
    chance: DrawPile | None  # as it is after it


def check_cards_drawn(chance: DrawPile, record: Record, ply: Ply) -> None:
    """Raise unless the cards drawn in a ply are those that the shuffle gives."""
    rules, state = record.rules, (ply.laid or ply.before).copy()
    for written in ply.draws:
        card = chance.card(rules, state)
        if rules.names[card] != written:
            raise BadRecord("record.drawn", ply=ply.number, text=written, card=rules.names[card])
        rules.draw(state, card)
