"""How a table becomes messages: what everybody sees, encoded once, and what one seat sees besides.

Everything is made from views. The public part is a spectator's; only the hand, the moves and the seat's own draws are
added for a player.
"""

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Raw

from .asks import Who
from .bags import cards_in
from .choices import call_label, cards_laid, label, moves_by_card, why_not
from .game import Game
from .games.truie import LUCKY
from .record import PERSON, Ply
from .rules import Rules, scores
from .story import tell_all
from .table import Due, Table
from .wire import Board, Chair, Choice, Deadline, GameSeen, Listed, Said, TableSeen, Told, View

SPECTATOR = -1
encode = msgspec.json.Encoder().encode


class Press:
    """Prints the views of one table. What was told of a ply is kept as it was printed."""

    def __init__(self) -> None:
        self.story: list[tuple[Ply, Raw, dict[int, Raw]]] = []
        self.mine: dict[int, Raw] = {}
        self.seated: tuple[Any, Any, Any] = (None, None, None)
        self.seen: set[str] | None = None  # who was here when the chairs were printed

    def public(self, table: Table, here: set[str], due: Due | None, game: bool = True) -> Raw:
        """The table as everybody sees it; `here` are the keys of those who are connected."""
        settings, chairs = self._seated(table, here)
        seen = TableSeen(
            code=table.code,
            n=table.n,
            phase=table.phase,
            paused=table.paused,
            choosing=table.choosing if table.phase == "starter" else "",
            settings=settings,
            chairs=chairs,
            seal=table.seal if table.phase != "play" else "",
            due=_deadline(due),
            game=self._game(table, table.game) if table.game and game else None,
        )
        return Raw(encode(seen))

    def view(self, table: Table, who: Who, now: int, public: Raw) -> bytes:
        """The whole view of one reader."""
        seat, host, may_start = who.seat, who.host, who.host or who.acting
        whole: Any = public
        game = table.game
        if not game or seat < 0 or table.phase != "play":
            return encode(View(seat, host, may_start, now, [], [], {}, [], whole))
        hand: Any = _hand(game.rules, game.hand(seat))
        self._story(table)
        mine: Any = self.mine.get(seat, [])
        if game.turn != seat or table.paused:
            return encode(View(seat, host, may_start, now, hand, [], {}, mine, whole))
        moves: Any = [_call(text) for text in game.choices()] if game.rules.name == "pig10" else None
        if moves:
            return encode(View(seat, host, may_start, now, hand, moves, {}, mine, whole))
        seen = game.view(seat)
        choices = [_choice(game.rules, seen, text, move, table.names) for text, move in game.choices().items()]
        return encode(View(seat, host, may_start, now, hand, choices, _why(game.rules, seen), mine, whole))

    def _seated(self, table: Table, here: set[str]) -> tuple[Any, Any]:
        """The settings and the chairs, printed anew only when something about them has changed."""
        if self.seen is not here or self.seated[0] != (table.reseated, table.phase):
            chairs = Raw(encode([_chair(table, chair, here) for chair in table.chairs]))
            self.seen, self.seated = here, ((table.reseated, table.phase), Raw(encode(table.settings)), chairs)
        return self.seated[1], self.seated[2]

    def _game(self, table: Table, game: Game) -> GameSeen:
        state, players = game.view(SPECTATOR), len(game.head.seats)
        told: list[Any] = [public for _, public, _ in self._story(table)]
        return GameSeen(
            game=game.rules.name,
            number=table.number,
            ply=table.ply,
            turn=-1 if game.over else game.turn,
            position=game.rules.position_text(state),
            names=game.head.names,
            held=state.held[:players],
            scores=scores(game.rules, state),
            left=state.left,
            board=_board(game.rules, state),
            seal=game.head.cards["commitment"],
            nonces=game.head.cards["nonces"],
            sheet=table.sheet,
            story=told,
        )

    def _story(self, table: Table) -> list[tuple[Ply, Raw, dict[int, Raw]]]:
        """What was told of the last plies; each is told once, and then kept as it was printed."""
        if not self.story or self.story[-1][0] is not table.plies[-1]:
            old, plies = self.story, table.plies
            if len(plies) > 1 and old and plies[-2] is old[-1][0]:  # one ply more; the first may have gone
                self.story = [*old[len(old) + 1 - len(plies) :], _tell(table.current, plies[-1])]
                self._tell_apart({*self.story[-1][2], *old[0][2]})
            else:
                self.story, self.mine = [_tell(table.current, ply) for ply in plies], {}
                self._tell_apart({seat for told in self.story for seat in told[2]})
        return self.story

    def _tell_apart(self, seats: set[int]) -> None:
        """For each of these seats the plies that it hears otherwise than everybody."""
        for seat in seats:
            self.mine[seat] = Raw(encode([told[2][seat] for told in self.story if seat in told[2]]))


