"""Whether what a hint of Un, deux, truie says is true: counted once more, from the cards of the position alone."""

import re
from collections import Counter
from fractions import Fraction
from math import comb
from typing import NamedTuple

from coaching import NAMES, judged, seen
from piggery.bots.coach import advised
from piggery.core.notation import moves
from piggery.words import Line

PIGS = [str(value) for value in range(1, 11)]
DECK = Counter(dict.fromkeys(PIGS[:6], 6) | dict.fromkeys(PIGS[6:], 5) | {"F": 5, "H": 5, "L": 3, "D": 3})
COSTS = {value: int(value) for value in PIGS} | {"F": 10, "H": 10, "L": 10, "D": 15}


class Case(NamedTuple):
    """A position, the move that is advised in it, and the one it is compared with."""

    hand: str
    top: int
    best: str
    rival: str
    demand: str = "-"
    spent: str = "-"
    held: tuple[int, ...] = ()  # by the others, the next first

    @property
    def cards(self) -> Counter[str]:
        return Counter(self.hand.split(","))

    @property
    def unseen(self) -> Counter[str]:
        return DECK - self.cards - Counter([str(self.top)]) - Counter(self.spent.split(","))

    @property
    def position(self) -> str:
        hidden, scores = "/".join(f"?{n}" for n in self.held), "/".join("0" for _ in (0, *self.held))
        stock = self.unseen.total() - sum(self.held)
        return f"truie {self.hand}/{hidden} {self.top} 0 {self.demand} 1:0 {scores} {self.spent} ?{stock}"

    @property
    def new_top(self) -> int:
        return self.top_after(self.best)

    def top_after(self, move: str) -> int:
        numbers = re.findall(r"\d+", move.partition(">")[0])
        return int(numbers[-1]) if numbers else self.top

    def hint(self) -> list[list[Line]]:
        rules, view = seen(self.position)
        return advised(rules, view, judged(rules, view, self.best, rival=self.rival), NAMES).steps


def laid(move: str) -> Counter[str]:
    """The cards that leave the hand with a move."""
    if move in ("draw", "F", "H"):
        return Counter([] if move == "draw" else [move])
    pigs, _, heir = move.partition(">")
    cards = ["L" if part.startswith("L") else part for part in pigs.strip("+-").split("=")]
    return Counter(cards) + Counter("D" if heir else "")


def points(move: str) -> int:
    return sum(COSTS[card] * n for card, n in laid(move).items())


def pig(value: int) -> Line:
    return Line(f"truie.card.{value}")


def often(chance: Fraction) -> Line:
    """A chance in words: sure only where it is."""
    n = round(100 * chance)
    if 0 < n < 100:
        return Line("coach.times", {"n": n})
    if chance in (0, 1):
        return Line("coach.always" if chance else "coach.never")
    return Line("coach.nearly" if n else "coach.hardly")


