"""`piggery simulate`, `dataset`: many games of bots, counted, or kept in a file with a data card beside it."""

import shlex
import time
from pathlib import Path
from typing import Annotated

import typer

from ..games.checks import deck_of
from ..games.contract import Options
from ..games.registry import game_type
from ..sim.card import card
from ..sim.dataset import card_path, check_path, write
from ..sim.play import Simulation, Terms, seated
from ..sim.report import progress, run
from ..sim.stopping import STOPPED, stopping
from ..sim.written import checked
from ..words import figure, say
from .shared import (
    LANGUAGE,
    Deck,
    GameName,
    Games,
    Language,
    Players,
    Seed,
    _,
    check_folder,
    commands,
    copies,
    flag,
    games_in,
    listed,
    with_house_rules,
)

app = commands()
DEALS = 100


@app.command(help=_("cli.simulate"))
@with_house_rules
def simulate(
    game: GameName,
    players: Players = None,
    games: Games = "100000",
    bots: Annotated[str, typer.Option("--bots", "-b", help=_("cli.bots"))] = "random",
    seed: Seed = 0,
    *,
    options: Options,
    deck: Deck = "",
    on: Annotated[str, typer.Option("--on", help=_("cli.on"))] = "cores",
    address: Annotated[str, typer.Option(help=_("cli.address"))] = "",
    language: Language = LANGUAGE,
) -> int:
    rules, wanted = game_type(game), games_in(games)
    match = Simulation(rules, seated(rules, players, listed(bots)), seed, deck_of(rules, copies(deck)), **options)
    return run(match, wanted, language, on, address)


@app.command(help=_("cli.dataset"))
@with_house_rules
def dataset(
    game: GameName,
    out: Annotated[Path, typer.Option("--out", "-o", callback=check_folder, help=_("cli.dataset_out"))],
    games: Games = "10000",
    players: Players = None,
    bots: Annotated[str, typer.Option("--bots", "-b", help=_("cli.bots"))] = "random",
    seed: Seed = 0,
    *,
    options: Options,
    deck: Deck = "",
    deals: Annotated[int, typer.Option(min=1, max=1_000_000, help=_("cli.dataset_deals"))] = DEALS,
    force: Annotated[bool, typer.Option("--force", help=_("cli.dataset_force"))] = False,
    language: Language = LANGUAGE,
) -> int:
    rules, wanted = game_type(game), games_in(games)
    lined_up = seated(rules, players, listed(bots))
    terms = checked(Terms(game, tuple(lined_up), seed, deck_of(rules, copies(deck)), options, deals))
    return _write(out, terms, wanted, force, _command(out, terms, wanted, options, deck), language)


def _command(out: Path, terms: Terms, games: int, options: Options, deck: str) -> str:
    """The command that makes this file, wherever it lies."""
    words = ["piggery", "dataset", terms.game, "--games", games, "--players", len(terms.bots)]
    words += ["--bots", ",".join(terms.bots), "--seed", terms.seed]
    for name, value in options.items():
        words += [flag(name), str(value)]
    words += ["--deck", deck] if deck else []
    words += [] if terms.quick else ["--deals", terms.deals]
    return shlex.join(str(word) for word in [*words, "--out", out.name])


def _write(out: Path, terms: Terms, games: int, force: bool, command: str, language: str) -> int:
    """Write file and card; the exit status."""
    check_path(out, force)
    began = time.perf_counter()
    with stopping() as stop, progress("dataset.writing", games, language) as advance:
        made = write(
            out, terms, games, stop, advance, card=lambda made: card(out.name, terms, made, games, command, language)
        )
    if not made:
        print(say("dataset.nothing", language))
        return STOPPED
    figures = {"n": made.summary.games, "moves": made.summary.moves, "seconds": figure(time.perf_counter() - began)}
    print(say("dataset.written", language, path=out, card=card_path(out).name, **figures))
    if made.summary.games < games:
        print(say("simulate.stopped", language, n=made.summary.games, games=games))
        return STOPPED
    return 0
