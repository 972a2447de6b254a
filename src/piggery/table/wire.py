"""Every message of the socket, both directions. docs/protocol.md is made of it, and of `door`.

A client asks, the server answers with news. The news of a table is always the whole view; a refusal is a code and
values. No sentence travels: a `Said` is a catalogue key and its values, and the reader's own language says it.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from ..games.contract import BoardValue
from ..games.registry import usual_game
from ..words import Line

PROTOCOL = 4

Name = Annotated[str, Meta(max_length=40)]
Nonce = Annotated[str, Meta(max_length=64)]
Token = Annotated[str, Meta(max_length=64)]
Code = Annotated[str, Meta(max_length=12)]
Language = Literal["en", "fr", "de", "it"]
Starter = Literal["chance", "host", "race", "vote"]
Sitting = Literal["link", "all", "closed"]
Late = Literal["ask", "bots", "next"]
WayIn = Literal["", "sit", "ask", "next"]
Phase = Literal["gather", "starter", "play", "over"]
Emote = Literal["hello", "bravo", "oink", "wow", "oops", "hmm", "hurry", "thanks"]


class Settings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a table is played."""

    game: Annotated[str, Meta(max_length=20, description="one of those that can be played here")] = field(
        default_factory=usual_game
    )
    seats: Annotated[int, Meta(ge=2, le=8, description="chairs round the table")] = 4
    options: Annotated[dict[str, str | int], Meta(max_length=8, description="house rules, as in a record")] = {}
    deck: Annotated[dict[str, int], Meta(max_length=16, description="copies of some cards, where not the usual")] = {}
    starter: Annotated[Starter, Meta(description="who starts: chance, a seat the host names, a race, a vote")] = (
        "chance"
    )
    sitting: Annotated[Sitting, Meta(description="who may sit: with the link, all (listed), nobody new")] = "link"
    late: Annotated[
        Late,
        Meta(
            description="how somebody comes in during a game: asks everybody who plays, takes a bot's seat, "
            "waits for the next"
        ),
    ] = "ask"
    watching: Annotated[bool, Meta(description="whether others may watch")] = True
    own_names: Annotated[bool, Meta(description="free text for names; meant for adults")] = False
    clock: Annotated[int, Meta(ge=0, le=600, description="seconds for a turn; 0 is no clock")] = 0
    react: Annotated[
        int, Meta(ge=0, le=60, description="seconds to react in, where a game asks for it; 0 is no clock")
    ] = 6
    wait: Annotated[int, Meta(ge=0, le=3600, description="seconds a lost player is waited for")] = 30
    pace: Annotated[int, Meta(ge=0, le=10_000, description="milliseconds a bot takes")] = 1000
    takeback: Annotated[bool, Meta(description="whether a move may be taken back until the next person moves")] = False
    hints: Annotated[bool, Meta(description="whether players may ask the coach")] = True


# What a client asks


