"""The data card of a file of games: what it holds, how it was made, what its fields mean, and what it is not."""

import platform
from collections.abc import Iterable, Iterator, Sequence

from ..bots.levels import playouts, thinks
from ..core.story import game_title
from ..engine.compiled import available
from ..games.checks import copies_in
from ..words import catalogue, figure, line, said, say
from .cluster import source
from .dataset import DatasetSummary
from .play import CAP, Terms

FIELDS = ("piggery", "game", "rules", "options", "deck", "seats", "first", "cards", "scores", "plies")  # of a record
UNPACKED = {".gz": "gzip -dc", ".bz2": "bzip2 -dc", ".xz": "xz -dc", ".zst": "zstd -dc"}


def card(name: str, terms: Terms, made: DatasetSummary, games: int, command: str, language: str) -> str:
    """The card of the file `name`, for which `games` games were asked, as Markdown."""
    said = CardText(terms, made, games, language)
    parts = [
        f"# {name}",
        *said.about(),
        *said.section("dataset.how", [f"```\n{command}\n```", *said.how()]),
        *said.section("dataset.players", [said.players(), said("dataset.seats")]),
        *said.section("dataset.rules", said.rules()),
        *said.section("dataset.numbers", [said.numbers()]),
        *said.section("dataset.fields", [said.fields(), said("dataset.ply")]),
        *said.section("dataset.reading", [said("dataset.one_game"), f"```\n{one_game(name)}\n```"]),
        *said.section("dataset.licence", [said("dataset.cc0")]),
        *said.section("dataset.limits", ["\n".join(f"- {text}" for text in said.limits())]),
    ]
    return "\n\n".join(parts) + "\n"


def one_game(name: str) -> str:
    """How to take the first game out of a file and look at it."""
    unpack = next((words for ending, words in UNPACKED.items() if name.lower().endswith(ending)), "cat")
    return f"{unpack} {name} | head -n 1 > game.json\npiggery replay game.json\npiggery verify game.json"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in cells) + " |" for cells in lines)


class CardText:
    """The parts of a card, in one language."""

    def __init__(self, terms: Terms, made: DatasetSummary, games: int, language: str) -> None:
        self.terms, self.made, self.games, self.language = terms, made, games, language

    def __call__(self, key: str, **values: object) -> str:
        return say(key, self.language, **values)

    def section(self, key: str, parts: Iterable[str]) -> list[str]:
        return [f"## {self(key)}", *parts]

    def about(self) -> Iterator[str]:
        n = self.made.summary.games
        yield self("dataset.about", n=n, game=game_title(self.terms.game), players=len(self.terms.bots))
        if n < self.games:
            yield self("dataset.cut", n=n, games=self.games)

    def how(self) -> Iterator[str]:
        version, python = source(self.terms.rules), platform.python_version()
        way = line("dataset.compiled" if available() else "dataset.interpreted")
        yield self("dataset.versions", version=version, python=python, way=way)
        yield self("dataset.again" if self.terms.quick else "dataset.again_thinking")

    def players(self) -> str:
        summary, rows = self.made.summary, []
        for seat, (name, bot) in enumerate(zip(self.terms.names, self.terms.bots, strict=True)):
            wins, score = 100 * summary.wins(seat).value, summary.score(seat).value
            rows.append((seat, name, bot, self._about(bot), self._figure(wins), self._figure(score)))
        keys = ("simulate.seat", "dataset.name", "simulate.bot", "dataset.level", "simulate.wins", "simulate.score")
        return table([self(key) for key in keys], rows)

    def _figure(self, value: float) -> str:
        return said(figure(value, 2), self.language)

    def _about(self, bot: str) -> str:
        """How a bot plays: in the words of the game where it has any, else in those that do for every game."""
        if tries := playouts(bot):
            return self("dataset.flat", n=tries)
        game = self.terms.game
        keys = (f"level.{bot}.about.{game}", f"{game}.{bot}", f"dataset.{bot}", f"level.{bot}.line")
        about = self(next(key for key in keys if key in catalogue("en")))
        return f"{about} {self('dataset.deals', n=self.terms.deals)}" if thinks(bot) else about

    def rules(self) -> Iterator[str]:
        terms = self.terms
        yield self("dataset.version", game=terms.game, version=terms.rules.version)
        deck = ", ".join(f"{name}: {n}" for name, n in copies_in(terms.rules, terms.deck).items())
        options = [(f"`{name}`", str(value)) for name, value in terms.options.items()]
        yield table([self("dataset.option"), self("dataset.value")], [*options, ("`deck`", deck)])
        yield self("dataset.starting", n=len(terms.bots))
        yield self("dataset.shuffled", seed=str(terms.seed))

    def numbers(self) -> str:
        made = self.made
        rows = [
            (self("dataset.games"), made.summary.games),
            (self("dataset.moves"), made.summary.moves),
            (self("dataset.capped"), made.summary.capped),
            (self("dataset.text_bytes"), made.text_bytes),
            (self("dataset.text_sum"), f"`{made.text_sum}`"),
            (self("dataset.file_bytes"), made.file_bytes),
            (self("dataset.file_sum"), f"`{made.file_sum}`"),
        ]
        return table([self("dataset.what"), self("dataset.value")], rows)

    def fields(self) -> str:
        rows = [(f"`{field}`", self(f"dataset.field_{field}", game=self.terms.game)) for field in FIELDS]
        return table([self("dataset.field"), self("dataset.holds")], rows)

    def limits(self) -> Iterator[str]:
        yield self("dataset.no_people")
        yield self("dataset.all_cards")
        yield self("dataset.no_sample")
        if self.made.summary.capped:
            yield self("dataset.no_end", n=self.made.summary.capped, most=CAP)
