"""What is measured, what is compared, and the bar that each comparison is held to."""

from collections.abc import Mapping
from typing import NamedTuple

Speeds = Mapping[str, float]  # the best moves a second of each row, by its key

COMPILED, CORES, INTERPRETED, PLAIN, BEST = "compiled", "all cores", "interpreted", "C++ plain", "C++ best"
OURS = {
    COMPILED: "Piggery, one core",
    CORES: "Piggery, all cores",
    INTERPRETED: "Piggery, interpreted",
    PLAIN: "C++, line by line",
    BEST: "C++, at its best",
}


class Row(NamedTuple):
    key: str
    game: str
    engine: str


class Ratio(NamedTuple):
    over: str  # the key of one row
    under: str  # the key of the other
    bar: float = 0  # 0: none is set


def our_key(game: str, engine: str) -> str:
    return f"{game} {engine}"


def ratios(cores: int) -> list[Ratio]:
    """With two cores, the bar is 1.8 times the speed of one."""
    pig10, best, truie = our_key("pig10", COMPILED), our_key("pig10", BEST), our_key("truie", COMPILED)
    return [
        Ratio(pig10, our_key("pig10", PLAIN), 0.75),
        Ratio(pig10, best, 0.6),
        Ratio(pig10, "crazy_eights bots", 20),
        Ratio(best, "crazy_eights bots", 40),
        Ratio(pig10, "crazy_eights rollouts"),
        *(Ratio(pig10, other) for other in ("uno run", "uno engine", "leduc", "leduc many")),
        Ratio(our_key("pig10", CORES), pig10, 0.9 * cores if cores > 1 else 0),
        Ratio(truie, our_key("truie", PLAIN), 0.6),
        Ratio(truie, "hearts bots", 8),
        Ratio(truie, "hearts rollouts"),
        Ratio(our_key("truie", CORES), truie),
    ]


class Verdict(NamedTuple):
    """A comparison as it came out."""

    over: Row
    under: Row
    value: float
    bar: float

    @property
    def word(self) -> str:
        return "" if not self.bar else "met" if self.value >= self.bar else "missed"


def verdicts(rows: list[Row], speeds: Speeds, cores: int) -> list[Verdict]:
    """The comparisons between what could be measured."""
    known = {row.key: row for row in rows if speeds.get(row.key)}
    return [
        Verdict(known[over], known[under], speeds[over] / speeds[under], bar)
        for over, under, bar in ratios(cores)
        if over in known and under in known
    ]


# In words: each table is a heading and lines of cells


def speed_lines(rows: list[Row], speeds: Speeds) -> list[list[str]]:
    return [[row.game, row.engine, f"{speeds[row.key]:,.0f}"] for row in rows if speeds.get(row.key)]


def verdict_lines(found: list[Verdict]) -> list[list[str]]:
    return [
        [
            f"{verdict.over.game}, {verdict.over.engine}",
            f"{verdict.under.game}, {verdict.under.engine}",
            f"{verdict.value:.2f}" if verdict.value < 100 else f"{verdict.value:,.0f}",
            f"≥ {verdict.bar:g}" if verdict.bar else "",
            verdict.word,
        ]
        for verdict in found
    ]


SPEED_HEADING = ["game", "engine", "moves/s"]
VERDICT_HEADING = ["moves/s of", "to those of", "ratio", "bar", ""]
