"""`piggery games`: what a server has kept."""

from asyncio import run
from pathlib import Path
from typing import Annotated

import typer

from ..server.config import Config
from ..server.shelf import bring_in, export, rows, throw_away
from ..sim.report import progress
from ..words import say
from .shared import LANGUAGE, Language, Store, _, check_folder, check_new_folder, commands

app = commands()
games = commands(help=_("cli.tables"), no_args_is_help=True)
app.add_typer(games, name="games")


@games.command("list", help=_("cli.tables_list"))
def games_list(store: Store = "", language: Language = LANGUAGE) -> None:
    with progress("shelf.busy", None, language) as advance:
        found = run(rows(Config(store=store), advance))
    for code, opened, touched, n in found:
        print(say("shelf.row", language, code=code, opened=opened, touched=touched, n=n))


@games.command("export", help=_("cli.tables_export"))
def games_export(
    out: Annotated[Path, typer.Argument(metavar="FILE", callback=check_folder, help=_("cli.tables_file"))],
    codes: Annotated[list[str] | None, typer.Argument(metavar="CODE", help=_("cli.codes"))] = None,
    records: Annotated[Path | None, typer.Option(callback=check_new_folder, help=_("cli.tables_records"))] = None,
    store: Store = "",
    language: Language = LANGUAGE,
) -> None:
    with progress("shelf.busy", None, language) as advance:
        n = run(export(Config(store=store), codes or [], out, records, advance))
    print(say("shelf.exported", language, n=n, path=out))


@games.command("import", help=_("cli.tables_import"))
def games_import(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("cli.tables_file"))],
    store: Store = "",
    language: Language = LANGUAGE,
) -> None:
    with progress("shelf.busy", None, language) as advance:
        new, old = run(bring_in(Config(store=store), file, advance))
    print(say("shelf.imported", language, n=new, old=old))


@games.command("delete", help=_("cli.tables_delete"))
def games_delete(
    codes: Annotated[list[str], typer.Argument(metavar="CODE", help=_("cli.codes_delete"))],
    store: Store = "",
    language: Language = LANGUAGE,
) -> None:
    print(say("shelf.deleted", language, n=len(run(throw_away(Config(store=store), codes)))))
