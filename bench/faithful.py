"""Is piggery faithful to the rules? Its moves and positions beside those of an implementation written on its own.

    python bench/faithful.py             some positions of every kind, in about ten seconds
    python bench/faithful.py --full      tens of thousands of each game, with every option

Three comparisons: whole games from random deals, every legal move of every position followed; positions as people type
them, with odd hands and few cards; and the cases worked out in bench/independent/cases.txt. Moves and cards that the
rules do not allow are tried, too. It ends with 1 and shows the first differences if there is one.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

import independent
import piggery
from independent import pig10, truie_text
from independent.notation import UNKNOWN, Cards
from independent.positions import Options, pig10_deal, pig10_typed, truie_deal, truie_typed

CASES = Path(independent.__file__).with_name("cases.txt")
CHOICES = {"lucky": ("wild", "copy"), "grunting": ("call", "auto"), "last_card": ("ends", "draws")}
SHOWN = 5
LONGEST = 400  # moves of one game: stubborn players could go on for ever
STRANGE = {
    "pig10": ["4", "5=0", "0=10", "10=10", "9=9", "6=11", "3=2", "draw", "11=11"],
    "truie": ["1", "7", "L3", "L11", "+1=2", "-1=3", "+L2=L4", "F", "H", "D", "5>0", "L4>1", "g1", "draw", "7>9"],
}


@dataclass
class Comparison:
    """What was compared so far, and what differed."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def same(self, kind: str, question: str, ours: str, theirs: str) -> bool:
        """Count one answer of each; note both where they differ."""
        self.counts[kind] += 1
        if ours != theirs:
            self.differences.append(f"{question}\n    independent: {ours}\n    piggery:     {theirs}")
        return ours == theirs


def answer(ask: Callable[[], str | list[str]]) -> str:
    """The answer as one line; every refusal is the same."""
    try:
        found = ask()
    except ValueError:
        return "refused"
    return found if isinstance(found, str) else " ".join(found) or "none"


def compare_moves(seen: Comparison, position: str, options: Options) -> list[str]:
    """Ask both for the legal moves; return ours."""
    ours = answer(lambda: independent.moves(position, **options))
    theirs = answer(lambda: piggery.moves(position, **options))
    seen.same("positions", f"moves of {position} {told(options)}", ours, theirs)
    return [] if ours in ("refused", "none") else ours.split(" ")


def compare_after(seen: Comparison, position: str, move: str, draws: Sequence[str], options: Options) -> str:
    """Ask both for what follows; return ours."""
    ours = answer(lambda: independent.after(position, move, draws, **options))
    theirs = answer(lambda: piggery.after(position, move, draws, **options))
    question = f"{position} | {move} | {' '.join(draws)} | {told(options)}"
    seen.same("refusals" if ours == "refused" else "moves", question, ours, theirs)
    return ours


def told(options: Options) -> str:
    return " ".join(f"{name}={value}" for name, value in options.items())


# -- cards to draw


def deck_of(position: str) -> Cards:
    return pig10.DECK if position.startswith("pig10") else truie_text.DECK


def unseen(position: str) -> Cards:
    """The cards of the full deck that the position does not name: what an unknown card may be."""
    fields = position.split(" ")[1:-1]
    named = Counter(card for text in fields[:2] + fields[-2:] for card in text.replace("/", ",").split(","))
    named["L"] += sum(text.startswith("L") and text != "L" for text in fields[:2])
    return list((Counter(deck_of(position)) - named).elements())


def drawable(rng: Random, position: str) -> str | None:
    """A card that may be drawn now; none when no card is due."""
    now = independent.game(position).read(position)
    if now.turn is None or not now.due:
        return None
    cards = [card for card in now.stock if card != UNKNOWN] or unseen(position)
    if position.startswith("truie"):
        cards = fit_to_turn_up(truie_text.read(position), cards)
    return rng.choice(cards) if cards else None


def fit_to_turn_up(now: truie_text.Position, cards: Cards) -> Cards:
    """Only pigs, if the card that is due starts the discard pile."""
    turned_up = now.top == "-" and all(len(hand) == 7 for hand in now.hands)
    return [card for card in cards if card.isdigit()] if turned_up else cards


def drawn(rng: Random, position: str, options: Options) -> list[str]:
    """Cards until none is due, or one is refused."""
    draws: list[str] = []
    while card := drawable(rng, position):
        draws.append(card)
        try:
            position = independent.after(position, "-", [card], **options)
        except independent.Refused:  # the round is over, and a hand that is not known cannot be counted
            break
    return draws


# -- the three comparisons


