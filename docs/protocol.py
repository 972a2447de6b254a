"""Write docs/protocol.md from the types of `piggery.table.wire`: python docs/protocol.py"""

from pathlib import Path
from typing import Any, get_args

import msgspec

from piggery.server.limits import Limits
from piggery.server.work import HINT, QUESTION_UNIT, REQUEST, SENT_UNIT
from piggery.table import door, wire
from piggery.table.buckets import BESIDES
from piggery.table.decisions import MOST_BACKS
from piggery.table.seating import MOST_REQUESTS
from piggery.table.state import MOST_MOVES

TARGET = Path(__file__).with_name("protocol.md")
LIMITS = Limits()
EXAMPLES = Path(__file__).parent.parent / "examples"
HEAD = f"""# The protocol

<!-- Written by docs/protocol.py from src/piggery/table/wire.py: change those. -->

People, bots and spectators speak the same messages: JSON text over a WebSocket at `/socket`. This is version
{wire.PROTOCOL}. The client asks; the server answers with news.

1. Connect to `ws://HOST/socket` (`wss://` behind TLS) and say hello:
   `{{"type": "hello", "protocol": {wire.PROTOCOL}, "table": "QXZ4BW", "token": ""}}`. Without a token you watch.
2. A `view` comes: the whole table as you may see it. Every change brings a new one. Only the newest matters; when a line
   is slow, those in between are left out. Connecting again is the same as connecting.
3. `sit`, and keep the token of the `seated` news: it is the only way back to that seat, from any device, at any moment
   of the game. A personal return link is `/t/CODE#TOKEN`; what comes after `#` never reaches a server's log.
4. When a view has `moves`, it is your turn: `{{"type": "play", "ply": 12, "move": "6=15"}}`, with the `ply` of the view. A
   move sent twice, or too late, names an old ply and is refused; nothing happens twice.
5. A refused message is answered by a `refusal` with its `id`. A refusal changes nothing; only after `table.unknown` nobody
   can say yet, and the next view does.
6. In the middle of a game `way_in` says how somebody without a seat gets one. `ask`: `sit` is a request (`waiting`), which
   everybody who plays answers with `admit`. The last yes seats you; one no, a line that breaks, or three times round the
   table without an answer, and you are no longer `asking`.

No sentences are sent. A `Said` is a pair, a key of the catalogues (`GET /api/words/fr`) and its values: `["story.draws",
{{"player": "Brave Otter", "n": 1}}]`. A value is a number, a text, a list, or another such pair; a pair with `items` is a list
joined by the reader's word for *and* (`list.and`) or for *or* (`list.or`). `error.` plus the code of a refusal is a key, too.
Times are in milliseconds; compare `deadline.until` with the view's `now`, so that no clock needs to be right.

A page that says hello with a protocol other than the server's is told `outdated`: it reloads itself, and its tokens
stay valid. Fields may be added to news within a version; a client ignores those it does not know.

## Fairness

`table.seal` is the commitment to the next game's deal ([a fair deal](fairness.md)): the SHA-256 of its secret. Once you have
seen it, `stir` a nonce of your own into the shuffle (or give one with `sit`). When the game begins, it becomes `game.seal`, and
`table.seal` is empty: the seal of the game after it comes when this one is over. `game.nonces` has what each seat stirred in.
When a game is over, `GET /api/tables/CODE/games/NUMBER` is its record: `cards.commitment` is `game.seal`, `cards.nonces` is
`game.nonces`, and `cards.secret` is the secret as 64 hexadecimal digits. The seal is the SHA-256 of the 32 bytes that they
stand for, not of the digits. `piggery verify` checks it all.

## Limits

| what | how much |
|---|---|
| one message, or the body of a request | {LIMITS.message_bytes} bytes |
| messages of a connection | {LIMITS.messages:g} a second, {LIMITS.message_burst} at once; after {LIMITS.strikes} refused in a row it is closed |
| a bot's move | takes at least {LIMITS.pace} ms |
| emotes of a seat | one in {LIMITS.emote_gap} ms |
| connections from an address | {LIMITS.connections}, but half of all that there is room for at most |
| connections from an address that are no WebSocket (yet) | {LIMITS.arrivals}, but a quarter of all that there is room for at most |
| a request | its head takes at most {LIMITS.head_seconds:g} seconds, the rest {LIMITS.body_seconds:g}; an answer stands still for {LIMITS.body_seconds:g} at most |
| requests from an address | {LIMITS.requests:g} a second, {LIMITS.request_burst} at once |
| tables opened from an address | {LIMITS.tables * 3600:g} an hour, {LIMITS.table_burst} at once |
| a connection that reads nothing | dropped after ten seconds |
| bytes of requests from an address that are not answered yet | {LIMITS.arrival_bytes:,} |
| work for an address, in views | {LIMITS.work.always:g} a second always ({LIMITS.work.burst} at once), up to {LIMITS.work.most:g} more as long as there is room: what goes beyond is done later; a request that would wait more than {LIMITS.work_seconds:g} seconds is refused |
| work for hints and questions to the rules, in the same units | {LIMITS.questions.always:g} a second always ({LIMITS.questions.burst} at once), up to {LIMITS.questions.most:g} more; a hint is {HINT}, a question {REQUEST} and one more for each {QUESTION_UNIT} bytes |
| work for files and words, in the same units | {LIMITS.pages.always:g} a second always ({LIMITS.pages.burst} at once), up to {LIMITS.pages.most:g} more; a file is {REQUEST} and one more for each {SENT_UNIT:,} bytes |
| what a seat may do besides moves (names, settings) | {BESIDES[1]} at once, then one in {1 / BESIDES[0]:g} seconds |
| newcomers at a table, from an address | {LIMITS.newcomer_burst} at once, then one in {1 / LIMITS.newcomers:g} seconds |
| requests to come in that are declined, in one game | {MOST_REQUESTS}; then newcomers wait for the next deal |
| moves taken back in one game | {MOST_BACKS} |
| moves at a table | {MOST_MOVES}; then no other game begins |

Bots of your own on your own server: `piggery serve --trusted 127.0.0.1` lifts the limits for an address.

## In Python

[`piggery.client`](../src/piggery/client.py) speaks all this, and reconnects when the connection breaks, even after the server has been
restarted. A whole evening, also in [`examples/host.py`](../examples/host.py): open a table, seat two bots, start, play, print
the scores.

```python
{EXAMPLES.joinpath("host.py").read_text(encoding="utf-8")}```

A bot that joins somebody else's table and stays for game after game is [`examples/bot.py`](../examples/bot.py):

```python
{EXAMPLES.joinpath("bot.py").read_text(encoding="utf-8")}```

## Over HTTP

`/openapi.json` describes it for programs. `POST /api/tables` opens a table (`OpenTable` → `TableOpened`); the game and
everything else about how it is played is in `settings`: `{{"settings": {{"game": "pig10", "seats": 3}}, "bots": ["otto"]}}`.
`GET /api/tables` lists those that anybody may sit at, `GET /api/tables/CODE` shows one before you sit down, `…/qr.svg` is its
link as a QR code, `…/games/NUMBER` a finished game. `GET /api/games` says what can be played. A refusal has the same code and
values as on the socket (`Problem`).
"""


