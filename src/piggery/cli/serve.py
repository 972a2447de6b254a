"""`piggery serve`: tables for people and bots."""

from typing import Annotated

import typer

from ..server import serve as server
from ..server.config import Config
from .shared import LANGUAGE, Language, Store, _, commands

app = commands()


@app.command(help=_("cli.serve"))
def serve(
    lan: Annotated[bool, typer.Option("--lan", help=_("cli.lan"))] = False,
    host: Annotated[str, typer.Option(help=_("cli.host"))] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help=_("cli.port"))] = 8010,
    store: Store = "",
    public: Annotated[str, typer.Option(help=_("cli.public"))] = "",
    origin: Annotated[list[str] | None, typer.Option(help=_("cli.origin"))] = None,
    proxy: Annotated[str, typer.Option(help=_("cli.proxy"))] = "",
    trusted: Annotated[list[str] | None, typer.Option(help=_("cli.trusted"))] = None,
    days: Annotated[int, typer.Option(min=1, max=3650, help=_("cli.days"))] = 30,
    show: Annotated[bool, typer.Option("--open", help=_("cli.open"))] = False,
    log: Annotated[str, typer.Option(help=_("cli.log"))] = "",
    language: Language = LANGUAGE,
) -> None:
    config = Config(
        host="0.0.0.0" if lan else host,  # noqa: S104
        port=port,
        store=store,
        public=public,
        origins=tuple(origin or ()),
        proxies=proxy,
        trusted=tuple(trusted or ()),
        days=days,
        log=log,
    )
    server.serve(config, language, lan, show)
