"""The table as widgets: built from a view, so that nothing else can be shown."""

from collections import Counter
from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.text import Text
from textual.color import Color
from textual.content import Content
from textual.filter import LineFilter
from textual.geometry import Size
from textual.widgets import Static

from ..core.story import abilities, game_title, label, moves_by_card, score_line, story_of
from ..engine.bags import cards_in, members
from ..games.checks import scores
from ..games.contract import State
from ..words import Line, say
from .cards import CardButton, LyingCard, MoveButton, centred, drawn
from .layout import CardSize, Layout, lying_width, told_apart
from .local import LocalTable
from .part import Sign, paint_of

FEW = 7  # cards that are shown one by one; more are shown by kind
FRAME = 6  # columns of a border beside the words in it
WIDE = 26  # columns of a seat, for words
BACK = "▮"  # a card that is not seen
TURN = "▶"  # stands before the seat that is on, where it has no border


NO_BREAK = "\u2800"  # a blank that Rich does not break a line at
SPACES = str.maketrans(dict.fromkeys("\u00a0\u202f" + NO_BREAK, " "))


class SpaceFilter(LineFilter):
    """Every kind of blank is painted as a space: once lines are broken there is no difference between them."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [Segment(text.translate(SPACES), style, control) for text, style, control in segments]


def shown(what: str | Line, language: str, **values: object) -> Text:
    """A sentence for the screen, with no-break spaces that really do not break."""
    return Text(say(what, language, **values).replace("\u00a0", NO_BREAK).replace("\u202f", NO_BREAK))


def lines_shown(lines: Sequence[Line], language: str) -> Text:
    return Text("\n").join(shown(what, language) for what in lines)


class Painter:
    """Draws for one viewer; a viewer below 0 sees no hand."""

    def __init__(self, local: LocalTable, view: State, viewer: int, language: str, window: Size) -> None:
        self.local = local
        self.rules = local.rules
        self.paint = paint_of(local.rules)
        self.names = local.names
        self.view = view
        self.viewer = viewer
        self.language = language
        first = viewer + 1 if viewer >= 0 else 0
        self.others = [(first + n) % len(self.names) for n in range(len(self.names) - (viewer >= 0))]
        self.layout = Layout(window.width, window.height, len(self.others))
        self.stacks = self._stacks()
        stacks = len(self.stacks) or (self.rules.hand if local.people else 0)  # a hidden hand keeps its place
        self.fan = self.layout.fan(self.paint, stacks)
        self.hand_rows = self.fan.rows(stacks)

    def _stacks(self) -> list[tuple[int, int]]:
        """The cards of the viewer's hand, and how many there are in each place."""
        if self.viewer < 0:
            return []
        cards = Counter(cards_in(self.view.hands[self.viewer]))
        many = cards.total() > FEW
        return sorted(cards.items()) if many else [(card, 1) for card in sorted(cards.elements())]

    def say(self, what: str | Line, **values: object) -> str:
        return str(shown(what, self.language, **values))

    def head(self) -> str:
        """What everybody knows, and the viewer's own score; where there is little room, that above all."""
        standing = story_of(self.rules).standing(self.view, self.names)
        parts = [self._said(game_title(self.rules.name)), *([self.say(standing)] if standing else [])]
        parts.append(self.say("table.stock", n=self.view.left))
        if self.viewer >= 0:
            parts.append(self.say("table.mine", player=self.names[self.viewer], score=self._score(self.viewer)))
        while len(parts) > 1 and cell_len(" · ".join(parts)) > self.layout.columns - 2:
            del parts[0]
        return " · ".join(parts)

    def _said(self, what: Line | str) -> str:
        return self.say(what) if isinstance(what, Line) else what

    def _score(self, seat: int) -> Line:
        return score_line(self.rules, scores(self.rules, self.view)[seat])

    def seats(self) -> list[Static]:
        """The other seats, clockwise from the viewer; in words where there is room."""
        room = self.layout.seat_columns
        numbers = [self._numbers(seat, wordy=room >= WIDE) for seat in self.others]
        taken = FRAME if self.layout.boxed else max(len(f"{TURN} {text}") for text in numbers)
        names = told_apart([self.names[seat] for seat in self.others], room - taken)
        return [self._seat(*seat) for seat in zip(self.others, names, numbers, strict=True)]

    def _numbers(self, seat: int, wordy: bool) -> str:
        held, points = self.view.held[seat], scores(self.rules, self.view)[seat]
        if wordy:
            return f"{self.say('table.held', n=held)} · {self.say(self._score(seat))}"
        return f"{BACK}{held} {self.paint.points}{points}"

    def _seat(self, seat: int, name: str, numbers: str) -> Static:
        turn = seat == self.local.seeming and not self.local.over
        if not self.layout.boxed:
            text = f"{TURN if turn else ' '}{name} {numbers}"
        elif self.layout.seat_rows > 3:
            held = self.view.held[seat]
            text = "\n".join([BACK * held, self.say("table.held", n=held), self.say(self._score(seat))])
        else:
            text = numbers
        panel = Static(Text(text, no_wrap=True, overflow="ellipsis"), classes="seat")
        panel.styles.height = self.layout.seat_rows
        panel.border_title = Content(name)  # a name is never markup
        panel.set_class(self.layout.boxed, "boxed")
        panel.set_class(turn, "turn")
        return panel

    def middle(self) -> list[Static]:
        """What lies in the middle, as large as there is room for."""
        things = self.paint.middle(self.view, self.layout.wide)
        rows, columns = self.layout.middle(self.hand_rows), self.layout.pile(self.paint)
        fitting = [size for size in CardSize if size <= rows and self._width(things, size) <= columns]
        return [self._lying(what, max(fitting, default=CardSize.SMALL)) for what in things]

    def _width(self, things: list[Sign | int], size: CardSize) -> int:
        card = lying_width(self.paint, size) + 1
        return sum(card if isinstance(what, int) else self._sign_width(what) for what in things)

    def _sign_width(self, sign: Sign) -> int:
        return FRAME + max([7, *(cell_len(self._said(word)) for word in sign.words)])

    def _lying(self, what: Sign | int, size: CardSize) -> Static:
        if isinstance(what, int):
            return LyingCard(self.rules, what, self.language, size, lying_width(self.paint, size))
        words, large = [*map(self._said, what.words)], size is CardSize.LARGE
        low = size <= CardSize.SMALL  # then the words stand in the border
        sign = Static(centred([*drawn(what.number, large), *([] if low else words)]), classes="value")
        sign.styles.height, sign.styles.width = int(size), self._sign_width(what)
        if low:
            sign.border_title, sign.border_subtitle = Content(words[0]), Content(words[-1] if words[1:] else "")
        return sign

    def hand(self, asking: bool) -> list[CardButton]:
        moves = moves_by_card(self.rules, self.view) if asking and self.view.turn == self.viewer else {}
        return [self._card(card, copies, bool(moves.get(card))) for card, copies in self.stacks]

    def _card(self, card: int, copies: int, playable: bool) -> CardButton:
        button = CardButton(self.rules, card, self.language, self.fan)
        button.border_subtitle = f"×{copies}" if copies > 1 else ""
        button.set_class(not playable, "resting")
        return button

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
