"""How a table becomes messages: what everybody sees, encoded once, and what one seat sees besides.

Everything is made from views. The public part is a spectator's; only the hand, the moves and the seat's own draws are
added for a player.
"""

from functools import lru_cache
from typing import TypeVar, cast

import msgspec
from msgspec import Raw

from ..core.game import Game
from ..core.record import PERSON, Ply
from ..core.story import rules_lines, tell_all
from ..games.checks import deck_of, options_of, scores
from ..games.contract import GameType
from ..words import Line
from .decisions import Requester
from .door import TableListing
from .late import way_in
from .parts import card_names, choice, ply_story, why
from .state import Chair, Table
from .upcoming import AutoAction
from .wire import ChairView, Deadline, GameView, PlyStory, RequestView, Settings, TableView, View

SPECTATOR = -1
encode = msgspec.json.Encoder().encode
PlyTold = tuple[Ply, PlyStory, dict[int, PlyStory]]  # a ply, what everybody hears of it, what some seats hear instead
T = TypeVar("T")


def printed(message: T) -> T:
    """A part of a message as it is sent, encoded once: wherever it goes, it is copied as it is."""
    return cast(T, Raw(encode(message)))


class ViewEncoder:
    """Prints the views of one table. What was told of a ply is kept as it was printed."""

    def __init__(self) -> None:
        self.story: list[PlyTold] = []
        self.mine: dict[int, list[PlyStory]] = {}
        self.seated: tuple[object, Settings, list[ChairView], list[Line]] = (None, Settings(), [], [])
        self.printed_for: set[str] | None = None  # who was here when the chairs were printed

    def public(self, table: Table, here: set[str], upcoming: AutoAction | None, game: bool = True) -> TableView:
        """The table as everybody sees it; `here` are the keys of those who are connected."""
        settings, chairs, rules = self._seated(table, here)
        return printed(TableView(
            code=table.code,
            n=table.n,
            phase=table.phase,
            paused=table.paused,
            choosing=table.choosing if table.phase == "starter" else "",
            settings=settings,
            chairs=chairs,
            seal=table.seal if table.phase != "play" else "",
            deadline=_deadline(upcoming),
            request=_request(table),
            game=self._game(table, table.game) if table.game and game else None,
            rules=rules,
        ))  # fmt: skip

    def view(self, table: Table, who: Requester, now: int, public: TableView) -> bytes:
        """The whole view of one reader."""
        game, seat = table.game, who.seat
        seen = View(seat, who.host, who.host or who.acting, now, hand=[], moves=[], why={}, mine=[], table=public)
        if seat >= 0:
            seen.vote = table.chairs[seat].vote
        else:
            seen.way_in, seen.asking = way_in(table, who.key, who.host), _asks(table, who.key)
        if game and seat >= 0 and table.phase == "play":
            self._story(table)
            seen.hand, seen.mine = _hand(game.rules, game.hand(seat)), self.mine.get(seat, [])
            seen.back, seen.reacting = table.back_to(seat) is not None, table.reacting(seat)
            if game.turn == seat and not table.paused:
                view, moves = game.view(seat), game.choices().items()
                seen.moves = [choice(game.rules, view, text, move, table.names) for text, move in moves]
                seen.why = why(game.rules, view)
        return encode(seen)

    def _seated(self, table: Table, here: set[str]) -> tuple[Settings, list[ChairView], list[Line]]:
        """The settings, the chairs and the rules, printed again only when something about them has changed."""
        changed = table.reseated, table.phase
        if self.printed_for is not here or self.seated[0] != changed:
            chairs = printed([_chair(table, chair, here) for chair in table.chairs])
            self.printed_for, self.seated = here, (changed, printed(table.settings), chairs, printed(_rules(table)))
        return self.seated[1:]

    def _game(self, table: Table, game: Game) -> GameView:
        state, players = game.view(SPECTATOR), len(game.head.seats)
        return GameView(
            game=game.rules.name,
            number=table.number,
            ply=table.ply,
            turn=-1 if game.over else game.turn,
            position=game.rules.position_text(state),
            names=game.head.names,
            held=state.held[:players],
            scores=scores(game.rules, state),
            left=state.left,
            board=game.rules.board(state),
            seal=game.head.cards["commitment"],
            nonces=game.head.cards["nonces"],
            sheet=table.sheet,
            story=[public for _, public, _ in self._story(table)],
            changes=list(table.seating.changes),
        )

    def _story(self, table: Table) -> list[PlyTold]:
        """The story of the last plies; each is told once, and then kept as it was printed."""
        if not self.story or self.story[-1][0] is not table.plies[-1]:
            old, plies = self.story, table.plies
            if len(plies) > 1 and old and plies[-2] is old[-1][0]:  # one ply more; the first may have gone
                self.story = [*old[len(old) + 1 - len(plies) :], _tell(table, plies[-1])]
                self._tell_apart({*self.story[-1][2], *old[0][2]})
            else:
                self.story, self.mine = [_tell(table, ply) for ply in plies], {}
                self._tell_apart({seat for told in self.story for seat in told[2]})
        return self.story

    def _tell_apart(self, seats: set[int]) -> None:
        """For each of these seats the plies that it hears differently from everybody."""
        for seat in seats:
            self.mine[seat] = printed([told[2][seat] for told in self.story if seat in told[2]])


