"""A method that is called later and does not keep its object: what goes round in circles is freed late, a table never
in an evening."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

P = ParamSpec("P")
T = TypeVar("T")


def loosely(method: Callable[P, T]) -> Callable[P, T]:
    """The same, as long as its object is there; whoever calls it belongs to that object."""
    weak = WeakMethod(method)

    def call(*given: P.args, **named: P.kwargs) -> T:
        found = weak()
        if found is None:
            raise ReferenceError("it is gone")
        return found(*given, **named)

    return call
