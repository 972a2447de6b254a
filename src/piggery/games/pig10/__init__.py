"""Pig 10: play a card, call the pile value, hit ten exactly. Everything that is true of this game only."""

from ..contract import GameType
from . import moves, rules, text
from .rules import Pig10State

GAME = GameType[Pig10State](
    name="pig10",
    package=__name__,
    version=1,
    seats=range(2, rules.SEATS + 1),
    hand=rules.HAND,
    cards=text.CARDS,
    standard=rules.STANDARD,
    State=Pig10State,
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
    action=moves.action,
    move_text=text.move_text,
    well_formed=text.MOVE.fullmatch,
    position_text=text.position_text,
    parse_position=text.parse_position,
    unclaimed=rules.unclaimed,
    board=moves.board,
    taker=moves.taker,
    claims=True,
)
