"""`piggery replay`, `verify`, `review`: a recorded game in words, whether the deal was fair, what moves were worth."""

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..bots.search import Effort
from ..core.record import Record, final
from ..core.record import replay as plies
from ..core.story import ALL, game_title, scores_lines, tell
from ..core.verify import Seen
from ..core.verify import verify as verified
from ..engine.kernel import generator
from ..errors import BadOption
from ..study.account import summary
from ..study.chances import usual, warm
from ..study.graph import MARK, graph
from ..study.review import Note
from ..study.review import review as judged
from ..study.telling import tell_cards, tell_how, tell_note, tell_seat, tell_turning
from ..terminal.saves import read
from ..words import Line, line, say
from .shared import LANGUAGE, File, Language, _, check_folder, commands

app = commands()
SHOWN = 16  # characters of a seal that a screen shows


@app.command(help=_("cli.replay"))
def replay(
    file: File,
    seat: Annotated[int | None, typer.Option(help=_("cli.seat_view"))] = None,
    language: Language = LANGUAGE,
) -> None:
    record = read(file)
    _check_seat(record, seat)
    print(say("replay.head", language, game=game_title(record.rules.name), players=record.names))
    state = record.start()
    for ply in plies(record):
        told = " ".join(say(what, language) for what in tell(record, ply, ALL if seat is None else seat))
        print(say("replay.ply", language, ply=ply.number, told=told))
        state = ply.after
    for what in scores_lines(record, state):
        print(say(what, language))


@app.command(help=_("cli.verify"))
def verify(
    file: File,
    seal: Annotated[str, typer.Option(metavar="SEAL", help=_("cli.seal"))] = "",
    language: Language = LANGUAGE,
) -> None:
    for what in verified(read(file), Seen(seal=_seal(seal))):
        print(say(what, language))


def _seal(text: str) -> str:
    """A seal as it was copied from a screen: perhaps only its beginning, and what stands for the rest."""
    found = text.strip().rstrip("….").lower()
    if text and not re.fullmatch(f"[0-9a-f]{{{SHOWN},64}}", found):
        raise BadOption("option.seal", text=text, n=SHOWN)
    return found


@app.command(help=_("cli.review"))
def review(
    file: File,
    seat: Annotated[int | None, typer.Option(help=_("cli.review_seat"))] = None,
    deals: Annotated[int | None, typer.Option(min=2, max=1_000_000, help=_("cli.review_deals"))] = None,
    svg: Annotated[Path | None, typer.Option(callback=check_folder, help=_("cli.review_svg"))] = None,
    force: Annotated[bool, typer.Option("--force", help=_("cli.review_force"))] = False,
    language: Language = LANGUAGE,
) -> None:
    record = read(file)
    _check_seat(record, seat)
    path = svg or file.with_suffix(".review.svg")
    if not force:
        _check_free(path)
    _progress(0, record, language)
    warm(record.rules)
    notes = _notes(record, Effort(deals=deals) if deals else usual(record.rules), language)
    for said in _report(record, notes, seat):
        print(" ".join(say(what, language).strip() for what in said))
    path.write_text(graph(record, notes, summary(notes), language), encoding="utf-8")
    print(say("review.graph_kept", language, path=path))


def _check_free(path: Path) -> None:
    """Raise if something else than an older graph would be written over."""
    if path.exists() and MARK.encode() not in path.read_bytes():
        raise BadOption("option.svg", path=path)


def _notes(record: Record, effort: Effort, language: str) -> list[Note]:
    """All notes; whoever waits at a terminal sees how far it is."""
    notes = []
    for note in judged(record, generator(0), effort):
        notes.append(note)
        _progress(note.ply, record, language)
    if sys.stderr.isatty():
        print(end="\r\033[K", file=sys.stderr, flush=True)
    return notes


def _progress(ply: int, record: Record, language: str) -> None:
    if sys.stderr.isatty():
        said = say("review.progress", language, n=ply, of=len(record.plies) - 1)
        print(f"\r{said}", end="\033[K", file=sys.stderr, flush=True)


def _report(record: Record, notes: list[Note], seat: int | None) -> list[list[Line]]:
    """The text, a list of lines for each line that is printed."""
    names, found = record.names, summary(notes)
    lines = [[line("review.head", game=game_title(record.rules.name), players=names)], [tell_how(record.rules)]]
    lines += [
        [line("replay.ply", ply=note.ply, told=""), *tell_note(note)] for note in notes if seat in (None, note.seat)
    ]
    lines += [[], [line("review.turning")]] if found.turning else [[], [line("review.no_turning")]]
    for n, note in enumerate(found.turning, 1):
        lines.append([line("review.point", n=n, ply=note.ply, told=""), *tell_turning(note, names)])
    lines += [[], [line("review.skill")]]
    lines += [tell_seat(account, names[account.seat]) for account in found.seats]
    lines += [[tell_cards(found)]] + ([] if record.rules.over(final(record)) else [[line("review.not_over")]])
    return [*lines, []]


def _check_seat(record: Record, seat: int | None) -> None:
    if seat is not None and seat not in range(len(record.seats)):
        raise BadOption("option.seat", text=seat, last=len(record.seats) - 1)
