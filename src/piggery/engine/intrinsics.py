"""Functions that are compiled differently: sets of moves by the machine's own instructions, sums by loops.

Numba wants the parameters of an implementation spelt exactly like those of the function that returns it.
"""

import importlib
import platform
from collections.abc import Callable
from typing import Any

from . import bags, kernel

Generate = Callable[[Any, Any, Any, Any], Any]
PDEP = "llvm.x86.bmi.pdep.64"  # put the bits of a number where a mask has ones


def install() -> None:
    """Tell Numba how to compile `many` and `nth`, `dot` and `add_times`."""
    extending: Any = importlib.import_module("numba.extending")
    _sums(extending)
    ones, lowest = _instruction(extending, "llvm.ctpop.i64"), _instruction(extending, "llvm.cttz.i64", False)
    deposit, has_pdep = _instruction(extending, PDEP), _has_pdep()

    @extending.overload(bags.many, inline="always")  # type: ignore[untyped-decorator]
    def many(moves: Any) -> Any:
        def counted(moves: Any) -> Any:
            return ones(moves)

        return counted

    @extending.overload(bags.nth, inline="always")  # type: ignore[untyped-decorator]
    def nth(moves: Any, n: Any) -> Any:
        def deposited(moves: Any, n: Any) -> Any:
            return lowest(deposit(1 << n, moves))

        def stepped(moves: Any, n: Any) -> Any:
            for _ in range(n):
                moves &= moves - 1
            return lowest(moves)

        return deposited if has_pdep else stepped


def _sums(extending: Any) -> None:
    @extending.overload(kernel.dot)  # type: ignore[untyped-decorator]
    def dot(numbers: Any, one: Any, other: Any, n: Any) -> Any:
        def summed(numbers: Any, one: Any, other: Any, n: Any) -> Any:
            found = 0
            for i in range(n):
                found += numbers[one + i] * numbers[other + i]
            return found

        return summed

    @extending.overload(kernel.add_times)  # type: ignore[untyped-decorator]
    def add_times(numbers: Any, to: Any, times: Any, start: Any, n: Any) -> Any:
        def added(numbers: Any, to: Any, times: Any, start: Any, n: Any) -> Any:
            for i in range(n):
                numbers[to + i] += times * numbers[start + i]

        return added


def tabulate(look_up: Callable[[int, int], int], columns: int, values: Any) -> None:
    """Tell Numba to read a function's values from an array."""
    extending: Any = importlib.import_module("numba.extending")
    unsigned: Any = importlib.import_module("numba.types").uint64  # counts from the start: no test whether from the end

    @extending.overload(look_up, inline="always")  # type: ignore[untyped-decorator]
    def overloaded(row: Any, column: Any) -> Any:
        def found(row: Any, column: Any) -> Any:
            return values[unsigned(row * columns + column)]

        return found


def _instruction(extending: Any, name: str, *last: bool) -> Any:
    """An instruction of the machine as a function of one number, or of a number and a mask; `last` are flags for it."""
    number: Any = importlib.import_module("numba.types").int64
    ir: Any = importlib.import_module("llvmlite.ir")

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        given = [*args, *(ir.Constant(ir.IntType(1), flag) for flag in last)]
        kind = ir.FunctionType(ir.IntType(64), [value.type for value in given])
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        return builder.call(function, given)

    def of_one(typing: Any, x: Any) -> tuple[Any, Generate]:
        return number(number), generate

    def of_two(typing: Any, x: Any, mask: Any) -> tuple[Any, Generate]:
        return number(number, number), generate

    return extending.intrinsic(of_two if name == PDEP else of_one)


def _has_pdep() -> bool:
    binding: Any = importlib.import_module("llvmlite.binding")
    x86 = platform.machine().lower() in ("x86_64", "amd64")
    return x86 and bool(binding.get_host_cpu_features().get("bmi2"))
