"""What lies on the table, as widgets: built from a view, so that nothing else can be shown."""

from collections import Counter
from typing import Any

from rich.text import Text
from textual.content import Content
from textual.widgets import Static

from ..core import choices
from ..engine.bags import cards_in, members
from ..games.contract import scores
from ..games.truie import rules as truie
from ..words import Line, either, line, say
from .cards import Action, Card, Shown, centred, picture
from .session import Session

FEW = 7  # cards that are shown one by one; more are shown by kind
FEW_THINGS = 3  # that can be done with a card and are said in one line
WIDE = 26  # of a seat, for words


def shown(what: str | Line, language: str, **values: Any) -> Text:
    """A sentence for the screen. No-break spaces become blanks that really do not break: Rich breaks at the others."""
    return Text(say(what, language, **values).replace("\u00a0", "\u2800").replace("\u202f", "\u2800"))


class Painter:
    """Draws for one viewer; a viewer below nought sees no hand."""

    def __init__(self, session: Session, seen: Any, viewer: int, language: str) -> None:
        self.session = session
        self.rules = session.rules
        self.names = session.names
        self.seen = seen
        self.viewer = viewer
        self.language = language

    def say(self, what: str | Line, **values: Any) -> str:
        return str(shown(what, self.language, **values))

    def head(self) -> str:
        parts = [self.say(f"{self.rules.name}.title")]
        if self.rules.name == "truie":
            parts.append(self.say("table.round", round=self.seen.round, rounds=self.seen.rounds))
        parts.append(self.say("table.stock", n=self.seen.left))
        if self.viewer >= 0:
            parts.append(self.say("table.mine", player=self.names[self.viewer], score=self._score(self.viewer)))
        return " · ".join(parts)

    def _score(self, seat: int) -> Line:
        unit = "table.won" if self.rules.name == "pig10" else "table.points"
        return line(unit, n=scores(self.rules, self.seen)[seat])

    def others(self, width: int) -> list[Static]:
        """The other seats, clockwise from the viewer; in words where there is room."""
        players = len(self.names)
        first = self.viewer + 1 if self.viewer >= 0 else 0
        seats = [(first + n) % players for n in range(players - (self.viewer >= 0))]
        return [self._seat(seat, wordy=width // len(seats) >= WIDE) for seat in seats]

    def _seat(self, seat: int, wordy: bool) -> Static:
        held, points = self.seen.held[seat], scores(self.rules, self.seen)[seat]
        if wordy:
            text = f"{self.say('table.held', n=held)} · {self.say(self._score(seat))}"
        else:
            text = f"▮{held} {'★' if self.rules.name == 'pig10' else 'Σ'}{points}"
        panel = Static(Text(text, no_wrap=True, overflow="ellipsis"), classes="seat")
        panel.border_title = Content(self.names[seat])  # a name is never markup
        panel.set_class(seat == self.seen.turn and not self.session.game.over, "turn")
        return panel

    def middle(self, small: bool, wide: bool) -> list[Static]:
        return self._pig10_middle(small, wide) if self.rules.name == "pig10" else self._truie_middle(small)

    def _pig10_middle(self, small: bool, wide: bool) -> list[Static]:
        seen = self.seen
        words = [self.say("table.pile_value"), self.say("cards", n=seen.laid)]
        value = Static(centred([*picture(seen.value), *words]), classes="value")
        laid = seen.middle[max(0, seen.laid - (3 if wide else 1)) : seen.laid]
        return [value, *(Shown(self.rules, card, self.language, small) for card in laid)]

    def _truie_middle(self, small: bool) -> list[Static]:
        seen = self.seen
        if not seen.top:
            return []
        cards = [seen.top_card, seen.demand] if seen.demand else [seen.top_card]
        lying: list[Static] = [Shown(self.rules, card, self.language, small) for card in cards]
        if seen.top_card == truie.LUCKY:
            named = self.say("table.named", n=seen.top)
            lying.insert(0, Static(centred([*picture(seen.top), "", named]), classes="value"))
        return lying

    def hand(self, asking: bool, low: bool) -> list[Card]:
        if self.viewer < 0:
            return []
        cards = Counter(cards_in(self.seen.hands[self.viewer]))
        moves = choices.moves_by_card(self.rules, self.seen) if asking and self.seen.turn == self.viewer else {}
        many = cards.total() > FEW
        stacks = cards.items() if many else [(card, 1) for card in sorted(cards.elements())]
        return [Card(self.rules, card, n, self.language, many or low, bool(moves.get(card))) for card, n in stacks]

    def actions(self, picked: int) -> list[Action]:
        """Buttons for what can be done with the card lifted, and for drawing."""
        if self.rules.name == "truie" and self.seen.owes:
            return []
        with_card = choices.moves_by_card(self.rules, self.seen).get(picked, [])
        others = [m for m in members(self.rules.legal(self.seen)) if not choices.cards_laid(self.rules, self.seen, m)]
        return [self._action(move) for move in [*with_card, *others]]

    def _action(self, move: int) -> Action:
        label = self.say(choices.label(self.rules, self.seen, move, self.names))
        draws = not choices.cards_laid(self.rules, self.seen, move)
        return Action(label, self.rules.move_text(self.seen, move), draws)

    def hint(self, card: int) -> Line:
        """What the card lifted can do, in words: `5: say 11 or 1`; or why it can do nothing."""
        moves = choices.moves_by_card(self.rules, self.seen).get(card, [])
        if not moves:
            return choices.why_not(self.rules, self.seen, card)
        if self.rules.name == "pig10":
            return choices.calls_line(self.rules, self.seen, card, moves)
        name = line(f"truie.card.{self.rules.names[card]}")
        if len(moves) > FEW_THINGS:
            return line("table.ways", card=name, n=len(moves))
        things = either(choices.label(self.rules, self.seen, move, self.names) for move in moves)
        return line("table.can", card=name, things=things)