def main() -> None:
    TARGET.write_text(text(), encoding="utf-8")


def text() -> str:
    parts = [HEAD]
    parts += [
        f"## What a client asks\n\nEach may carry an `id`, a number. {wire.Ask.__doc__}",
        *map(section, get_args(wire.Incoming)),
    ]
    parts += ["## What the server tells", *map(section, get_args(wire.Outgoing))]
    inside = [wire.TableView, wire.Settings, wire.ChairView, wire.Deadline, wire.RequestView, wire.GameView]
    parts += ["## What is in them", *map(section, [*inside, wire.PlyStory, wire.SeatChange, wire.Choice])]
    parts += [
        "## What HTTP takes and gives",
        *map(section, [door.OpenTable, door.TableOpened, door.TableListing, door.GameOffer, door.Problem]),
    ]
    return "\n\n".join(part.strip() for part in parts) + "\n"


def section(kind: Any) -> str:
    about = " ".join((kind.__doc__ or "").split())
    config = msgspec.inspect.type_info(kind)
    name = f"`{config.tag}`" if config.tag else kind.__name__
    rows = [row(field) for field in config.fields if field.name != "id" or not issubclass(kind, wire.Ask)]
    table = ["| field | kind | |", "|---|---|---|", *rows] if rows else []
    return "\n".join([f"### {name}", "", about, "", *table])


def row(field: Any) -> str:
    kind, about = field.type, ""
    if isinstance(kind, msgspec.inspect.Metadata):
        about = (kind.extra_json_schema or {}).get("description", "")
        kind = kind.type
    usual = "" if field.required else f"{about and '; '}usually `{default(field)}`"
    return f"| `{field.encode_name}` | {shown(kind)} | {about}{usual} |"


def default(field: Any) -> str:
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return msgspec.json.encode(value).decode() if not isinstance(value, msgspec.Struct) else "{}"


def shown(kind: Any) -> str:
    """A type in a few words."""
    inspect = msgspec.inspect
    if isinstance(kind, inspect.Metadata):
        return shown(kind.type)
    if isinstance(kind, inspect.LiteralType):
        return " · ".join(f"`{value}`" for value in kind.values)
    if isinstance(kind, inspect.ListType):
        return f"list of {shown(kind.item_type)}"
    if isinstance(kind, inspect.DictType):
        return f"object of {shown(kind.value_type)}"
    if isinstance(kind, inspect.UnionType):
        return " or ".join(shown(one) for one in kind.types)
    if isinstance(kind, inspect.NamedTupleType):
        return "Said"
    if isinstance(kind, inspect.StructType):
        return kind.cls.__name__
    if isinstance(kind, inspect.IntType) and (kind.ge is not None or kind.le is not None):
        return f"number {kind.ge}–{kind.le}"
    names = {
        "IntType": "number",
        "StrType": "text",
        "BoolType": "true or false",
        "NoneType": "null",
        "CustomType": "anything",
    }
    return names[type(kind).__name__]


if __name__ == "__main__":
    main()
