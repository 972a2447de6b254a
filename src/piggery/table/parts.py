"""Parts of what is seen of a game, as messages: the cards laid, the choices of a hand."""

from ..core.record import Ply
from ..core.story import moves_by_card, story_of
from ..engine.bags import cards_in, members
from ..games.contract import GameType, Names, State
from ..words import line
from .wire import Choice, PlyStory, Said


def card_names(game: GameType, bag: int) -> list[str]:
    return [game.names[card] for card in cards_in(bag)]


def ply_story(game: GameType, ply: Ply, lines: list[Said]) -> PlyStory:
    """A ply as a message: the move decoded, and who took the middle with it."""
    if ply.choice is None or ply.laid is None:
        return PlyStory(ply.number, -1, ply.move, kind="", value=0, cards=[], winner=-1, lines=lines)
    action, winner = game.action(ply.before, ply.choice), game.taker(ply.before, ply.laid)
    cards = [game.names[card] for card in action.cards]
    return PlyStory(
        ply.number, ply.before.turn, ply.move, action.kind, action.value, cards=cards, winner=winner, lines=lines
    )


def choices(game: GameType, view: State, names: Names) -> list[Choice]:
    """The legal moves of the seat to move."""
    return [choice(game, view, game.move_text(view, move), move, names) for move in members(game.legal(view))]


def choice(game: GameType, view: State, text: str, move: int, names: Names) -> Choice:
    story, action = story_of(game), game.action(view, move)
    label = (story.choice or story.label)(view, move, names)
    cards = [game.names[card] for card in action.cards]
    return Choice(text, cards, label, action.kind, action.to, action.value)


def why(game: GameType, view: State) -> dict[str, Said]:
    """Why each card that cannot be played now cannot."""
    idle = [card for card, moves in moves_by_card(game, view).items() if not moves]
    return {game.names[card]: game.why_not(view, card) or line("why.not") for card in idle}
