"""Moves made, and moves to choose from, as lines to be said: to everyone, or to one seat with what only it may know.

How a game is told is its part `story`; one that brings none is told by the texts of its moves.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic

from ..engine.bags import cards_in, members
from ..games.checks import scores
from ..games.contract import GameType, Names, S, State
from ..words import Line, both, catalogue, either, line
from .record import Ply, Record

ALL = -2  # the reader sees every hand
FEW = 3  # things that can be done with a card and are said in one line


@dataclass(frozen=True)
class Story(Generic[S]):
    """How a game is told: the sentences about a move, before and after it is made."""

    tell: Callable[[Names, S, int, S], list[Line]]  # a move: names, before, move, after it
    changes: Callable[[Names, S, S, int], list[Line]]  # what else that brings: names, before, after, cards drawn
    label: Callable[[S, int, Names], Line]  # what a button for a move says
    phrase: Callable[[S, int, Names], Line]  # a move in a word, inside a sentence: `a 4 for Ben`
    lies: Callable[[S, Names], list[Line]]  # what lies on the table
    choice: Callable[[S, int, Names], Line] | None = None  # the label where there is room for the whole sum
    can: Callable[[S, int, Sequence[int]], Line] | None = None  # what a card can do: view, card, its moves
    demand: Callable[[S, Names], Line | None] = lambda view, names: None  # what is demanded of the seat to move
    standing: Callable[[S, Names], Line | None] = lambda view, names: None  # which round it is
    rules: Callable[[S], Iterable[Line]] | None = None  # the rules in short, as they hold in this game
    speaks: Callable[[str], bool] = lambda kind: False  # whether the label of such a move names its cards
    turns_up: Callable[[S], int] = lambda view: 0  # whether the card drawn now is turned up for all
    settled: Callable[[S], int] = lambda view: 0  # whether a single card drawn now changes nothing else
    quiet_draws: bool = False  # whether a card drawn after a move goes without saying
    unit: str = "points"  # of a score; the catalogues have `unit.points` (so many) and `units.points` (the word)
    turned_up: str = "story.turned_up"  # a catalogue key: what is said of a card turned up …
    ask_turned_up: str = ""  # … and the question which one it is


@cache
def story_of(game: GameType) -> Story:
    return game.part("story", Story) or plain_story(game)


# Telling


def tell(record: Record, ply: Ply, reader: int = ALL) -> list[Line]:
    """The lines of one ply. A spectator is reader -1."""
    return tell_all(record, ply, [reader])[0]


def tell_all(record: Record, ply: Ply, readers: Sequence[int]) -> list[list[Line]]:
    """The lines of one ply for each reader: all hear the move, not all the cards drawn after it."""
    game, names = record.rules, record.names
    lines: list[Line] = []
    before, laid = ply.before, ply.laid or ply.before
    if ply.choice is not None:
        story = story_of(game)
        lines = story.tell(names, before, ply.choice, laid) + story.changes(names, before, laid, 0)
    return [lines + _tell_draws(game, names, laid, ply.draws, reader) for reader in readers]


def _tell_draws(game: GameType, names: Names, state: State, draws: Sequence[str], reader: int) -> list[Line]:
    """Cards drawn by one seat in a row are told together."""
    story = story_of(game)
    if len(draws) == 1 and story.settled(state):
        return [_drawn(game, names[state.turn], [game.cards[draws[0]]], reader in (ALL, state.turn))]
    lines: list[Line] = []
    drawn: list[int] = []
    state = state.copy()
    for place, name in enumerate(draws):
        card, seat, before = game.cards[name], state.turn, state.copy()
        game.draw(state, card)
        if story.turns_up(before):
            lines.append(line(story.turned_up, card=card_line(game, card)))
            continue
        drawn.append(card)
        last = place == len(draws) - 1 or game.ends_round(before, state)
        if state.turn != seat or not state.due or last:
            lines.append(_drawn(game, names[seat], drawn, reader in (ALL, seat)))
            drawn = []
        lines += story.changes(names, before, state, 1)
    return lines


def _drawn(game: GameType, player: str, cards: Sequence[int], open: bool) -> Line:
    if open:
        return line("story.draws_cards", player=player, cards=both(card_line(game, card) for card in cards))
    return line("story.draws", player=player, n=len(cards))


def winners(names: Names, points: Sequence[int], key: str) -> list[Line]:
    """Who won; equal points share the place."""
    best = max(points[: len(names)])
    first = [name for name, n in zip(names, points, strict=False) if n == best]
    if len(first) > 1:
        return [line(key + "_shared", players=both(first), n=best)]
    return [line(key, player=first[0], n=best)]


def scores_lines(record: Record, state: State) -> list[Line]:
    """The table as it stands, best first."""
    totals = scores(record.rules, state)
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return [line("score.line", player=record.seats[seat].name, n=totals[seat]) for seat in order]


def score_line(game: GameType[S], n: int) -> Line:
    """`7 cards won`, `−31 points`: in the unit of the game, where it names one."""
    key = f"{game.name}.score"
    return line(key if key in catalogue("en") else "table.score", n=n)


def rules_lines(game: GameType[S], view: S) -> list[Line]:
    """The rules in short, as they hold in this game: with its house rules, and with the cards of its deck."""
    story = story_of(game)
    return list(story.rules(view)) if story.rules else numbered_rules(game)


def numbered_rules(game: GameType[S]) -> list[Line]:
    """The rules in short as the catalogues have them: `rules.GAME.1`, `rules.GAME.2` …"""
    prefix = f"rules.{game.name}."
    return [Line(key) for key in catalogue("en") if key.startswith(prefix) and key.removeprefix(prefix).isdecimal()]


# Cards and numbers


def game_title(name: str) -> Line | str:
    return _named(f"{name}.title", name)


def game_about(name: str) -> Line | str:
    """The game in a few words."""
    return _named(f"{name}.about", "")


def card_line(game: GameType[S], card: int) -> Line | str:
    """`a 7`."""
    return _named(f"{game.name}.card.{game.names[card]}", game.names[card])


def card_label(game: GameType[S], card: int) -> Line | str:
    """`a 7` where it stands by itself: in the nominative, in a language that tells it from the accusative."""
    key = f"{game.name}.nominative.{game.names[card]}"
    return Line(key) if key in catalogue("en") else card_line(game, card)


def board_line(game: GameType[S], name: str) -> Line | str:
    """The name of a thing on the board: `on top`."""
    return _named(f"{game.name}.board.{name}", name.replace("_", " "))


def _named(key: str, plain: str) -> Line | str:
    """A name from the catalogues; where a game brings none, the plain one."""
    return Line(key) if key in catalogue("en") else plain


def number(n: int) -> Line:
    """A number as a word, as far as there are words."""
    return line(f"number.{n}")


def counted(game: GameType[S], bag: int) -> Line:
    """All cards of a bag, equal ones counted: `a 3 and two 7s`."""
    return both(_some(game, card, n) for card, n in Counter(cards_in(bag)).items())


def _some(game: GameType[S], card: int, n: int) -> Line | str:
    if n == 1:
        return card_line(game, card)
    many = f"{game.name}.cards.{game.names[card]}"
    if many in catalogue("en"):
        return line(many, count=number(n))
    return line("cards.equal", count=number(n), card=game.names[card])


# What can be done


def moves_by_card(game: GameType, view: State) -> dict[int, list[int]]:
    """For each kind of card in the hand of the seat to move, the moves that lay it."""
    laid = {move: game.action(view, move).cards for move in members(game.legal(view))}
    hand = sorted(set(cards_in(view.hands[view.turn])))
    return {card: [move for move, cards in laid.items() if card in cards] for card in hand}


def label(game: GameType, view: State, move: int, names: Names) -> Line:
    """The label of a button for this move."""
    return story_of(game).label(view, move, names)


def wordy_label(game: GameType, view: State, move: int, names: Names) -> Line:
    """The label, with the card before it where it does not speak for itself."""
    said, action = label(game, view, move, names), game.action(view, move)
    if story_of(game).speaks(action.kind) or not action.cards:
        return said
    return line("plain.move", card=card_label(game, action.cards[0]), move=said)


def abilities(game: GameType, view: State, card: int, names: Names) -> Line:
    """Everything a card of the hand can do, in words: `5: say 11 or 1`; or why it can do nothing."""
    moves, story = moves_by_card(game, view).get(card, []), story_of(game)
    if not moves:
        return game.why_not(view, card) or line("why.not")
    if story.can:
        return story.can(view, card, moves)
    name = card_label(game, card)
    if len(moves) > FEW:
        return line("table.ways", card=name, n=len(moves))
    return line("table.can", card=name, things=either(label(game, view, move, names) for move in moves))


# A game that brings no story


def plain_story(game: GameType) -> Story:
    """A game told by the texts of its moves."""

    def tell(names: Names, state: State, move: int, after: State) -> list[Line]:
        return [line("story.plays", player=names[state.turn], move=game.move_text(state, move))]

    def changes(names: Names, before: State, after: State, drawn: int) -> list[Line]:
        ended = game.ends_round(before, after)
        lines = [line("story.round_over", round=game.rounds_over(after))] if ended else []
        return lines + (winners(names, scores(game, after), "story.wins") if game.over(after) else [])

    def label(view: State, move: int, names: Names) -> Line:
        return line("table.move", move=game.move_text(view, move))

    return Story(tell=tell, changes=changes, label=label, phrase=label, lies=lambda view, names: _lying(game, view))


def _lying(game: GameType, view: State) -> list[Line]:
    """The board in words: each thing by its name."""
    things = game.board(view).items()
    return [line("table.thing", name=board_line(game, name), value=value) for name, value in things]
