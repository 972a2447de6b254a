"""Check a finished game's cards: they must follow from what was published before the first one was dealt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..engine.bags import cards_in
from ..errors import BadRecord
from ..words import Line, both, line
from .chance import DrawPile, commitment, order_of, starter
from .game import check_cards_drawn
from .record import Record, final, replay


@dataclass(frozen=True)
class Seen:
    """What somebody kept of a game: the seal that they saw before the first card, and, from their own seat, what they
    stirred in and the hands that they held before some plies."""

    seal: str = ""  # or how it begins
    seat: int = 0
    nonce: str = ""
    hands: Sequence[tuple[int, Sequence[str]]] = ()


NOTHING = Seen()


def verify(record: Record, seen: Seen = NOTHING) -> list[Line]:
    """Everything that was found right, as lines; raises `BadRecord` at the first thing that is not."""
    lines = [line("verify.moves", n=len(record.plies))]
    order = order_of(record.rules, record.cards)
    if record.cards["from"] == "fair":
        lines += [_sealed(record, seen.seal), _stirred(record, seen), _starter(record)]
    elif seen.seal:
        raise BadRecord("cards.unsealed")
    if order is None:
        return [*lines, line("verify.typed")]
    chance = DrawPile(order)
    for ply in replay(record):
        check_cards_drawn(chance, record, ply)
    return [*lines, line("verify.cards", n=chance.shuffles), *_hands(record, seen), *_unfinished(record)]


def _sealed(record: Record, seen: str) -> Line:
    published = record.cards["commitment"]
    if not published.startswith(seen):
        raise BadRecord("cards.seal", text=published)
    if commitment(bytes.fromhex(record.cards["secret"])) != published:
        raise BadRecord("cards.commitment")
    return line("verify.seal" if seen else "verify.commitment", text=published)


def _stirred(record: Record, seen: Seen) -> Line:
    """Who has stirred. If nobody has, the secret alone says which cards come, and it could be chosen."""
    nonces = record.cards["nonces"]
    if len(nonces) != len(record.seats):
        raise BadRecord("cards.nonces", n=len(nonces), players=len(record.seats))
    if seen.nonce and seen.nonce not in nonces[seen.seat : seen.seat + 1]:
        raise BadRecord("cards.stirred")
    who = [name for name, nonce in zip(record.names, nonces, strict=True) if nonce]
    return line("verify.stirred", players=both(who)) if who else line("verify.unstirred")


def _starter(record: Record) -> Line:
    """Who starts, where chance has decided that; of what people settle among themselves the secret knows nothing."""
    player = record.names[record.first]
    if record.starter != "chance" and not record.among:
        return line("verify.starter.settled" if record.starter else "verify.starter.unknown", player=player)
    among = record.among or range(len(record.seats))
    due = starter(bytes.fromhex(record.cards["secret"]), record.cards["nonces"], among)
    if due != record.first:
        raise BadRecord("cards.starter", player=player, starter=record.names[due])
    return line("verify.starter.chance", player=player)


def _hands(record: Record, seen: Seen) -> Iterator[Line]:
    """The hands that were seen must be those of the record: else it tells of another game."""
    held = {ply.number + 1: int(ply.after.hands[seen.seat]) for ply in replay(record)} if seen.hands else {}
    for ply, cards in seen.hands:
        if ply not in held or [record.rules.names[card] for card in cards_in(held[ply])] != list(cards):
            raise BadRecord("cards.hand", ply=ply)
    if seen.hands:
        yield line("verify.hands")


def _unfinished(record: Record) -> Iterator[Line]:
    if not record.rules.over(final(record)):
        yield line("verify.unfinished")
