"""Puzzles, mined from games of bots: positions in which one move is best by far more than the error of a search.

    PYTHONPATH=src python training/mine_puzzles.py pig10 --games 250 --cores 16 --out games/pig10/puzzles.jsonl
    PYTHONPATH=src python training/mine_puzzles.py truie --games 250 --again games/truie/puzzles.jsonl --out …

Games are played by good bots and some weaker ones. Every view of a seat to move is looked at with a quick search; what
stands out is looked at twice more, with other deals and with other opponents, and worked out exactly where that can be
done. What is left is graded and chosen so that no two are alike. The same seed finds the same puzzles.
After a change of the rules, `--again` solves the puzzles there are once more: those that hold stay, and what was found
fills the gaps.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from piggery.bots.coach import why, why_not_best
from piggery.bots.levels import player
from piggery.bots.model import CERTAIN
from piggery.bots.play import Pile
from piggery.bots.search import Effort, Search, Thought
from piggery.core.notation import parse_position
from piggery.engine.bags import many, members
from piggery.engine.kernel import generator
from piggery.games.checks import parse_move, start, view_of
from piggery.games.contract import GameType
from piggery.games.pig10 import endings
from piggery.games.registry import game_type, game_types
from piggery.study.chances import AllSeatsSearch, warm
from piggery.study.grades import HARDEST, Grading
from piggery.study.puzzles import grading

BOTS = ("luna", "luna", "luna", "tilda", "otto")
SEATS = (2, 3, 3, 4)
GLANCE = 120  # deals
SIFT = {"pig10": 1000, "truie": 400}
SURE = {"pig10": 20_000, "truie": 20_000}
LEAST = 0.05  # of the chance to win, divided by the players: a smaller gap is nothing to learn from
MARGIN = 4  # so many errors
TOLD = 4  # moves that the coach must have a reason for or against
CAP = 400  # moves of one game
WANTED = 70  # puzzles of a grade: five grades, fifty weeks
WEEK = 7
ALIKE = 6  # puzzles that may have the same best move on the same value


Row = tuple[str, dict[str, Any], dict[str, tuple[float, float]]]


class Found(NamedTuple):
    """A position that may become a puzzle."""

    position: str
    options: dict[str, Any]
    chances: dict[str, tuple[float, float]]  # the best first
    grading: Grading

    @property
    def best(self) -> str:
        return next(iter(self.chances))

    @property
    def gap(self) -> float:
        first, second = list(self.chances.values())[:2]
        return first[0] - second[0]


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game", choices=game_types())
    reader.add_argument("--games", type=int, default=100)
    reader.add_argument("--seed", type=int, default=10)
    reader.add_argument("--cores", type=int, default=1)
    reader.add_argument("--wanted", type=int, default=WANTED)
    reader.add_argument("--pool", type=Path, help="where to keep all that was found; if it is there, nothing is played")
    reader.add_argument("--again", type=Path, help="puzzles that are to stay where they still hold")
    reader.add_argument("--out", type=Path)
    asked = reader.parse_args()
    rules = game_type(asked.game)
    held = solved_again(rules, asked.again, asked.seed, asked.cores) if asked.again else []
    pool = pooled(rules, asked.games, asked.seed, asked.cores, asked.pool)
    chosen = choose(pool, asked.wanted, Random(asked.seed), held)
    print(len(pool), "found;", grades(pool), "→", len(chosen), grades(chosen))
    print(Counter(tag for one in chosen for tag in one.grading.tags).most_common())
    if asked.out:
        write(chosen, asked.out)


def grades(pool: Sequence[Found]) -> list[tuple[int, int]]:
    return sorted(Counter(one.grading.grade for one in pool).items())


def pooled(rules: GameType, games: int, seed: int, cores: int, path: Path | None) -> list[Found]:
    """Everything that was found; to grade and choose again it need not be found again."""
    if not path or not path.exists():
        rows = mined(rules, games, seed, cores)
        if path:
            path.write_text(json.dumps(rows), encoding="utf-8")
        return [graded(rules, *row) for row in rows]
    return [graded(rules, *row) for row in json.loads(path.read_text(encoding="utf-8"))]


def graded(rules: GameType, position: str, options: dict[str, Any], chances: dict[str, tuple[float, float]]) -> Found:
    _, state = parse_position(position, **options)
    best = parse_move(rules, state, next(iter(chances)))
    known = grading(rules, state, best)
    assert known
    return Found(position, options, chances, known)


# Finding


def mined(rules: GameType, games: int, seed: int, cores: int) -> list[Row]:
    """What all these games have to offer, in their order, however many cores play them."""
    with Pool(cores, ready, [rules.name]) as pool:
        found = pool.imap(partial(game_of, rules.name, seed), range(games))
        return list({row[0]: row for rows in found for row in rows}.values())


def solved_again(rules: GameType, path: Path, seed: int, cores: int) -> list[Found]:
    """The puzzles of a file that are puzzles still, by today's rules."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    asked = [(row["position"], row.get("options", {})) for row in rows]
    with Pool(cores, ready, [rules.name]) as pool:
        found = list(pool.imap(partial(judge_again, rules.name, seed), asked))
    changed = [row["id"] for row, one in zip(rows, found, strict=True) if not one or next(iter(one[2])) != row["best"]]
    print(len(changed), "puzzles of", len(rows), "hold no longer:", changed)
    return [graded(rules, *one) for one in found if one]


