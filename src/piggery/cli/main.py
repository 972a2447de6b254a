"""Every command. Each imports what it needs when it runs, so that help comes at once."""

import io
import os
import sys
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import typer

from .. import __version__
from ..core.story import game_title
from ..errors import BadOption, PiggeryError
from ..games.contract import Options
from ..games.registry import game_types
from ..words import LANGUAGES, Line, both, line, say
from .arena import arena
from .dataset import dataset
from .games import app as games
from .hint import hint
from .lab import lab
from .puzzle import puzzle
from .review import review
from .shared import (
    AS_IT_IS,
    LANGUAGE,
    Deck,
    File,
    GameName,
    Language,
    Players,
    Position,
    Seed,
    Store,
    check_language,
    copies,
    listed,
    number,
    with_house_rules,
)
from .shared import help_text as _

ABOUT = say("cli.about", LANGUAGE, games=both(map(game_title, game_types())))
app = typer.Typer(
    name="piggery", help=ABOUT, add_completion=False, rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip


@app.callback(invoke_without_command=True)
def piggery(
    context: typer.Context, version: Annotated[bool, typer.Option("--version", help=_("cli.version"))] = False
) -> None:
    if version:
        print(f"piggery {__version__}")
    elif context.invoked_subcommand is None and sys.stdout.isatty():
        context.invoke(serve, show=True)
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command(help=_("cli.moves"), context_settings=AS_IT_IS)
@with_house_rules
def moves(
    position: Position,
    *,
    options: Options,
    language: Language = LANGUAGE,
) -> None:
    from ..core.notation import moves

    check_language(language)
    for move in moves(position, **options):
        print(move)


@app.command(help=_("cli.after"), context_settings=AS_IT_IS)
@with_house_rules
def after(
    position: Position,
    move: Annotated[str, typer.Argument(metavar="MOVE", help=_("cli.move"))],
    draws: Annotated[list[str] | None, typer.Argument(metavar="CARD", help=_("cli.draws"))] = None,
    *,
    options: Options,
    language: Language = LANGUAGE,
) -> None:
    from ..core.notation import after

    check_language(language)
    print(after(position, move, draws or (), **options))


@app.command(help=_("cli.replay"))
def replay(
    file: File,
    seat: Annotated[int | None, typer.Option(help=_("cli.seat_view"))] = None,
    language: Language = LANGUAGE,
) -> None:
    from ..core.record import replay
    from ..core.story import ALL, game_title, scores_lines, tell
    from ..terminal.saves import read

    check_language(language)
    record = read(file)
    if seat is not None and seat not in range(len(record.seats)):
        raise BadOption("option.seat", text=seat, last=len(record.seats) - 1)
    players = [who.name for who in record.seats]
    print(say("replay.head", language, game=game_title(record.rules.name), players=players))
    state = record.start()
    for ply in replay(record):
        told = " ".join(say(what, language) for what in tell(record, ply, ALL if seat is None else seat))
        print(say("replay.ply", language, ply=ply.number, told=told))
        state = ply.after
    for what in scores_lines(record, state):
        print(say(what, language))


@app.command(help=_("cli.verify"))
def verify(file: File, language: Language = LANGUAGE) -> None:
    from ..core.verify import verify
    from ..terminal.saves import read

    check_language(language)
    for what in verify(read(file)):
        print(say(what, language))


@app.command(help=_("cli.simulate"))
@with_house_rules
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", "-n", help=_("cli.games"))] = 100_000,
    bots: Annotated[str, typer.Option("--bots", "-b", help=_("cli.bots"))] = "random",
    seed: Seed = 0,
    *,
    options: Options,
    deck: Deck = "",
    on: Annotated[str, typer.Option("--on", help=_("cli.on"))] = "cores",
    address: Annotated[str, typer.Option(help=_("cli.address"))] = "",
    language: Language = LANGUAGE,
) -> int:
    from ..sim.report import run

    check_language(language)
    return run(
        game, players, games, bots=listed(bots), seed=seed, copies=copies(deck), options=options, language=language,
        on=on, address=address,
    )  # fmt: skip