@lru_cache(maxsize=4_000)  # what a thousand tables hold at once
def _hand(rules: GameType, bag: int) -> list[str]:
    return printed(card_names(rules, bag))


def _tell(table: Table, ply: Ply) -> PlyTold:
    """A ply as everybody hears it, and as the seats that drew cards do. The deal begins with who starts, and why."""
    rules, record = table.current.rules, table.current.head
    before = table.settled if ply.number == 0 else []
    dealt = ply.move == "-" or rules.ends_round(ply.before, ply.after)
    seats = range(len(record.seats)) if dealt else [ply.before.turn] if ply.draws else []
    told = [[*before, *lines] for lines in tell_all(record, ply, [SPECTATOR, *seats])]
    public, *mine = [printed(ply_story(rules, ply, lines)) for lines in told]
    return ply, public, dict(zip(seats, mine, strict=True))


def _rules(table: Table) -> list[Line]:
    """The rules in short: of the game that is on, or of the one that the settings would begin."""
    if table.game and table.phase == "play":
        return rules_lines(table.game.rules, table.game.view(SPECTATOR))
    rules, settings = table.rules, table.settings
    deck, options = deck_of(rules, settings.deck), options_of(rules, settings.options)
    return rules_lines(rules, rules.start(settings.seats, 0, deck, options))


def _chair(table: Table, chair: Chair, here: set[str]) -> ChairView:
    there = chair.key in here if chair.player == PERSON else bool(chair.player)
    host = bool(chair.key) and chair.key == table.host
    return ChairView(
        chair.name, chair.player, there, chair.stand_in, host=host, stirred=bool(chair.nonce), race=chair.race,
        voted=chair.vote >= 0,
    )  # fmt: skip


def _request(table: Table) -> RequestView | None:
    asked = table.seating.request
    return RequestView(asked.n, asked.seat, asked.name, sorted(asked.agreed)) if asked else None


def _asks(table: Table, key: str) -> bool:
    request = table.seating.request
    return request is not None and bool(key) and request.key == key


def _deadline(action: AutoAction | None) -> Deadline | None:
    """A bot's pace is nobody's business."""
    if action is None or action.kind == "bot":
        return None
    return Deadline(action.kind, action.seat, action.at)


def listed(table: Table) -> bytes | None:
    """The entry in the list of open tables: only those that anybody may sit at, while there is room."""
    free = len(table.chairs) - len(table.taken)
    if table.settings.sitting != "all" or not free or table.phase not in ("gather", "over"):
        return None
    settings = table.settings
    return encode(TableListing(table.code, settings.game, table.phase, len(table.chairs), free, settings.watching))