@lru_cache(maxsize=10_000)
def _hand(rules: Rules, bag: int) -> Raw:
    return Raw(encode([rules.names[card] for card in cards_in(bag)]))


def _tell(game: Game, ply: Ply) -> tuple[Ply, Raw, dict[int, Raw]]:
    """A ply as everybody hears it, and as the seats that drew cards do."""
    rules, record = game.rules, game.head
    dealt = ply.move == "-" or rules.rounds_over(ply.after) > rules.rounds_over(ply.before)
    seats = range(len(record.seats)) if dealt else [ply.before.turn] if ply.draws else []
    mover = -1 if ply.move == "-" else ply.before.turn

    cards, winner = _laid(rules, ply)
    public, *mine = [
        Raw(encode(Told(ply.number, mover, ply.move, cards, winner, lines)))
        for lines in tell_all(record, ply, [SPECTATOR, *seats])
    ]
    return ply, public, dict(zip(seats, mine, strict=True))


def _laid(rules: Rules, ply: Ply) -> tuple[list[str], int]:
    """The cards laid in a ply, and who took the middle with it."""
    if ply.choice is None:
        return [], -1
    cards = [rules.names[card] for card in cards_laid(rules, ply.before, ply.choice)]
    if rules.name != "pig10" or ply.laid.laid:
        return cards, -1
    return cards, next(n for n in range(ply.before.players) if ply.laid.wins[n] > ply.before.wins[n])


def _chair(table: Table, chair: Any, here: set[str]) -> Chair:
    there = chair.key in here if chair.player == PERSON else bool(chair.player)
    host = bool(chair.key) and chair.key == table.host
    return Chair(
        chair.name, chair.player, there, chair.stand_in, host, bool(chair.nonce), chair.race, chair.vote
    )  # fmt: skip


def _deadline(due: Due | None) -> Deadline | None:
    """A bot's pace is nobody's business."""
    if due is None or due.kind == "bot":
        return None
    kind: Any = due.kind
    return Deadline(kind, due.seat, due.at)


def _board(rules: Rules, state: Any) -> Board:
    hands = state.hands[: state.players] if rules.over(state) else []
    shown = [[rules.names[card] for card in cards_in(bag)] for bag in hands]
    if rules.name == "pig10":
        return Board([rules.names[card] for card in state.middle[: state.laid]], state.value, hands=shown)
    named = state.top if state.top_card == LUCKY else 0
    top = rules.names[state.top_card] if state.top else ""
    demand = rules.names[state.demand] if state.demand else ""
    return Board(
        top=top, value=state.top, named=named, demand=demand, owes=bool(state.owes), round=state.round,
        rounds=state.rounds, hands=shown,
    )  # fmt: skip


def _choice(rules: Rules, seen: Any, text: str, move: int, names: list[str]) -> Choice:
    cards = [rules.names[card] for card in cards_laid(rules, seen, move)]
    return Choice(text, cards, label(rules, seen, move, names))


@lru_cache(maxsize=1000)
def _call(text: str) -> Raw:
    """A choice in Pig 10 is a card and a call, whatever lies on the table."""
    card, _, called = text.partition("=")
    return Raw(encode(Choice(text, [card], call_label(int(called)))))


def _why(rules: Rules, seen: Any) -> dict[str, Said]:
    idle = [card for card, moves in moves_by_card(rules, seen).items() if not moves]
    return {rules.names[card]: why_not(rules, seen, card) for card in idle}


def listed(table: Table) -> bytes | None:
    """What the list of open tables says: only tables that anybody may sit at, while there is room."""
    free = len(table.chairs) - len(table.taken)
    if table.settings.sitting != "all" or not free or table.phase not in ("gather", "over"):
        return None
    settings = table.settings
    return encode(Listed(table.code, settings.game, table.phase, len(table.chairs), free, settings.watching))
