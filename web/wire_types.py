"""Write web/src/wire.ts from the types of `wire`, `questions`, `browser` and reviews: python web/wire_types.py"""

from pathlib import Path
from typing import get_args

import msgspec

from piggery import browser
from piggery.answers import answers, noted, questions, reviewing, summing
from piggery.games.contract import BoardValue
from piggery.table import door, wire

TARGET = Path(__file__).parent / "src" / "wire.ts"
HEAD = f"""// Written by web/wire_types.py from src/piggery/table/wire.py: change those.

export const PROTOCOL = {wire.PROTOCOL};

/** A key of the catalogues and its values. */
export type Said = [key: string, values: Record<string, unknown>];

/** What lies open on the table: each game's own folder says what is in it. */
export type Board = Record<string, unknown>;
"""
ASKS, NEWS = get_args(wire.Incoming), get_args(wire.Outgoing)
PARTS = [
    wire.Settings, wire.TableView, wire.ChairView, wire.Deadline, wire.RequestView, wire.GameView, wire.PlyStory,
    wire.SeatChange, wire.Choice,
]  # fmt: skip
DOOR = [
    door.OpenTable, door.TableOpened, door.TableListing, door.Listing, door.GameOffer, door.PhonesAnswer,
    door.Problem, browser.Gather,
]  # fmt: skip
BOARD = msgspec.inspect.type_info(dict[str, BoardValue])
QUESTIONS = get_args(questions.Questions)
ANSWERS = [
    answers.Frame, answers.ReplayAnswer, answers.HandAnswer, answers.LessonStep, answers.LessonAnswer,
    answers.CountAnswer, answers.PuzzleAttempt, answers.PuzzleAnswer,
    reviewing.ReviewProgress, noted.PositionChances, noted.MoveNote, reviewing.ReviewSlice,
    summing.ReviewFound, summing.TurningPoint, summing.GraphPicture, summing.ReviewSummary,
]  # fmt: skip
NAMES = {
    "IntType": "number", "FloatType": "number", "StrType": "string", "BoolType": "boolean", "NoneType": "null",
    "CustomType": "unknown",
}  # fmt: skip
OPTIONAL = (
    wire.Ask,
    questions.Question,
    reviewing.ReviewProgress,
    door.OpenTable,
    wire.Settings,
    browser.Gather,
)  # what a client sends may be short


def main() -> None:
    TARGET.write_text(text(), encoding="utf-8")


def text() -> str:
    parts = [HEAD, *map(declared, [*ASKS, *NEWS, *PARTS, *DOOR, *QUESTIONS, *ANSWERS])]
    for name, kinds in (("Ask", ASKS), ("News", NEWS), ("Question", QUESTIONS)):
        parts.append(f"export type {name} = {' | '.join(kind.__name__ for kind in kinds)};\n")
    return "\n".join(parts)


def declared(kind: type[msgspec.Struct]) -> str:
    """One struct as an interface."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    about = " ".join((kind.__doc__ or "").split())
    tag = [f'  type: "{info.tag}";'] if info.tag else []
    short = issubclass(kind, OPTIONAL) or kind is wire.Choice
    rows = [f"  {field.encode_name}{'?' if short and not field.required else ''}: {shown(field.type, short)};"
            for field in info.fields]  # fmt: skip
    note = [f"/** {about} */"] if kind.__doc__ and not about.startswith(f"{kind.__name__}(") else []
    return "\n".join([*note, f"export interface {kind.__name__} {{", *tag, *rows, "}", ""])


def shown(kind: msgspec.inspect.Type, short: bool = False) -> str:
    """A type as TypeScript writes it. What is `short` may leave out what is usual; news are complete."""
    inspect = msgspec.inspect
    match kind:
        case inspect.Metadata():
            return shown(kind.type, short)
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case inspect.ListType() | inspect.VarTupleType():
            item = shown(kind.item_type)
            return f"({item})[]" if "|" in item else f"{item}[]"
        case inspect.DictType() if kind == BOARD:
            return "Board"
        case inspect.DictType():
            return f"Record<string, {shown(kind.value_type)}>"
        case inspect.UnionType():
            return " | ".join(shown(one) for one in kind.types)
        case inspect.NamedTupleType():
            return "Said"
        case inspect.StructType():
            name = str(kind.cls.__name__)
            return name if short or kind.cls is not wire.Settings else f"Required<{name}>"
    return NAMES[type(kind).__name__]


if __name__ == "__main__":
    main()
