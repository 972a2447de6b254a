"""One source, two ways to run: `@kernel` leaves a plain Python function, and lists it for Numba.

Nothing here imports Numba. `compiled.py` does, on first need, and gives it every listed function; until then, and
where Numba is not installed, the same functions run interpreted. Kernels know only 64-bit integers, lists of them and
states; they never raise.
"""

import functools
import operator
import sys
from collections.abc import Callable
from typing import Any, ClassVar, Self, TypeVar

if sys.version_info >= (3, 12):
    from math import sumprod
else:

    def sumprod(p: list[int], q: list[int]) -> int:
        return sum(map(operator.mul, p, q))


F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C")

KERNELS: list[Callable[..., Any]] = []
TABLES: list[tuple[Callable[[int, int], int], int, list[int]]] = []  # a function, its columns, its values
Numbers = list[int]  # a list when interpreted, an array of int64 when compiled
Work = tuple[Any, ...]  # what the kernels of a loop share: lists when interpreted, arrays when compiled
Parts = list[Any]  # the same, on the way to become one
Kernel = Callable[..., None]  # a loop, interpreted or compiled


def kernel(function: F) -> F:
    """Mark a function as one that Numba may compile."""
    KERNELS.append(function)
    return function


def tabled(rows: int, columns: int) -> Callable[[Callable[[int, int], int]], Callable[[int, int], int]]:
    """Turn a function of two small numbers into a table of its values: nothing to work out, nowhere to branch."""

    def tabulate(function: Callable[[int, int], int]) -> Callable[[int, int], int]:
        values = [function(row, column) for row in range(rows) for column in range(columns)]

        def look_up(row: int, column: int) -> int:
            return values[row * columns + column]

        TABLES.append((look_up, columns, values))
        return functools.update_wrapper(look_up, function)

    return tabulate


def dot(numbers: Numbers, one: int, other: int, n: int) -> int:
    """The sum of the products of two stretches of a list. Interpreted it is one call, compiled a loop."""
    return sumprod(numbers[one : one + n], numbers[other : other + n])


def add_times(numbers: Numbers, to: int, times: int, start: int, n: int) -> None:
    """Add one stretch of a list, `times` over, to another."""
    pairs = zip(numbers[to : to + n], numbers[start : start + n], strict=True)
    numbers[to : to + n] = [total + times * number for total, number in pairs]


def local(thing: C, length: int = 0) -> C:
    """A state, or `length` numbers of a list, for a compiled loop to have to itself; interpreted, the thing itself.

    Compiled, every field has a place of its own, most of them in registers, nothing is written back to the thing, and
    no index counts from the end.
    """
    return thing


class Fields:
    """The base of every state. `state` writes `copy` out for each, field by field."""

    __slots__ = ()
    FIELDS: ClassVar[dict[str, int]] = {}  # how long each list is; a number has length 0
    copy: Callable[[], Self]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and all(getattr(self, n) == getattr(other, n) for n in self.FIELDS)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)}' for n in self.FIELDS)})"


def state(**sizes: int) -> Callable[[type[C]], type[C]]:
    """Turn a class of annotations into a state: slots for integers, and lists of the given sizes, all zero.

    `compiled.py` makes a NumPy record of the same fields, so they are declared once.
    """

    def declare(cls: type[C]) -> type[C]:
        fields = {name: sizes.get(name, 0) for name in cls.__annotations__}
        whole = {name: "[:]" if length else "" for name, length in fields.items()}
        blank = [f"self.{name} = {f'[0] * {length}' if length else 0}" for name, length in fields.items()]
        taken = [f"other.{name} = self.{name}{part}" for name, part in whole.items()]
        over = [f"other.{name}{part} = self.{name}" for name, part in whole.items()]
        body = {
            "__doc__": cls.__doc__,
            "__module__": cls.__module__,
            "__qualname__": cls.__qualname__,
            "__annotations__": dict(cls.__annotations__),
            "__slots__": tuple(fields),
            "__init__": _written("__init__", "self", blank),
            "copy": _written("copy", "self", ["other = object.__new__(type(self))", *taken, "return other"]),
            "copy_to": kernel(_written("copy_to", "self, other", over)),
            "FIELDS": fields,
        }
        return type(cls.__name__, cls.__bases__, body)

    return declare


def _written(name: str, given: str, lines: list[str]) -> Callable[..., Any]:
    """A function written out field by field, as dataclasses do it: three times as quick as a loop over the fields."""
    found: dict[str, Any] = {}
    exec(f"def {name}({given}):\n  " + "\n  ".join(lines), found)  # noqa: S102
    written: Callable[..., Any] = found[name]
    return written


# Random numbers: sfc32 in masked arithmetic, the same stream in Python, Numba and C++.

WORD = 0xFFFFFFFF


@kernel
def bits(rng: Numbers) -> int:
    """The next 32 random bits."""
    a, b, c, n = rng[0], rng[1], rng[2], rng[3]
    word = (a + b + n) & WORD
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & WORD
    rng[2] = ((((c << 21) | (c >> 11)) & WORD) + word) & WORD
    rng[3] = (n + 1) & WORD
    return word


@kernel
def below(rng: Numbers, n: int) -> int:
    """A number from 0 to n - 1; the bias is under n in four thousand million."""
    return (bits(rng) * n) >> 32


@kernel
def sow(rng: Numbers, seed: int, stream: int) -> None:
    """Set `rng` to the start of one of many independent streams of `seed`."""
    rng[0] = seed & WORD
    rng[1] = (seed >> 32) & WORD
    rng[2] = stream & WORD
    rng[3] = 1 + (stream >> 32)
    for _ in range(15):
        bits(rng)


def generator(seed: int, stream: int = 0) -> Numbers:
    rng = [0, 0, 0, 0]
    sow(rng, seed, stream)
    return rng
