"""From what a person asks for to a game at the table, or line by line."""

import asyncio
import secrets
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from ..core.chance import LONGEST_NONCE, check_cards, fair, starter_of
from ..core.record import Record
from ..errors import BadOption
from ..games.registry import game_types
from ..table.contests import Contest
from ..words import either, say
from . import saves
from .lines import LeaveGame
from .local import LocalTable, last_left, seal
from .plain import Plain
from .request import GameRequest
from .starter import PlainContest, contestants, stopwatch


def play(wanted: GameRequest, plain: bool, resume: bool) -> None:
    kept = _left(wanted, plain) if resume else None
    if not resume:
        wanted.check()
    if not resume and wanted.save and wanted.save.exists():
        raise BadOption("taken", path=wanted.save)
    if not plain and (kept[1].cards["from"] if kept else wanted.cards) == "typed":
        raise BadOption("option.plain")
    if wanted.shake and (not plain or wanted.cards != "fair"):
        raise BadOption("option.shake")
    if plain and not kept and not wanted.game:
        raise BadOption("which_game", known=either(game_types()))
    if plain:
        _play_plain(wanted, kept)
    else:
        _play_table(wanted, kept)


def _left(wanted: GameRequest, plain: bool) -> tuple[Path, Record]:
    """The game to resume: the one in the file named, or the last one left."""
    kept = (wanted.save, saves.read(wanted.save)) if wanted.save else last_left(typed=plain, game=wanted.game)
    if not kept:
        raise BadOption("no_game")
    return kept


def _play_plain(wanted: GameRequest, kept: tuple[Path, Record] | None) -> None:
    path, record = kept or (wanted.save, wanted.record())
    if wanted.contest and not kept:
        settled = _settled(record, wanted.contest, wanted.language)
        if settled is None:
            return
        record = settled
    shaken = wanted.shake and not kept
    if shaken:
        record = _shaken(record, wanted.language)
    table = LocalTable(record, path)
    if not table.store.kept:
        print(say(table.kept, wanted.language))
    plain = Plain(table, wanted.language, input, print)
    if not shaken:
        _show_seal(record, wanted.language)
    with closing(asyncio.new_event_loop()) as loop:  # not asyncio.run: Ctrl-C must end a question that waits
        loop.run_until_complete(plain.run())


def _settled(record: Record, contest: Contest, language: str) -> Record | None:
    """The game as it starts after a race or a vote; nothing, where somebody leaves before it is settled."""
    asked = PlainContest(contestants(record), language, input, print, stopwatch, secrets.randbelow)
    try:
        return replace(record, first=asked.settle(contest), starter=contest)
    except (LeaveGame, KeyboardInterrupt):
        print()
        return None


def _show_seal(record: Record, language: str) -> None:
    for what in seal(record):
        print(say(what, language))


def _shaken(record: Record, language: str) -> Record:
    """Each person stirs the deck after the seal has been shown."""
    _show_seal(record, language)
    nonces = list(record.cards["nonces"])
    for seat, who in enumerate(record.seats):
        if who.player == "person":
            nonces[seat] = input(say("plain.shake", language, player=who.name))[:LONGEST_NONCE]
    cards = check_cards(record.rules, fair(nonces, bytes.fromhex(record.cards["secret"])), record.deck)
    first = starter_of(cards, len(record.seats)) if record.starter == "chance" else record.first
    return replace(record, cards=cards, first=first)


def _play_table(wanted: GameRequest, kept: tuple[Path, Record] | None) -> None:
    path, record = kept or (wanted.save, wanted.record() if wanted.game else None)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise BadOption("no_terminal")  # the last of all mistakes: a terminal would not help with the others
    from .app import PiggeryApp

    ready = record if kept or not wanted.contest else None  # else the app lets people settle who starts
    app = PiggeryApp(wanted, LocalTable(ready, path) if ready else None)
    app.run()
    if app.return_code:
        sys.exit(app.return_code)
