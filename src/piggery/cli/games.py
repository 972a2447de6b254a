"""`piggery games`: what a server has kept."""

import sys
from asyncio import run
from pathlib import Path
from typing import Annotated

import typer

from ..server.backup import back_up, restore
from ..server.config import Config
from ..server.shelf import bring_in, export, rows, throw_away
from ..sim.report import progress
from ..words import say
from .shared import LANGUAGE, Language, Store, _, check_folder, check_new_folder, commands, printable, waiting

app = commands()
games = commands(help=_("cli.tables"), no_args_is_help=True)
app.add_typer(games, name="games")


@games.command("list", help=_("cli.tables_list"))
def games_list(store: Store = "", language: Language = LANGUAGE) -> None:
    with progress("shelf.busy", None, language) as advance:
        found = run(rows(Config(store=store), advance))
    for code, opened, touched, n in found:
        key = "shelf.row_damaged" if n is None else "shelf.row"
        print(say(key, language, code=printable(code), opened=opened, touched=touched, n=n))


@games.command("export", help=_("cli.tables_export"))
def games_export(
    out: Annotated[Path, typer.Argument(metavar="FILE", callback=check_folder, help=_("cli.tables_file"))],
    codes: Annotated[list[str] | None, typer.Argument(metavar="CODE", help=_("cli.codes"))] = None,
    records: Annotated[Path | None, typer.Option(callback=check_new_folder, help=_("cli.tables_records"))] = None,
    store: Store = "",
    language: Language = LANGUAGE,
) -> None:
    with progress("shelf.busy", None, language) as advance:
        n, damaged = run(export(Config(store=store), codes or [], out, records, advance))
    print(say("shelf.exported", language, n=n, path=out))
    if damaged:
        print(say("shelf.left_out", language, n=len(damaged), codes=printable(" ".join(damaged))), file=sys.stderr)
        raise typer.Exit(1)


@games.command("import", help=_("cli.tables_import"))
def games_import(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("cli.tables_file"))],
    store: Store = "",
    language: Language = LANGUAGE,
) -> None:
    with progress("shelf.busy", None, language) as advance:
        new, old = run(bring_in(Config(store=store), file, advance))
    print(say("shelf.imported", language, n=new, old=old))


@games.command("backup", help=_("cli.tables_backup"))
def games_backup(
    out: Annotated[Path, typer.Argument(metavar="FILE", callback=check_folder, help=_("cli.tables_backup_file"))],
    store: Store = "",
    language: Language = LANGUAGE,
) -> None:
    with waiting("shelf.busy", language):
        n = run(back_up(Config(store=store), out))
    print(say("shelf.backed_up", language, n=n, path=out))


@games.command("restore", help=_("cli.tables_restore"))
def games_restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("cli.tables_backup_file"))],
    store: Store = "",
    language: Language = LANGUAGE,
) -> None:
    with progress("shelf.busy", None, language) as advance:
        new, old = run(restore(Config(store=store), file, advance))
    print(say("shelf.restored", language, n=new, old=old))


@games.command("delete", help=_("cli.tables_delete"))
def games_delete(
    codes: Annotated[list[str], typer.Argument(metavar="CODE", help=_("cli.codes_delete"))],
    store: Store = "",
    language: Language = LANGUAGE,
) -> None:
    print(say("shelf.deleted", language, n=len(run(throw_away(Config(store=store), codes)))))