class Truth:
    """For each line of a hint, by the last part of its key, whether it is true of a position."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.open = moves(case.position)
        self.seated = dict(zip(NAMES[1:], case.held, strict=False))

    def __call__(self, said: Line) -> bool:
        tells = getattr(self, said.key.rpartition(".")[2])
        values = {name: value for name, value in said.values.items() if name != "next"}
        return said.values.get("next", "Ben") == "Ben" and bool(tells(**values))

    # Counting

    def none_of(self, *kinds: str) -> Fraction:
        """How often the next player holds none of these."""
        unseen, hand = self.case.unseen, self.case.held[0]
        wanted = sum(unseen[kind] for kind in kinds)
        return Fraction(comb(unseen.total() - wanted, hand), comb(unseen.total(), hand))

    def has(self, value: int) -> Fraction:
        return 1 - self.none_of(str(value))

    @property
    def stuck(self) -> Fraction:
        return self.none_of(str(self.case.top), "L")

    def drawn(self, move: str) -> int:
        """The cards that a move costs."""
        if self.case.demand != "H":
            return int(move == "draw")
        return {"H": 0, "F": 10, "draw": 10}.get(move, 10 if ">" in move else self.case.top_after(move))

    def next_time(self) -> list[str]:
        """What could be laid in one's next turn, if the top were still the same."""
        left = self.case.cards - laid(self.case.best)
        return moves(f"truie {','.join(left.elements())}/?5 {self.case.new_top} 0 - 1:0 0/0 - ?9")

    def pleasing(self) -> set[str]:
        """What the next player could do after a farmer, with one card of every kind."""
        return set(moves(f"truie {','.join(PIGS)},F,H,L/?5 {self.case.top} 0 F 1:0 0/0 - ?9"))

    # A farmer

    def farmer(self, card: Line) -> bool:
        return self.case.best == "F" and card == pig(self.case.top)

    def farmer_only(self) -> bool:
        return self.pleasing() == {str(self.case.top), f"L{self.case.top}", "draw"}

    def farmer_odds(self, top: int, times: Line) -> bool:
        return top == self.case.top and times == often(self.stuck) and self.stuck > 0

    def farmer_none(self, card: Line) -> bool:
        return card == pig(self.case.top) and self.stuck == 0

    def farmer_last(self, card: Line) -> bool:
        return card == pig(self.case.top) and self.case.held[0] == 1 and 0 < self.stuck < 1

    def farmer_few(self) -> bool:
        return self.case.held[0] == 2 and self.stuck < 1

    def farmer_stuck(self, n: int) -> bool:
        return n == self.case.held[0] and n <= 2 and self.stuck == 1

    def farmer_cost(self) -> bool:
        return COSTS["F"] == 10 <= max(points(move) for move in self.open if move != "F")

    def rescue_farmer(self, n: int) -> bool:
        return self._rescued(n, "F")

    def pro_stays(self) -> bool:
        """Between two players the top is the same after a farmer, and something fits on it."""
        still = {self.case.top_after(move) for move in self.pleasing()} == {self.case.top}
        return still and len(self.case.held) == 1 and self.case.best == "F" and self.next_time() != ["draw"]

    def pro_farmer(self, times: Line) -> bool:
        return self.case.best == "F" != self.case.rival and times == often(self.stuck)

    # A lucky pig

    def any(self, card: Line) -> bool:
        return self.stands(card) and self.case.demand == "-"

    def stands(self, card: Line) -> bool:
        return "L" in laid(self.case.best) and card == pig(self.case.new_top)

    def lucky_sum(self) -> bool:
        return "L" in laid(self.case.best) and "=" in self.case.best

    def rescue(self, n: int) -> bool:
        return self._rescued(n, "L")

    def _rescued(self, n: int, special: str) -> bool:
        """Whether nothing can be laid without this card."""
        others = [move for move in self.open if special not in laid(move)]
        return others == ["draw"] and n == self.drawn("draw") > self.drawn(self.case.best)

    def rare(self, card: Line, times: Line) -> bool:
        return card == pig(self.case.new_top) and times == often(self.has(self.case.new_top)) and self._rarer()

    def rare_none(self, top: int) -> bool:
        return top == self.case.new_top and not self.has(top)

    def _rarer(self) -> bool:
        own = self.has(self.case.new_top)
        return sum(self.has(value) > own for value in range(1, 11)) > 5

    def pro_ahead(self, card: Line) -> bool:
        left = self.case.cards - laid(self.case.best)
        ends = [move for move in self.next_time() if move != "draw" and set(left - laid(move)) <= {"D"}]
        return card == pig(self.case.new_top) and bool(ends)

    def pro_sum(self, card: Line) -> bool:
        return card == pig(self.case.new_top) and any("=" in move for move in self.next_time())

    def pro_again(self, card: Line) -> bool:
        return card == pig(self.case.new_top) and str(self.case.new_top) in self.next_time()

    # What is kept

    def pro_lucky(self) -> bool:
        return "L" in self.case.cards - laid(self.case.best) and "L" in laid(self.case.rival)

    def pro_lucky_one(self) -> bool:
        return (laid(self.case.best)["L"], laid(self.case.rival)["L"]) == (1, 2)

    def pro_keep_farmer(self) -> bool:
        return self.case.rival == "F" and self.case.held[0] > 2 and self.stuck >= Fraction(1, 2)

    def pro_vain(self, card: Line, times: Line) -> bool:
        answer = card == pig(self.case.top) and times == often(1 - self.stuck)
        return answer and self.case.rival == "F" and self.stuck < Fraction(1, 2)

    def pro_keep_hog(self) -> bool:
        return "H" in self.case.cards - laid(self.case.best) and self.case.rival == "H"

    # Cards and points

    def say(self, sum: Line) -> bool:
        top, first, last = (
            int(number.key.rpartition(".")[2]) for number in sum.values.values() if isinstance(number, Line)
        )
        return top == self.case.top and last == self.case.new_top and abs(last - top) == first

    def match(self) -> bool:
        return self.case.best == str(self.case.top)

    def pro_two(self) -> bool:
        return "=" in self.case.best

    def pro_points(self, n: int) -> bool:
        return n == points(self.case.best) > points(self.case.rival)

    def pro_draws(self, n: int, more: int) -> bool:
        return n == self.drawn(self.case.best) < more == self.drawn(self.case.rival)

    def pro_heap(self, to: str) -> bool:
        return self.case.best.endswith(f">{NAMES.index(to)}")

    def heap_cost(self) -> bool:
        return 0 < self.case.cards["D"] < 3

    def heap(self, to: str, n: int, card: Line) -> bool:
        return n == self.seated[to] == self.case.new_top and card == pig(n)

    def new_top(self) -> bool:
        return self.case.demand == "H" and self.drawn(self.case.best) == self.case.new_top

    def still_draws(self, n: int) -> bool:
        return n == self.drawn(self.case.best) > 0

    def then_grunt(self, n: int) -> bool:
        return n == (self.case.cards - laid(self.case.best)).total() + self.drawn(self.case.best)

    def nearly_out(self, player: str, n: int) -> bool:
        return n == self.seated[player] <= 2

    def costly(self) -> bool:
        return points(self.case.best) == max(points(move) for move in self.open)

    def pro_rare(self, card: Line, times: Line, other: Line, more: Line) -> bool:
        return card == pig(self.case.new_top) and times == often(self.has(self.case.new_top)) and self._set(other, more)

    def pro_rare_none(self, top: int, other: Line, more: Line) -> bool:
        return top == self.case.new_top and not self.has(top) and self._set(other, more)

    def _set(self, other: Line, more: Line) -> bool:
        """Whether the next player holds what the other move leaves on top more often."""
        less, rival = self.has(self.case.new_top), self.case.top_after(self.case.rival)
        return other == pig(rival) and more == often(self.has(rival)) and less < self.has(rival)
