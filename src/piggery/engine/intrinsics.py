"""What is compiled differently: sets of moves by the machine's own instructions, sums by loops.

Numba wants the parameters of an implementation spelt exactly like those of the function that returns it.
"""

import importlib
import platform
from collections.abc import Callable
from typing import Any

from . import bags, kernel

Generate = Callable[[Any, Any, Any, Any], Any]


def install() -> None:
    """Tell Numba how to compile `many` and `nth`, `dot` and `add_times`."""
    extending: Any = importlib.import_module("numba.extending")
    _sums(extending)
    ones, lowest, deposit = _ones(extending), _lowest(extending), _deposit(extending)
    has_pdep = _has_pdep()

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


def _ones(extending: Any) -> Any:
    number, word, ir = _types()

    def ones(typing: Any, x: Any) -> tuple[Any, Generate]:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            function = builder.module.declare_intrinsic("llvm.ctpop", [word], ir.FunctionType(word, [word]))
            return builder.call(function, args)

        return number(number), generate

    return extending.intrinsic(ones)


def _lowest(extending: Any) -> Any:
    number, word, ir = _types()
    bit = ir.IntType(1)

    def lowest(typing: Any, x: Any) -> tuple[Any, Generate]:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            function = builder.module.declare_intrinsic("llvm.cttz", [word], ir.FunctionType(word, [word, bit]))
            return builder.call(function, [args[0], ir.Constant(bit, 0)])

        return number(number), generate

    return extending.intrinsic(lowest)


def _deposit(extending: Any) -> Any:
    number, word, ir = _types()
    name = "llvm.x86.bmi.pdep.64"

    def deposit(typing: Any, x: Any, mask: Any) -> tuple[Any, Generate]:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            module = builder.module
            known = module.globals.get(name)
            function = known or ir.Function(module, ir.FunctionType(word, [word, word]), name)
            return builder.call(function, args)

        return number(number, number), generate

    return extending.intrinsic(deposit)


def _types() -> tuple[Any, Any, Any]:
    types: Any = importlib.import_module("numba.types")
    ir: Any = importlib.import_module("llvmlite.ir")
    return types.int64, ir.IntType(64), ir


def _has_pdep() -> bool:
    binding: Any = importlib.import_module("llvmlite.binding")
    x86 = platform.machine().lower() in ("x86_64", "amd64")
    return x86 and bool(binding.get_host_cpu_features().get("bmi2"))
