"""`piggery games`: what a server has kept."""

from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from ..words import say
from .shared import LANGUAGE, Language, Store, check_language
from .shared import help_text as _

if TYPE_CHECKING:
    from ..server.config import Config

T = TypeVar("T")
app = typer.Typer(help=_("cli.tables"), rich_markup_mode=None, no_args_is_help=True)
Codes = Annotated[list[str] | None, typer.Argument(metavar="[CODE]…", help=_("cli.codes"))]


@app.command("list", help=_("cli.tables_list"))
def games_list(store: Store = "", language: Language = LANGUAGE) -> None:
    from ..server.shelf import rows

    check_language(language)
    for code, opened, touched, n in _run(rows(_config(store))):
        print(say("shelf.row", language, code=code, opened=opened, touched=touched, n=n))


@app.command("export", help=_("cli.tables_export"))
def games_export(
    out: Annotated[Path, typer.Argument(metavar="FILE", help=_("cli.tables_file"))],
    codes: Codes = None,
    records: Annotated[Path | None, typer.Option(help=_("cli.tables_records"))] = None,
    store: Store = "",
    language: Language = LANGUAGE,
) -> None:
    from ..server.shelf import export

    check_language(language)
    print(say("shelf.exported", language, n=_run(export(_config(store), codes or [], out, records)), path=out))


@app.command("import", help=_("cli.tables_import"))
def games_import(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("cli.tables_file"))],
    store: Store = "",
    language: Language = LANGUAGE,
) -> None:
    from ..server.shelf import bring_in

    check_language(language)
    new, old = _run(bring_in(_config(store), file))
    print(say("shelf.imported", language, n=new, old=old))


@app.command("delete", help=_("cli.tables_delete"))
def games_delete(
    codes: Annotated[list[str], typer.Argument(metavar="CODE…", help=_("cli.codes"))],
    store: Store = "",
    language: Language = LANGUAGE,
) -> None:
    from ..server.shelf import throw_away

    check_language(language)
    print(say("shelf.deleted", language, n=len(_run(throw_away(_config(store), codes)))))


def _config(store: str) -> "Config":
    from ..server.config import Config

    return Config(store=store)


def _run(work: Coroutine[object, object, T]) -> T:
    import asyncio

    return asyncio.run(work)
