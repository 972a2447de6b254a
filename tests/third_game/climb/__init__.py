"""Climb: a complete little game, found as a plug-in. docs/your-own-game.md tells how it is made."""

from piggery.games.contract import GameType

from . import rules, text
from .rules import ClimbState

GAME = GameType[ClimbState](
    name="climb",
    package=__name__,
    version=1,
    seats=range(2, rules.SEATS + 1),
    hand=rules.HAND,
    cards=text.CARDS,
    standard=rules.STANDARD,
    State=ClimbState,
    start=rules.start,
    reset=rules.reset,
    legal=rules.legal,
    play=rules.play,
    draw=rules.draw,
    over=rules.over,
    score=rules.score,
    show=rules.show,
    known=rules.known,
    guess=rules.guess,
    action=text.action,
    move_text=text.move_text,
    well_formed=text.MOVE.fullmatch,
    position_text=text.position_text,
    parse_position=text.parse_position,
    board=text.board,
    options={"slide": ("free", "costly")},
)
