"""The room that a compiled loop has to itself: a place on the stack for each field of a state, and for each list.

A record is one piece of memory, reached by a pointer: for all the compiler knows, a card put into a hand could change
whose turn it is, and everything is read again. Fields that lie apart stay in registers.
"""

import importlib
import operator
from typing import Any

from .kernel import local


def install() -> None:
    """Tell Numba what `local` gives, and how that is read and written."""
    row, spread = _row_type(), _spread_type()
    _rows(row)
    _fields(row, spread)
    _locals(row, spread)


def _row_type() -> Any:
    """A list of a known length: a pointer to its numbers."""
    types, models, ir = _numba("types"), _numba("core.datamodel.models"), _llvm()

    def named(self: Any, length: int) -> None:
        self.length = length
        types.Type.__init__(self, name=f"Row({length})")

    def modelled(self: Any, manager: Any, kind: Any) -> None:
        models.PrimitiveModel.__init__(self, manager, kind, ir.IntType(64).as_pointer())

    row = type("Row", (types.Type,), {"__init__": named})
    models.register_default(row)(type("RowModel", (models.PrimitiveModel,), {"__init__": modelled}))
    return row


def _spread_type() -> Any:
    """A state taken apart: a row for each field; one of length 0 is a single number."""
    types, models = _numba("types"), _numba("core.datamodel.models")

    def named(self: Any, rows: dict[str, Any]) -> None:
        self.rows, self.names = rows, list(rows)
        types.Type.__init__(self, name=f"Spread({rows})")

    def modelled(self: Any, manager: Any, kind: Any) -> None:
        models.StructModel.__init__(self, manager, kind, list(kind.rows.items()))

    spread = type("Spread", (types.Type,), {"__init__": named})
    models.register_default(spread)(type("SpreadModel", (models.StructModel,), {"__init__": modelled}))
    return spread


def _rows(row: Any) -> None:
    extending, number = _numba("extending"), _numba("types").int64

    def read(typing: Any, cells: Any, index: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(builder.gep(args[0], [args[1]], inbounds=True))

        return number(cells, number), generate

    def write(typing: Any, cells: Any, index: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            builder.store(args[2], builder.gep(args[0], [args[1]], inbounds=True))
            return context.get_dummy_value()

        return _numba("types").void(cells, number, number), generate

    reading, writing = extending.intrinsic(read), extending.intrinsic(write)

    @extending.overload(operator.getitem, jit_options={"forceinline": True})  # type: ignore[untyped-decorator]
    def getitem(cells: Any, index: Any) -> Any:
        def got(cells: Any, index: Any) -> Any:
            return reading(cells, index)

        return got if isinstance(cells, row) else None

    @extending.overload(operator.setitem, jit_options={"forceinline": True})  # type: ignore[untyped-decorator]
    def setitem(cells: Any, index: Any, value: Any) -> Any:
        def set(cells: Any, index: Any, value: Any) -> Any:
            writing(cells, index, value)

        return set if isinstance(cells, row) else None


def _fields(row: Any, spread: Any) -> None:
    templates, lowering = _numba("core.typing.templates"), _numba("core.imputils")
    number = _numba("types").int64

    def resolve(self: Any, state: Any, name: str) -> Any:
        return state.rows[name] if state.rows[name].length else number

    body = {"key": spread, "generic_resolve": resolve}
    templates.infer_getattr(type("SpreadFields", (templates.AttributeTemplate,), body))

    @lowering.lower_getattr_generic(spread)  # type: ignore[untyped-decorator]
    def read(context: Any, builder: Any, kind: Any, state: Any, name: str) -> Any:
        place = builder.extract_value(state, kind.names.index(name))
        return place if kind.rows[name].length else builder.load(place)

    @lowering.lower_setattr_generic(spread)  # type: ignore[untyped-decorator]
    def write(context: Any, builder: Any, signature: Any, args: Any, name: str) -> None:
        builder.store(args[1], builder.extract_value(args[0], signature.args[0].names.index(name)))


def _locals(row: Any, spread: Any) -> None:
    types, extending = _numba("types"), _numba("extending")
    copied_row, copied_state = _copied_row(row), _copied_state(row, spread)

    @extending.overload(local, inline="always", prefer_literal=True)  # type: ignore[untyped-decorator]
    def overloaded(thing: Any, length: Any = 0) -> Any:
        def of_state(thing: Any, length: Any = 0) -> Any:
            return copied_state(thing)

        def of_list(thing: Any, length: Any = 0) -> Any:
            return copied_row(thing, length)

        return of_state if isinstance(thing, types.Record) else of_list


def _copied_row(row: Any) -> Any:
    arrays = _numba("np.arrayobj")

    def copied(typing: Any, numbers: Any, length: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = arrays.make_array(signature.args[0])(context, builder, args[0])
            return _place(builder, array.data, length.literal_value)

        return row(length.literal_value)(numbers, length), generate

    return _numba("extending").intrinsic(prefer_literal=True)(copied)


def _copied_state(row: Any, spread: Any) -> Any:
    types, build = _numba("types"), _numba("core.cgutils")

    def copied(typing: Any, record: Any) -> Any:
        kinds = {name: field.type for name, field in record.fields.items()}
        rows = {name: row(kind.nitems if isinstance(kind, types.NestedArray) else 0) for name, kind in kinds.items()}

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            state = build.create_struct_proxy(signature.return_type)(context, builder)
            for name, cells in rows.items():
                source = build.get_record_member(builder, args[0], record.offset(name), _llvm().IntType(64))
                setattr(state, name, _place(builder, source, cells.length))
            return state._getvalue()

        return spread(rows)(record), generate

    return _numba("extending").intrinsic(copied)


def _place(builder: Any, source: Any, length: int) -> Any:
    """Room on the stack for `length` numbers, or for one, with what lies at the source."""
    build, word = _numba("core.cgutils"), _llvm().IntType(64)
    place = build.alloca_once(builder, word, size=_llvm().Constant(word, max(1, length)))
    build.raw_memcpy(builder, place, source, _llvm().Constant(word, max(1, length)), 8, align=8)
    return place


def _numba(name: str) -> Any:
    return importlib.import_module(f"numba.{name}")


def _llvm() -> Any:
    return importlib.import_module("llvmlite.ir")
