"""Check a finished game's cards: they must follow from what was published before the first one was dealt."""

from ..errors import BadRecord
from ..words import Line, line
from .chance import DrawPile, commitment, order_of
from .game import check_cards_drawn
from .record import Record, final, replay


def verify(record: Record) -> list[Line]:
    """Everything that was found right, as lines; raises `BadRecord` at the first thing that is not."""
    lines = [line("verify.moves", n=len(record.plies))]
    order = order_of(record.rules, record.cards)
    if order is None:
        return [*lines, line("verify.typed")]
    if record.cards["from"] == "fair":
        lines.append(_commitment(record))
    chance = DrawPile(order)
    for ply in replay(record):
        check_cards_drawn(chance, record, ply)
    lines.append(line("verify.cards", n=chance.shuffles))
    if not record.rules.over(final(record)):
        lines.append(line("verify.unfinished"))
    return lines


def _commitment(record: Record) -> Line:
    published = record.cards["commitment"]
    if commitment(bytes.fromhex(record.cards["secret"])) != published:
        raise BadRecord("cards.commitment")
    if len(record.cards["nonces"]) != len(record.seats):
        raise BadRecord("cards.nonces", n=len(record.cards["nonces"]), players=len(record.seats))
    return line("verify.commitment", text=published)