class Ask(Struct, kw_only=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Anything a client sends. A refusal repeats the `id`, so that a client can tell what was refused."""

    id: Annotated[int, Meta(ge=0, le=2**53 - 1)] = 0

    @property
    def kind(self) -> str:
        """Its type, as it stands on the wire."""
        return str(self.__struct_config__.tag)


class Hello(Ask):
    """The first message: which table, and the token of a seat or of the host, if there is one."""

    protocol: int = PROTOCOL
    table: Code = ""
    token: Token = ""


class Sit(Ask):
    """Take a seat: an empty one, or one that a bot plays. Without `seat` the first there is.

    In the middle of a game `way_in` of the view says what comes of it. A seat that a person has held in this game is
    theirs until the next deal: the same token brings them back to it, and to no other.

    A `token` of your own making (24 random bytes or more, as text) is safest: should the line break before the answer
    comes, say hello with it, and you sit there or can ask again. Without one the server makes it.
    """

    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    token: Token = ""
    nonce: Nonce = ""
    language: Language = "en"
    name: Name = ""


class Stir(Ask):
    """Add your nonce to the shuffle of the next game, after its seal has been seen."""

    nonce: Nonce = ""


class Rename(Ask):
    """Another name: a fresh one from the generator, or your own where the host allows it."""

    language: Language = "en"
    name: Name = ""


class Leave(Ask):
    """Give the seat up; in the middle of a game a bot plays on. Or no longer ask for one."""


class Admit(Ask):
    """Say whether somebody who asks may come in: everybody who plays has to agree, and one no is enough."""

    request: Annotated[int, Meta(description="the `n` of the request that you have seen")]
    yes: bool = True


class Play(Ask):
    """Make a move at the ply you have seen: `{"type": "play", "ply": 12, "move": "6=15"}`."""

    ply: int
    move: Annotated[str, Meta(max_length=16)]


class Back(Ask):
    """Take your last turn back, at the ply you have seen: where settings allow it, and only bots have moved since."""

    ply: int


class HintRequest(Ask, tag="hint"):
    """Ask the coach about your turn, at the ply you have seen. One answer at a time; nobody else hears of it."""

    ply: int


class Tap(Ask):
    """One tap of the counting race: 1, then 2, up to 10."""

    number: int


class Vote(Ask):
    """Who did the best pig impression? That seat starts."""

    seat: Annotated[int, Meta(ge=0, le=7)]


class ShowEmote(Ask, tag="emote"):
    """Show an emote to the table."""

    emote: Emote


class Set(Ask):
    """Host: change the settings, before a game or between two."""

    settings: Settings


class Bot(Ask):
    """Host: put a bot on an empty seat (the first one, without `seat`), or give a bot there another level."""

    level: Annotated[str, Meta(max_length=20)]
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


class Remove(Ask):
    """Host: take a bot or a person off a seat. In the middle of a game a bot plays on, and nobody sees that hand."""

    seat: Annotated[int, Meta(ge=0, le=7)]


class Start(Ask):
    """Host: begin, or begin the next game. `first` names the seat that starts, where the settings say the host does,
    and for somebody alone with bots."""

    first: Annotated[int, Meta(ge=0, le=7)] | None = None


class Pause(Ask):
    """Host: nobody moves, no clock runs."""


class Resume(Ask):
    """Host: go on."""


Incoming = (
    Hello | Sit | Stir | Rename | Leave | Admit | Play | Back | HintRequest | Tap | Vote | ShowEmote | Set | Bot
    | Remove | Start | Pause | Resume
)  # fmt: skip


# What the server tells


Said = Annotated[Line, Meta(description="a key of the catalogues and its values: `[key, {name: value}]`")]


class PlyStory(Struct, frozen=True):
    """One ply as it is told. The deal has seat -1 and the move `-`."""

    ply: int
    seat: int
    move: str
    kind: Annotated[str, Meta(description="the kind of move, in the game's own words; empty for a deal")]
    value: Annotated[int, Meta(description="the number that was made, called or named")]
    cards: Annotated[list[str], Meta(description="the cards laid")]
    winner: Annotated[int, Meta(description="the seat that took the middle with it, -1 for none")]
    lines: list[Said]


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal move: its text, the cards of the hand it takes, what a button for it says."""

    move: str
    cards: list[str]
    label: Said
    kind: Annotated[str, Meta(description="in the game's own words")]
    to: Annotated[int, Meta(description="the seat that is handed something, -1 for none")] = -1
    value: Annotated[int, Meta(description="the number that is made, called or named")] = 0


class ChairView(Struct, frozen=True):
    """One seat: `player` is `person`, the name of a bot, or empty; `stand_in` the bot that plays for a person."""

    name: str
    player: str
    here: Annotated[bool, Meta(description="whether the person is connected; a bot always is")]
    stand_in: str
    host: bool
    stirred: bool
    race: Annotated[int, Meta(description="milliseconds it took to count to ten; -1 a slip, 0 not yet")]
    voted: Annotated[bool, Meta(description="whether they have voted; for whom is their own business")]


class Deadline(Struct, frozen=True):
    """Something that happens by itself, to whom, and when (milliseconds, to be compared with the view's `now`)."""

    kind: Literal["react", "clock", "wait", "starter"]
    seat: int
    until: int


class SeatChange(Struct, frozen=True):
    """Somebody sat down, left, was removed, was replaced by a bot or came back, in the middle of a game."""

    n: Annotated[int, Meta(description="how many things had happened at this table: no two have the same")]
    ply: Annotated[int, Meta(description="the last ply before it")]
    said: Said


class RequestView(Struct, frozen=True):
    """Somebody asks to come in, at the seat of a bot or, if they were removed, at their own."""

    n: Annotated[int, Meta(description="its number: an answer names it")]
    seat: int
    name: str
    agreed: Annotated[list[int], Meta(description="the seats that have said yes")]


Board = Annotated[
    dict[str, BoardValue],
    Meta(description="what lies open on the table, in the game's own words; what is empty is left out"),
]


class GameView(Struct, frozen=True):
    """The game that is being played, or was: what everybody may know of it."""

    game: str
    number: Annotated[int, Meta(description="the first game at this table is 1")]
    ply: Annotated[int, Meta(description="the number of the next ply: a move names it")]
    turn: Annotated[int, Meta(description="the seat to move, -1 when the game is over")]
    position: Annotated[str, Meta(description="as a spectator sees it, in the project's notation")]
    names: list[str]
    held: Annotated[list[int], Meta(description="how many cards each seat holds")]
    scores: list[int]
    left: Annotated[int, Meta(description="cards to draw")]
    board: Board
    seal: Annotated[
        str, Meta(description="`table.seal` before this game: SHA-256 of its 32 secret bytes, in hexadecimal")
    ]
    nonces: Annotated[list[str], Meta(description="what each seat added to the shuffle")]
    sheet: Annotated[list[list[int]], Meta(description="points of each finished round")]
    story: Annotated[list[PlyStory], Meta(description="the last two turns round the table")]
    changes: Annotated[list[SeatChange], Meta(description="the last changes of seat in this game")]


class TableView(Struct, frozen=True):
    """A table as everybody may see it."""

    code: str
    n: Annotated[int, Meta(description="how many things have happened at this table")]
    phase: Annotated[Phase, Meta(description="gathering, choosing who starts, playing, or the game is over")]
    paused: bool
    choosing: Annotated[str, Meta(description="how it is settled who starts, while it is: `race` or `vote`")]
    settings: Settings
    chairs: list[ChairView]
    seal: Annotated[str, Meta(description="of the next game: stir once you have seen it; empty during a game")]
    deadline: Deadline | None
    request: Annotated[RequestView | None, Meta(description="somebody asks to come in: `admit`")]
    game: GameView | None
    rules: Annotated[list[Said], Meta(description="in short, as they hold with these house rules and this deck")]


class News(Struct, tag_field="type", tag=str.lower):
    """Anything the server sends."""


class View(News):
    """The whole table as you may see it. Every change brings a new one; only the newest matters."""

    you: Annotated[int, Meta(description="your seat, -1 for a spectator")]
    host: bool
    may_start: Annotated[
        bool,
        Meta(
            description="whether you may start, resume and change settings: the host, or while "
            "the host is away anybody who sits"
        ),
    ]
    now: Annotated[int, Meta(description="the server's clock, in milliseconds")]
    hand: list[str]
    moves: Annotated[list[Choice], Meta(description="your legal moves, when it is your turn")]
    why: Annotated[dict[str, Said], Meta(description="why a card of your hand cannot be played now")]
    mine: Annotated[
        list[PlyStory], Meta(description="plies of the story as only you may hear them: they stand for those")
    ]
    table: TableView
    back: Annotated[bool, Meta(description="whether you may take your last turn back")] = False
    reacting: Annotated[bool, Meta(description="whether you owe a reaction; no screen should tell")] = False
    vote: Annotated[int, Meta(description="the seat you have voted for, -1 for none yet")] = -1
    way_in: Annotated[
        WayIn,
        Meta(description="how you get a seat: `sit`, ask with `sit`, when this game is over; empty: not at all"),
    ] = ""
    asking: Annotated[bool, Meta(description="whether it is you who asks to come in")] = False


class Seated(News):
    """You have a seat. Keep the token: it is the only way back to it. The return link carries it after a `#`."""

    seat: int
    token: str


class Waiting(News):
    """Those who play are asked whether you may come in. Keep the token: it opens the seat once all have agreed."""

    token: str


class Refusal(News):
    """Your request was not granted and nothing has changed; after `table.unknown` it may have: the next view tells."""

    id: int
    ask: Annotated[str, Meta(description="the type of what was asked; empty when it could not be read")]
    code: Annotated[str, Meta(description="`error.` and this is a key of the catalogues")]
    values: dict[str, object]


class Emoted(News):
    """Somebody showed an emote."""

    seat: int
    emote: Annotated[str, Meta(description="one of those that can be asked for")]


class HintAnswer(News, tag="hinted"):
    """The answer of the coach, to you alone."""

    ply: Annotated[int, Meta(description="the ply it is about")]
    steps: Annotated[list[list[Said]], Meta(description="a nudge, the idea, the move: each tells more")]
    move: Annotated[str, Meta(description="the move of the last step")]


class Outdated(News):
    """This page speaks an older protocol: reload it. Tokens stay good."""

    protocol: int


class Gone(News):
    """The table was deleted."""


Outgoing = View | Seated | Waiting | Refusal | Emoted | HintAnswer | Outdated | Gone
