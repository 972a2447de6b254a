"""How a table becomes messages: what everybody sees, encoded once, and what one seat sees besides.

Everything is made from views. The public part is a spectator's; only the hand, the moves and the seat's own draws are
added for a player.
"""

from typing import Any

import msgspec
from msgspec import Raw

from .bags import cards_in, members
from .choices import cards_laid, label, moves_by_card, why_not
from .game import Game
from .games.truie import LUCKY
from .record import Ply
from .rules import Rules, scores
from .story import tell
from .table import Due, Table
from .wire import Board, Chair, Choice, Deadline, GameSeen, Listed, Said, TableSeen, Told, View, said

SPECTATOR = -1
encode = msgspec.json.Encoder().encode


class Press:
    """Prints the views of one table. What was told of a ply is kept as it was printed."""

    def __init__(self) -> None:
        self.told: dict[int, tuple[Ply, Raw, dict[int, Raw]]] = {}

    def public(self, table: Table, here: set[str], due: Due | None, game: bool = True) -> Raw:
        """The table as everybody sees it; `here` are the keys of those who are connected."""
        seen = TableSeen(
            code=table.code,
            n=table.n,
            phase=table.phase,
            paused=table.paused,
            settings=table.settings,
            chairs=[_chair(table, chair, here) for chair in table.chairs],
            seal=table.seal if table.phase != "play" else "",
            due=_deadline(due),
            game=self._game(table, table.game) if table.game and game else None,
        )
        return Raw(encode(seen))

    def view(self, table: Table, seat: int, host: bool, now: int, public: Raw) -> bytes:
        """The whole view of one reader."""
        hand: list[str] = []
        moves: list[Choice] = []
        why: dict[str, Said] = {}
        mine: list[Any] = []
        game = table.game
        if game and 0 <= seat < len(game.record.seats):
            seen = game.view(seat)
            hand = [game.rules.names[card] for card in cards_in(seen.hands[seat])]
            mine = [told[2][seat] for told in self._story(table, game) if seat in told[2]]
            if game.turn == seat and table.phase == "play" and not table.paused:
                moves = [_choice(game.rules, seen, move, table.names) for move in members(game.rules.legal(seen))]
                why = _why(game.rules, seen)
        whole: Any = public
        return encode(View(seat, host, now, hand, moves, why, mine, whole))

    def _game(self, table: Table, game: Game) -> GameSeen:
        state, players = game.view(SPECTATOR), len(game.record.seats)
        told: list[Any] = [public for _, public, _ in self._story(table, game)]
        return GameSeen(
            game=game.rules.name,
            number=table.number,
            ply=table.ply,
            turn=-1 if game.over else game.turn,
            position=game.rules.position_text(state),
            names=[seat.name for seat in game.record.seats],
            held=state.held[:players],
            scores=scores(game.rules, state),
            left=state.left,
            board=_board(game.rules, state),
            seal=game.record.cards["commitment"],
            nonces=game.record.cards["nonces"],
            sheet=table.sheet,
            story=told,
        )

    def _story(self, table: Table, game: Game) -> list[tuple[Ply, Raw, dict[int, Raw]]]:
        fresh = {}
        for ply in table.plies:
            told = self.told.get(ply.number)
            fresh[ply.number] = told if told and told[0] is ply else _tell(game, ply)
        self.told = fresh
        return list(fresh.values())


def _tell(game: Game, ply: Ply) -> tuple[Ply, Raw, dict[int, Raw]]:
    """A ply as everybody hears it, and as the seats that drew cards do."""
    rules, record = game.rules, game.record
    dealt = ply.move == "-" or rules.rounds_over(ply.after) > rules.rounds_over(ply.before)
    seats = range(len(record.seats)) if dealt else [ply.before.turn] if ply.draws else []
    mover = -1 if ply.move == "-" else ply.before.turn

    def told(reader: int) -> Raw:
        lines = [said(line) for line in tell(record, ply, reader)]
        return Raw(encode(Told(ply.number, mover, ply.move, lines)))

    return ply, told(SPECTATOR), {seat: told(seat) for seat in seats}


def _chair(table: Table, chair: Any, here: set[str]) -> Chair:
    there = bool(chair.bot) or chair.key in here if chair.player else False
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
    hands = [[rules.names[card] for card in cards_in(bag)] for bag in state.hands[: state.players]]
    shown = hands if rules.over(state) else []
    if rules.name == "pig10":
        return Board([rules.names[card] for card in state.middle[: state.laid]], state.value, hands=shown)
    named = state.top if state.top_card == LUCKY else 0
    top = rules.names[state.top_card] if state.top else ""
    demand = rules.names[state.demand] if state.demand else ""
    return Board(
        top=top, value=state.top, named=named, demand=demand, owes=bool(state.owes), round=state.round,
        rounds=state.rounds, hands=shown,
    )  # fmt: skip


def _choice(rules: Rules, seen: Any, move: int, names: list[str]) -> Choice:
    cards = [rules.names[card] for card in cards_laid(rules, seen, move)]
    return Choice(rules.move_text(seen, move), cards, said(label(rules, seen, move, names)))


def _why(rules: Rules, seen: Any) -> dict[str, Said]:
    idle = [card for card, moves in moves_by_card(rules, seen).items() if not moves]
    return {rules.names[card]: said(why_not(rules, seen, card)) for card in idle}


def listed(table: Table) -> bytes | None:
    """What the list of open tables says: only tables that anybody may sit at, while there is room."""
    free = len(table.chairs) - len(table.taken)
    if table.settings.sitting != "all" or not free or table.phase not in ("gather", "over"):
        return None
    settings = table.settings
    return encode(Listed(table.code, settings.game, table.phase, len(table.chairs), free, settings.watching))
