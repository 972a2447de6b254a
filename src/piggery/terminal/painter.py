"""The table as widgets: built from a view, so that nothing else can be shown."""

from collections import Counter

from rich.text import Text
from textual.content import Content
from textual.widgets import Static

from ..core.story import abilities, game_title, label, moves_by_card, score_line, story_of
from ..engine.bags import cards_in, members
from ..games.checks import scores
from ..games.contract import State
from ..words import Line, say
from .cards import CardButton, LyingCard, MoveButton, centred, drawn
from .local import LocalTable
from .part import Sign, paint_of

FEW = 7  # cards that are shown one by one; more are shown by kind
WIDE = 26  # of a seat, for words


def shown(what: str | Line, language: str, **values: object) -> Text:
    """A sentence for the screen. No-break spaces become blanks that really do not break: Rich breaks at the others."""
    return Text(say(what, language, **values).replace("\u00a0", "\u2800").replace("\u202f", "\u2800"))


class Painter:
    """Draws for one viewer; a viewer below 0 sees no hand."""

    def __init__(self, local: LocalTable, view: State, viewer: int, language: str) -> None:
        self.local = local
        self.rules = local.rules
        self.names = local.names
        self.view = view
        self.viewer = viewer
        self.language = language

    def say(self, what: str | Line, **values: object) -> str:
        return str(shown(what, self.language, **values))

    def head(self) -> str:
        standing = story_of(self.rules).standing(self.view, self.names)
        parts = [self._said(game_title(self.rules.name)), *([self.say(standing)] if standing else [])]
        parts.append(self.say("table.stock", n=self.view.left))
        if self.viewer >= 0:
            parts.append(self.say("table.mine", player=self.names[self.viewer], score=self._score(self.viewer)))
        return " · ".join(parts)

    def _said(self, what: Line | str) -> str:
        return self.say(what) if isinstance(what, Line) else what

    def _score(self, seat: int) -> Line:
        return score_line(self.rules, scores(self.rules, self.view)[seat])

    def others(self, width: int) -> list[Static]:
        """The other seats, clockwise from the viewer; in words where there is room."""
        players = len(self.names)
        first = self.viewer + 1 if self.viewer >= 0 else 0
        seats = [(first + n) % players for n in range(players - (self.viewer >= 0))]
        return [self._seat(seat, wordy=width // len(seats) >= WIDE) for seat in seats]

    def _seat(self, seat: int, wordy: bool) -> Static:
        held, points = self.view.held[seat], scores(self.rules, self.view)[seat]
        if wordy:
            text = f"{self.say('table.held', n=held)} · {self.say(self._score(seat))}"
        else:
            text = f"▮{held} {paint_of(self.rules).points}{points}"
        panel = Static(Text(text, no_wrap=True, overflow="ellipsis"), classes="seat")
        panel.border_title = Content(self.names[seat])  # a name is never markup
        panel.set_class(seat == self.view.turn and not self.local.over, "turn")
        return panel

    def middle(self, small: bool, wide: bool) -> list[Static]:
        return [self._lying(what, small) for what in paint_of(self.rules).middle(self.view, wide)]

    def _lying(self, what: Sign | int, small: bool) -> Static:
        if isinstance(what, int):
            return LyingCard(self.rules, what, self.language, small)
        return Static(centred([*drawn(what.number), *map(self._said, what.words)]), classes="value")

    def hand(self, asking: bool, low: bool) -> list[CardButton]:
        if self.viewer < 0:
            return []
        cards = Counter(cards_in(self.view.hands[self.viewer]))
        moves = moves_by_card(self.rules, self.view) if asking and self.view.turn == self.viewer else {}
        many = cards.total() > FEW
        stacks = cards.items() if many else [(card, 1) for card in sorted(cards.elements())]
        return [
            CardButton(self.rules, card, n, self.language, many or low, bool(moves.get(card))) for card, n in stacks
        ]

    def actions(self, picked: int) -> list[MoveButton]:
        """Buttons for what can be done with the card lifted, and for moves without one."""
        reaction = self.rules.reaction
        if reaction and reaction.owed(self.view):
            return []
        with_card = moves_by_card(self.rules, self.view).get(picked, [])
        others = [m for m in members(self.rules.legal(self.view)) if not self.rules.action(self.view, m).cards]
        return [self._action(move) for move in [*with_card, *others]]

    def _action(self, move: int) -> MoveButton:
        said = self.say(label(self.rules, self.view, move, self.names))
        draws = not self.rules.action(self.view, move).cards
        return MoveButton(said, self.rules.move_text(self.view, move), draws)

    def hint(self, card: int) -> Line:
        """Everything the card lifted can do, in words: `5: say 11 or 1`; or why it can do nothing."""
        return abilities(self.rules, self.view, card, self.names)