def judge_again(name: str, seed: int, asked: tuple[str, dict[str, Any]]) -> Row | None:
    return judged(game_type(name), *asked, seed)


def ready(name: str) -> None:
    warm(game_type(name))


def game_of(name: str, seed: int, number: int) -> list[Row]:
    rules = game_type(name)
    found = [judged(rules, *seen, seed) for seen in views(rules, Random(f"{seed} {number}"))]
    return [row for row in found if row]


def views(rules: GameType, chance: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every position of one game as its mover saw it, turned so that the mover is seat 0."""
    options = {"rounds": 1} if rules.name == "truie" and chance.random() < 0.5 else {}
    bots = [player(rules, chance.choice(BOTS)) for _ in range(chance.choice(SEATS))]
    state, rng = start(rules, len(bots), **options), generator(chance.getrandbits(62))
    pile = Pile(rules, chance)
    for _ in range(CAP):
        pile.draw(state)
        legal = rules.legal(state)
        if not legal:
            return
        seen = view_of(rules, state, state.turn)
        if telling(rules, seen, legal):
            yield rules.position_text(turned(seen)), options
        rules.play(state, bots[state.turn](seen, legal, rng, ()))


def telling(rules: GameType, seen: Any, legal: int) -> bool:
    """Whether there is anything to find: a choice; in truie a sum or a heap, if there is but one thing to do."""
    if rules.name == "pig10" or many(legal) < 2:
        return many(legal) > 1
    hidden = any(len(rules.action(seen, move).cards) > 1 for move in members(legal))
    return not seen.owes and (hidden or many(legal) > 2)


def turned(seen: Any) -> Any:
    """The same position with the seat to move as seat 0."""
    state, by, n = seen.copy(), seen.turn, seen.players
    for name in ("hands", "held", "won", "wins", "scores"):
        if hasattr(state, name):
            places = getattr(state, name)
            places[:n] = places[by:n] + places[:by]
    if hasattr(state, "starter"):
        state.starter = (state.starter - by) % n
    state.turn = 0
    return state


# Judging


def judged(rules: GameType, position: str, options: dict[str, Any], seed: int) -> Row | None:
    """A puzzle, if one move is best whatever is asked: quickly, with other deals, with other opponents."""
    _, state = parse_position(position, **options)
    if not promising(rules, state, seed):
        return None
    kept, best = [], set()
    for thoughts, margin in opinions(rules, state, seed):
        best.add(thoughts[0].move)
        if len(best) > 1 or not clear(thoughts, state.players, margin):
            return None
        kept = thoughts
    if not explained(rules, state, kept):
        return None
    chances = {rules.move_text(state, one.move): (round(one.chance, 4), round(one.error, 4)) for one in kept}
    return position, options, chances


def promising(rules: GameType, state: Any, seed: int) -> bool:
    """A glance: most positions have no best move."""
    first, second = AllSeatsSearch(rules, state, (), Effort(deals=GLANCE)).run(generator(seed, 0))[:2]
    return bool(first.chance - second.chance > LEAST / state.players / 2)


def opinions(rules: GameType, state: Any, seed: int) -> Iterator[tuple[list[Thought], float]]:
    """One after the other, the quickest first, with the errors it must be clear by; what the last one says is kept."""
    sift, sure = SIFT[rules.name], SURE[rules.name]
    exact = rules.name == "pig10" and endings.solvable(state)
    yield AllSeatsSearch(rules, state, (), Effort(deals=sift)).run(generator(seed, 1)), 1
    yield Search(rules, state, (), Effort(deals=4 * sift)).run(generator(seed, 2)), 2
    if exact and state.players > 2:  # worked out as if all hands lay open: good to agree with, not to quote
        yield solved(state), MARGIN
    yield AllSeatsSearch(rules, state, (), Effort(deals=sure)).run(generator(seed, 3)), MARGIN
    if exact and state.players == 2:
        yield solved(state), MARGIN


def solved(state: Any) -> list[Thought]:
    """An ending, worked out: between two players no error is left. A lead makes no win more certain than certain."""
    worth = endings.solve(state)
    found = [Thought(move, min(1.0, max(0.0, chance / CERTAIN)), 0.0, 0.0) for move, chance in worth.items()]
    return sorted(found, key=lambda thought: (-thought.chance, thought.move))


def clear(thoughts: Sequence[Thought], players: int, margin: float) -> bool:
    """Whether the first move beats every other by so many errors, and by enough to learn from."""
    first, least = thoughts[0].chance, LEAST / players
    return all(first - other.chance > max(least, margin * other.error) for other in thoughts[1:])


def explained(rules: GameType, state: Any, thoughts: Sequence[Thought]) -> bool:
    """Whether the coach can say why, and what is wrong with the next best: what it has only tried teaches nothing."""
    names = [str(seat) for seat in range(state.players)]
    told = why(rules, state, thoughts, names)
    for other in thoughts[1:TOLD]:
        told += why_not_best(rules, state, thoughts, other.move, names)
    return not any(said.key.startswith("coach.tried") for said in told)


# Choosing


class Shelf:
    """What has been chosen: so many of each grade, no two alike, and as many sorts as there are."""

    def __init__(self, pool: Sequence[Found]) -> None:
        self.pool, self.taken = list(pool), list[Found]()
        self.alike, self.sorts, self.grades = Counter[str](), Counter[str](), Counter[int]()
        self.hands: set[str] = set()

    def fill(self, most: int, total: int) -> None:
        """Take the rarest sort first, at most so many of a grade, until there are enough."""
        while len(self.taken) < total:
            fresh = [one for one in self.pool if self.fresh(one) and self.grades[one.grading.grade] < most]
            if not fresh:
                return
            self.take(min(fresh, key=lambda one: self.sorts[sort_of(one)]))

    def fresh(self, one: Found) -> bool:
        return self.alike[move_of(one)] < ALIKE and hand_of(one) not in self.hands

    def take(self, one: Found) -> None:
        self.taken.append(one)
        self.sorts[sort_of(one)] += 1
        self.alike[move_of(one)] += 1
        self.grades[one.grading.grade] += 1
        self.hands.add(hand_of(one))


def choose(pool: Sequence[Found], wanted: int, chance: Random, held: Sequence[Found] = ()) -> list[Found]:
    """A number of each grade; where a grade has fewer, more of the others. In whole weeks. Those held come first."""
    order = list(pool)
    chance.shuffle(order)
    shelf = Shelf(order)
    for one in held:
        shelf.take(one)
    shelf.fill(wanted, HARDEST * wanted)
    shelf.fill(len(order), HARDEST * wanted)
    whole = shelf.taken[: len(shelf.taken) // WEEK * WEEK]
    return sorted(whole, key=lambda one: (one.grading.grade, one.position))


def sort_of(one: Found) -> str:
    return " ".join((str(one.grading.grade), *one.grading.tags, str(one.position.count("/?"))))


def hand_of(one: Found) -> str:
    """The hand and what it is played on: two puzzles with the same are the same to a player."""
    fields = one.position.split(" ")
    return (
        " ".join((fields[1].partition("/")[0], *fields[2:4])) if one.position.startswith("truie") else pile_of(fields)
    )


def pile_of(fields: Sequence[str]) -> str:
    return " ".join((fields[1].partition("/")[0], fields[2].rpartition(",")[2], fields[3]))


def move_of(one: Found) -> str:
    fields = one.position.split(" ")
    return f"{one.grading.grade} {one.best} {fields[3] if fields[0] == 'pig10' else fields[2]}"


def write(chosen: Sequence[Found], path: Path) -> None:
    lines = [json.dumps(row(number, one), separators=(",", ":")) for number, one in enumerate(chosen, 1)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def row(number: int, one: Found) -> dict[str, Any]:
    options = {"options": one.options} if one.options else {}
    about = {"id": number, "grade": one.grading.grade, "tags": one.grading.tags, "position": one.position}
    return {**about, **options, "best": one.best, "chances": one.chances}


if __name__ == "__main__":
    main()