@app.command(help=_("cli.play"))
@with_house_rules
def play(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help=_("cli.game"))] = "",
    people: Annotated[int, typer.Option(help=_("cli.people"))] = 1,
    names: Annotated[str, typer.Option(help=_("cli.names"))] = "",
    bots: Annotated[str, typer.Option("--bots", "-b", help=_("cli.bots"))] = "",
    players: Annotated[int | None, typer.Option("--players", "-p", help=_("cli.seats"))] = None,
    first: Annotated[str, typer.Option(help=_("cli.first"))] = "chance",
    cards: Annotated[str, typer.Option(help=_("cli.cards"))] = "fair",
    shake: Annotated[bool, typer.Option("--shake", help=_("cli.shake"))] = False,
    *,
    options: Options,
    deck: Deck = "",
    plain: Annotated[bool, typer.Option("--plain", help=_("cli.plain"))] = False,
    resume: Annotated[bool, typer.Option("--resume", help=_("cli.resume"))] = False,
    save: Annotated[Path | None, typer.Option(help=_("cli.save"))] = None,
    pace: Annotated[float, typer.Option(help=_("cli.pace"))] = 1.0,
    language: Language = LANGUAGE,
) -> None:
    from ..terminal.start import play
    from ..terminal.wanted import Wanted

    check_language(language)
    play(
        Wanted(
            game=game,
            names=[name for name in listed(names) if name],
            people=people,
            bots=[bot for bot in listed(bots) if bot],
            players=players,
            first=None if first == "chance" else number(first),
            cards=cards,
            shake=shake,
            options=options,
            copies=copies(deck),
            save=save,
            pace=pace,
            language=language,
        ),
        plain,
        resume,
    )


@app.command(help=_("cli.serve"))
def serve(
    lan: Annotated[bool, typer.Option("--lan", help=_("cli.lan"))] = False,
    host: Annotated[str, typer.Option(help=_("cli.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(help=_("cli.port"))] = 8010,
    store: Store = "",
    public: Annotated[str, typer.Option(help=_("cli.public"))] = "",
    origin: Annotated[list[str] | None, typer.Option(help=_("cli.origin"))] = None,
    proxy: Annotated[str, typer.Option(help=_("cli.proxy"))] = "",
    trusted: Annotated[list[str] | None, typer.Option(help=_("cli.trusted"))] = None,
    days: Annotated[int, typer.Option(min=1, max=3650, help=_("cli.days"))] = 30,
    show: Annotated[bool, typer.Option("--open", help=_("cli.open"))] = False,
    language: Language = LANGUAGE,
) -> None:
    from ..server.config import Config
    from ..server.serve import serve

    check_language(language)
    config = Config(
        host="0.0.0.0" if lan else host,  # noqa: S104
        port=port,
        store=store,
        public=public,
        origins=tuple(origin or ()),
        proxies=proxy,
        trusted=tuple(trusted or ()),
        days=days,
    )
    serve(config, language, lan, show)


app.command(help=_("cli.arena"))(arena)
app.command(help=_("cli.dataset"))(with_house_rules(dataset))
app.add_typer(games, name="games")
app.command(help=_("cli.hint"), context_settings=AS_IT_IS)(with_house_rules(hint))
app.command(help=_("cli.lab"))(with_house_rules(lab))
app.command(help=_("cli.review"))(review)
app.command(help=_("cli.puzzle"))(puzzle)


def main() -> None:
    """Run a command. Whatever goes wrong on purpose is one line and exit code 2."""
    from typer.exceptions import Abort, TyperException

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a pipe that cannot say ★ still gets the rest
    try:
        code = app(standalone_mode=False)
    except PiggeryError as error:
        _fail(say(error.line, _spoken()))
    except TyperException as error:
        _fail(say(_usage(error), _spoken()))
    except OSError as error:
        key = "error.file" if error.filename else "error.system"
        _fail(say(key, _spoken(), path=error.filename, problem=error.strerror or str(error)))
    except (KeyboardInterrupt, EOFError, Abort):
        sys.exit(130)
    except Exception as error:
        if os.environ.get("PIGGERY_DEBUG"):
            raise
        problem = f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"
        _fail(say("error.internal", _spoken(), problem=problem), 1)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def _usage(error: Exception) -> Line:
    """What is wrong with the words of a command, in our own."""
    param = getattr(error, "param", None)
    name = param.opts[0] if param is not None and param.opts[0].startswith("-") else getattr(param, "metavar", None)
    if type(error).__name__ == "NoSuchOption":
        return line("error.usage.option", text=getattr(error, "option_name", ""))
    name = name or getattr(error, "option_name", None)
    if name:
        missing = type(error).__name__ == "MissingParameter"
        return line("error.usage.missing" if missing else "error.usage.value", text=name)
    return line("error.usage.words", text=" ".join(sys.argv[1:]))


def _spoken() -> str:
    """The language asked for on the command line, before any command has looked at it."""
    for flag, word in pairwise([*sys.argv, ""]):
        joined = flag.removeprefix("--language=").removeprefix("-l")
        for asked in (joined, word if flag in ("--language", "-l") else ""):
            if asked in LANGUAGES and asked != flag:
                return asked
    return LANGUAGE


def _fail(message: str, code: int = 2) -> None:
    print(f"piggery: {' '.join(message.splitlines())}", file=sys.stderr)
    sys.exit(code)
