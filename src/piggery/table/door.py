"""What the HTTP door takes and gives: a table is opened, tables and games are listed."""

from typing import Annotated

from msgspec import Meta, Struct, field

from .wire import Language, Name, Phase, Settings


class OpenTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A new table. `bots` are the levels of bots to seat; `sit` takes the first seat for the one who opens it."""

    settings: Settings = Settings()
    bots: Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(max_length=8)] = []
    sit: bool = True
    language: Language = "en"
    name: Name = ""


class TableOpened(Struct, frozen=True):
    """The table is there. The token is the host's, and the seat's if one was taken."""

    code: str
    link: str
    token: str
    seat: int


class TableListing(Struct, frozen=True):
    """A table as the list shows it."""

    code: str
    game: str
    phase: Phase
    seats: int
    free: int
    watching: bool


class Listing(Struct, frozen=True):
    tables: list[TableListing]


class GameOffer(Struct, frozen=True):
    """A game that can be played here."""

    seats: list[int]
    options: Annotated[dict[str, list[str | int]], Meta(description="what each house rule may be, the usual first")]
    deck: Annotated[dict[str, int], Meta(description="copies of each card in the usual deck")]
    reacts: Annotated[list[str], Meta(description="house rules, as `name=value`, under which there are reactions")]
    bots: list[str]
    lesson: Annotated[bool, Meta(description="whether there is a lesson")]
    puzzles: Annotated[bool, Meta(description="whether there are puzzles")]
    guide: Annotated[bool, Meta(description="whether the short rules are in the catalogues")]


class PhonesChange(Struct, frozen=True, forbid_unknown_fields=True):
    """Let phones of this network in, or no longer. The token comes with the last answer, and is good once."""

    token: Annotated[str, Meta(max_length=64)]
    open: bool


class PhonesAnswer(Struct, frozen=True):
    """Whether phones may be let in from here, at which addresses they find this server, and whether one has."""

    offered: bool
    token: str = ""
    addresses: list[str] = []
    reached: bool = False


class Problem(Struct, frozen=True):
    """Why a request was refused, in the same words as the socket."""

    code: str
    values: dict[str, object] = field(default_factory=dict)