def look_at(seen: Comparison, rng: Random, position: str, options: Options) -> list[str]:
    """Every legal move of one position with cards drawn by chance; the positions that follow."""
    reached = []
    moves = compare_moves(seen, position, options)
    if not moves and "+" in position.split(" ")[-4 if position.startswith("pig10") else 3]:
        moves = ["-"]
    for move in moves:
        reached.append(follow(seen, rng, position, move, options))
    for move in rng.sample(STRANGE[position.split(" ")[0]], 2):
        if move not in moves:
            compare_after(seen, position, move, (), options)
    return reached


def follow(seen: Comparison, rng: Random, position: str, move: str, options: Options) -> str:
    """One move: without its cards, or with some, and with all of them."""
    try:
        laid = position if move == "-" else independent.after(position, move, (), **options)
    except independent.Refused:
        return compare_after(seen, position, move, (), options)
    draws = drawn(rng, laid, options)
    some = draws[: rng.randint(0, len(draws))]
    if draws:
        compare_after(seen, position, move, some, options)
    if rng.random() < 0.05:
        compare_after(seen, position, move, [*some, rng.choice(deck_of(position))], options)
        compare_after(seen, position, move, [*draws, rng.choice(deck_of(position))], options)
    return compare_after(seen, position, move, draws, options)


def walk(seen: Comparison, rng: Random, position: str, options: Options, longest: int = LONGEST) -> None:
    """A whole game, one random move after the other; all other moves are tried at every step."""
    for _ in range(longest):
        reached = look_at(seen, rng, position, options)
        if not reached:
            break
        position = rng.choice(reached)
    seen.counts["games"] += 1


def every_choice() -> Iterator[Options]:
    for values in product(*CHOICES.values()):
        yield dict(zip(CHOICES, values, strict=True))


def pig10_games(seen: Comparison, rng: Random, games: int) -> None:
    for _ in range(games):
        walk(seen, rng, pig10_deal(rng), {})


def truie_games(seen: Comparison, rng: Random, games: int) -> None:
    """So many with each choice of options."""
    for choice in every_choice():
        for _ in range(games):
            options = {**choice, "rounds": rng.randint(1, 4)}
            walk(seen, rng, truie_deal(rng, int(options["rounds"])), options)


def pig10_positions(seen: Comparison, rng: Random, positions: int) -> None:
    for _ in range(positions):
        look_at(seen, rng, pig10_typed(rng), {})


def truie_positions(seen: Comparison, rng: Random, positions: int) -> None:
    """So many with each choice of options."""
    for choice in every_choice():
        for _ in range(positions):
            options = {**choice, "rounds": rng.randint(1, 10)}
            look_at(seen, rng, truie_typed(rng, options), options)


def read_cases() -> Iterator[tuple[str, str, list[str], Options, str]]:
    """The lines of cases.txt: position, move (`moves` asks for the legal ones), cards drawn, options, expected."""
    for line in CASES.read_text().splitlines():
        if line and not line.startswith("#"):
            position, move, draws, chosen, expected = (part.strip() for part in line.split("|"))
            pairs = (word.split("=") for word in chosen.split())
            options: Options = {name: int(value) if value.isdigit() else value for name, value in pairs}
            yield position, move, draws.split(), options, expected


def try_cases(seen: Comparison) -> None:
    """The cases worked out by hand: both implementations must answer as expected."""
    for position, move, draws, options, expected in read_cases():
        question = f"{position} | {move} | {' '.join(draws)} | {told(options)} | {expected}"
        for library in (independent, piggery):
            ask = partial(library.after, position, move, draws, **options)
            found = answer(partial(library.moves, position, **options) if move == "moves" else ask)
            if found != expected:
                seen.differences.append(f"{question}\n    {library.__name__}: {found}")
        seen.counts["cases"] += 1


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true", help="tens of thousands of positions of each game")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    positions, games = (10_000, 40) if asked.full else (60, 1)
    parts: list[tuple[str, Callable[[Comparison, Random], None]]] = [
        ("cases", lambda seen, rng: try_cases(seen)),
        ("Pig 10, typed positions", lambda seen, rng: pig10_positions(seen, rng, 2 * positions)),
        ("Un, deux, truie, typed positions", lambda seen, rng: truie_positions(seen, rng, positions)),
        ("Pig 10, whole games", lambda seen, rng: pig10_games(seen, rng, 6 * games)),
        ("Un, deux, truie, whole games", lambda seen, rng: truie_games(seen, rng, games)),
    ]
    differences = 0
    for name, compare in parts:
        seen, began = Comparison(), time.perf_counter()
        compare(seen, Random(f"{name} {asked.seed}"))
        differences += len(seen.differences)
        counted = ", ".join(f"{count:,} {kind}" for kind, count in sorted(seen.counts.items()))
        print(
            f"{name}: {counted} ({time.perf_counter() - began:.0f} s)",
            *seen.differences[:SHOWN],
            sep="\n  ",
            flush=True,
        )
    print(f"{differences:,} differences" if differences else "no difference")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
