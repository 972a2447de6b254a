"""Un, deux, truie: match the pig on top, or lay a sum; four rounds. Everything that is true of this game only."""

from ...engine.bags import count
from ...errors import BadOption
from ..contract import GameType, Reaction
from . import moves, rules, text, view
from .rules import HAND, TEN, TruieState


def check_deck(deck: int, players: int) -> None:
    """Rule 1 needs a pig to turn up, whatever is dealt."""
    pigs = sum(count(deck, card) for card in range(1, TEN + 1))
    if pigs <= players * HAND:
        raise BadOption("option.pigs", n=pigs, needed=players * HAND + 1)


GRUNT = Reaction[TruieState](
    owed=lambda state: state.owes,
    used=lambda state: not state.auto,
    right=lambda state: state.held[state.turn],
    lapse="g0",
    options={"grunting": "call"},
    keys={"g": "g1", "G": "g2"},
    labels={"g1": "table.grunt", "g2": "table.grunt_twice"},
    ask="plain.ask_grunt",
    not_owed="table.no_grunt_due",
)

GAME = GameType[TruieState](
    name="truie",
    package=__name__,
    version=2,
    seats=range(2, rules.SEATS + 1),
    hand=HAND,
    cards=moves.CARDS,
    standard=rules.STANDARD,
    State=TruieState,
    start=rules.start,
    reset=rules.reset,
    legal=rules.legal,
    play=rules.play,
    draw=rules.draw,
    over=rules.over,
    score=rules.score,
    show=view.show,
    known=view.known,
    guess=view.guess,
    action=moves.action,
    move_text=text.move_text,
    well_formed=text.MOVE.fullmatch,
    position_text=text.position_text,
    parse_position=text.parse_position,
    fits=rules.fits,
    rounds_over=rules.rounds_over,
    why_not=moves.why_not,
    lay=rules.lay,
    check_deck=check_deck,
    board=moves.board,
    options=text.OPTIONS,
    older={1: {"last_card": "draws"}},
    reaction=GRUNT,
)
