"""The table: others above, the middle and what was said, your hand below, and what you can do with it."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from typing import Any

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Grid, Horizontal
from textual.screen import Screen
from textual.widgets import Button, RichLog, Static

from .. import choices
from ..bags import cards_in, members
from ..games import truie
from ..record import sheet
from ..rules import scores, view
from ..session import Session
from ..words import Line, line, say
from .cards import Action, Card, Shown, centred, picture
from .screens import HandOver, RulesScreen, Scores

FEW = 7  # cards that are shown one by one; more are shown by kind


class Table(Screen[str]):
    """One game. It ends with `again` or `leave`."""

    BINDINGS = [
        Binding("question_mark", "rules", show=False),
        Binding("d", "draw", show=False),
        Binding("g", "grunt(1)", show=False),
        Binding("G", "grunt(2)", show=False),
        Binding("l", "app.language", show=False),
        Binding("q", "leave", show=False),
        Binding("escape", "back", show=False),
        *(Binding(str(digit), f"digit({digit})", show=False) for digit in range(10)),
    ]

    def __init__(self, session: Session, language: str, pace: float, patience: int) -> None:
        super().__init__()
        self.session = session
        self.language = language
        self.pace = pace
        self.patience = patience  # seconds to grunt in
        self.viewer = session.reader  # whose cards are shown; below nought nobody's
        self.picked = -1
        self.story = session.seal()
        self.answer: asyncio.Future[str] | None = None
        self.asked = line("table.waiting", player=session.names[session.state.turn])

    # What is on it

    def compose(self) -> ComposeResult:
        yield Static("", id="head")
        yield Horizontal(id="others")
        with Horizontal(id="middle", classes=self.session.rules.name):
            yield Horizontal(id="pile")
            yield RichLog(id="log", wrap=True, max_lines=500, min_width=20)
        with Horizontal(id="bar"):
            yield Static("", id="prompt")
            if self.session.rules.name == "truie":
                yield Button("", id="grunt-1", variant="warning", compact=True)
                yield Button("", id="grunt-2", variant="warning", compact=True)
        yield Grid(id="hand", classes=self.session.rules.name)
        yield Grid(id="actions")
        yield Static("", id="keys")

    def on_mount(self) -> None:
        self.query_one("#log").can_focus = False
        self.play_on()

    @property
    def seen(self) -> Any:
        """What the viewer may know: all that this screen ever shows."""
        return view(self.session.rules, self.session.state, self.viewer)

    @property
    def asking(self) -> bool:
        """Whether the person at the keyboard is to decide."""
        return self.answer is not None and not self.answer.done()

    def speak(self) -> None:
        """Say everything again in the language of the moment."""
        log = self.query_one("#log", RichLog)
        log.clear()
        log.border_title = say("table.log", self.language)
        for told in self.story:
            log.write(Text(say(told, self.language)))
        if self.session.rules.name == "truie":
            self.query_one("#grunt-1", Button).label = say("table.grunt", self.language)
            self.query_one("#grunt-2", Button).label = say("table.grunt_twice", self.language)
        self.query_one("#keys", Static).update(self._keys())
        self.call_later(self.show_table)

    def _keys(self) -> str:
        """The keys, to be read or clicked."""
        keys = {"?": "rules", "l": "language", "q": "leave"}
        if self.session.rules.name == "truie":
            keys = {"d": "draw", "g": "grunt(1)", "G": "grunt(2)"} | keys
        words = {"grunt(1)": "grunt", "grunt(2)": "grunt_twice"}
        where = {"language": "app"}
        return "   ".join(
            f"[@click={where.get(action, 'screen')}.{action}][b]{key}[/b] "
            f"{say(f'key.{words.get(action, action)}', self.language)}[/]"
            for key, action in keys.items()
        )

    async def show_table(self) -> None:
        """Draw everything anew from the view."""
        seen = self.seen
        self.query_one("#head", Static).update(self._head(seen))
        await self._replace("#others", [self._seat(seen, seat) for seat in self._others()])
        await self._replace("#pile", self._middle(seen))
        await self.show_hand()

    async def show_hand(self) -> None:
        seen = self.seen
        self._prompt(self.asked)
        await self._replace("#hand", self._hand(seen) if self.viewer >= 0 else [])
        await self._show_actions()
        if self.asking:
            ready = [card for card in self.query(Card) if not card.has_class("resting")]
            for card in (ready or [*self.query(Card)])[:1]:
                card.focus()

    async def _show_actions(self) -> None:
        buttons = self._actions(self.seen) if self.asking else []
        wide = 4 + max((len(str(button.label)) for button in buttons), default=12)
        styles = self.query_one("#actions").styles
        styles.grid_columns = (wide,)
        styles.grid_size_columns = max(1, (self.size.width - 2) // (wide + 1))
        await self._replace("#actions", buttons)

    def _prompt(self, what: Line) -> None:
        self.query_one("#prompt", Static).update(Text(say(what, self.language)))

    def on_resize(self) -> None:
        """As many cards and buttons side by side as there is room for."""
        wide = 15 if self.session.rules.name == "pig10" else 11
        self.query_one("#hand").styles.grid_size_columns = max(1, self.size.width // wide)
        self.query_one("#middle").set_class(self.size.width >= 100, "wide")
        self.speak()

    async def _replace(self, where: str, widgets: Sequence[Any]) -> None:
        with self.app.batch_update():
            box = self.query_one(where)
            await box.remove_children()
            await box.mount_all(widgets)

    def _others(self) -> list[int]:
        """The other seats, clockwise from the viewer."""
        players = len(self.session.names)
        first = self.viewer + 1 if self.viewer >= 0 else 0
        return [(first + n) % players for n in range(players - (self.viewer >= 0))]

    def _head(self, seen: Any) -> str:
        rules = self.session.rules
        parts = [say(f"{rules.name}.title", self.language)]
        if rules.name == "truie":
            parts.append(say("table.round", self.language, round=seen.round, rounds=seen.rounds))
        parts.append(say("table.stock", self.language, n=seen.left))
        if self.viewer >= 0:
            parts.append(f"{self.session.names[self.viewer]}: {self._score(seen, self.viewer)}")
        return "  ·  ".join(parts)

    def _score(self, seen: Any, seat: int) -> str:
        unit = "table.won" if self.session.rules.name == "pig10" else "table.points"
        return say(unit, self.language, n=scores(self.session.rules, seen)[seat])

    def _seat(self, seen: Any, seat: int) -> Static:
        text = f"{say('table.held', self.language, n=seen.held[seat])} · {self._score(seen, seat)}"
        panel = Static(Text(text, no_wrap=True, overflow="ellipsis"), classes="seat")
        panel.border_title = self.session.names[seat]
        panel.set_class(seat == seen.turn and not self.session.game.over, "turn")
        return panel

    def _middle(self, seen: Any) -> list[Any]:
        return self._pig10_middle(seen) if self.session.rules.name == "pig10" else self._truie_middle(seen)

    def _pig10_middle(self, seen: Any) -> list[Any]:
        word = say("table.pile_value", self.language)
        value = Static(centred([*picture(seen.value), "", word]), id="value")
        shown = 3 if self.size.width >= 100 else 1
        laid = seen.middle[max(0, seen.laid - shown) : seen.laid]
        return [value, *(self._lying(card) for card in laid)]

    def _truie_middle(self, seen: Any) -> list[Any]:
        if not seen.top:
            return []
        cards = [self._lying(seen.top_card)]
        if seen.top_card == truie.LUCKY:
            named = say("table.named", self.language, n=seen.top)
            cards.insert(0, Static(centred([*picture(seen.top), "", named]), id="value"))
        if seen.demand:
            cards.append(self._lying(seen.demand))
        return cards

    def _lying(self, card: int) -> Static:
        return Shown(self.session.rules, card, self.language, small=self.query_one("#middle").size.height < 7)

    def _hand(self, seen: Any) -> list[Card]:
        rules = self.session.rules
        cards = Counter(cards_in(seen.hands[self.viewer]))
        moves = choices.moves_by_card(rules, seen) if self.asking and seen.turn == self.viewer else {}
        small = cards.total() > FEW
        stacks = cards.items() if small else [(card, 1) for card in sorted(cards.elements())]
        return [Card(rules, card, n, self.language, small, bool(moves.get(card))) for card, n in stacks]

    def _actions(self, seen: Any) -> list[Button]:
        """Buttons for what can be done with the picked card, and for drawing."""
        rules = self.session.rules
        legal = members(rules.legal(seen))
        if rules.name == "truie" and seen.owes:
            return []
        moves = choices.moves_by_card(rules, seen).get(self.picked, [])
        moves = moves + [move for move in legal if not choices.cards_laid(rules, seen, move)]
        return [self._action(seen, move) for move in moves]

    def _action(self, seen: Any, move: int) -> Action:
        rules = self.session.rules
        label = say(choices.label(rules, seen, move, self.session.names), self.language)
        button = Action(label, name=rules.move_text(seen, move), compact=True, classes="action")
        button.set_class(not choices.cards_laid(rules, seen, move), "draw")
        return button

    # How it goes on

    @work(exclusive=True)
    async def play_on(self) -> None:
        session = self.session
        await self._tell(session.deal())
        while not session.game.over:
            rounds = session.rules.rounds_over(session.state)
            seat = session.state.turn
            if seat in session.bots:
                await self._wait_for_bot(seat)
                told = session.bot_play()
            else:
                told = session.play(seat, await self._ask(seat))
            await self._tell(told)
            if session.rules.rounds_over(session.state) > rounds and not session.game.over:
                await self._scores()
        answer = await self._scores()
        self.dismiss("again" if answer == "again" else "leave")

    async def _scores(self) -> str | None:
        return await self.app.push_screen_wait(Scores(self.session, sheet(self.session.game.record), self.language))

    async def _tell(self, told: Sequence[Line]) -> None:
        self.story += told
        log = self.query_one("#log", RichLog)
        for what in told:
            log.write(Text(say(what, self.language)))
        await self.show_table()

    async def _wait_for_bot(self, seat: int) -> None:
        self.asked = line("table.waiting", player=self.session.names[seat])
        await self.show_hand()
        await asyncio.sleep(self.pace)

    async def _ask(self, seat: int) -> str:
        """Wait for the person in this seat to move, or for their time to grunt to run out."""
        await self._hand_over(seat)
        self.answer = asyncio.get_running_loop().create_future()
        self.picked = -1
        if getattr(self.session.state, "owes", 0):
            move = await self._count_down(self.answer)
        else:
            self.asked = self._invitation(seat)
            await self.show_table()
            move = await self.answer
        self.answer = None
        if not self.session.alone:
            self.viewer = -1
        return move

    async def _hand_over(self, seat: int) -> None:
        if not self.session.alone and self.viewer != seat:
            self.viewer = -1
            await self.show_table()
            await self.app.push_screen_wait(HandOver(self.session.names[seat], self.language))
        self.viewer = seat

    def _invitation(self, seat: int) -> Line:
        state = self.session.state
        demand = getattr(state, "demand", 0)
        if demand:
            return line("table.farmer" if demand == truie.FARMER else "table.hog", top=state.top)
        return line("table.turn", player=self.session.names[seat])

    async def _count_down(self, answer: asyncio.Future[str]) -> str:
        await self.show_table()
        for left in range(self.patience, 0, -1):
            self._prompt(line("table.grunt_now", n=left))
            done, _ = await asyncio.wait([answer], timeout=1)
            if done:
                return answer.result()
        return "g0"

    # What a person does

    @on(Card.Lifted)
    async def lift(self, event: Card.Lifted) -> None:
        """Say what the card can do, and offer it."""
        if not self.asking or self.viewer != self.session.state.turn or getattr(self.session.state, "owes", False):
            return
        rules, seen = self.session.rules, self.seen
        moves = choices.moves_by_card(rules, seen).get(event.card, [])
        self.picked = event.card
        if not moves:
            self._prompt(choices.why_not(rules, seen, event.card))
        else:
            self._prompt(choices.calls_line(rules, seen, event.card, moves) if rules.name == "pig10" else self.asked)
        await self._show_actions()

    @on(Card.Picked)
    def pick(self) -> None:
        """Play the card where there is only one way, else go to the choice."""
        if not self.asking or self.viewer != self.session.state.turn:
            return
        buttons = [button for button in self.query(Action) if not button.has_class("draw")]
        if len(buttons) == 1:
            self._decide(buttons[0].name or "")
        elif buttons:
            buttons[0].focus()

    @on(Button.Pressed, ".action")
    def choose(self, event: Button.Pressed) -> None:
        self._decide(event.button.name or "")

    @on(Button.Pressed, "#bar Button")
    def press_grunt(self, event: Button.Pressed) -> None:
        self.action_grunt(int((event.button.id or "grunt-1")[-1]))

    def _decide(self, move: str) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(move)

    def action_grunt(self, times: int) -> None:
        if self.session.rules.name != "truie":
            return
        if self.asking and self.session.state.owes:
            self._decide(f"g{times}")
        else:
            self._prompt(line("table.no_grunt_due"))

    def action_draw(self) -> None:
        if self.asking and self.session.rules.name == "truie" and not self.session.state.owes:
            self._decide("draw")

    def action_digit(self, digit: int) -> None:
        """A digit picks the card of that number; 0 is the frog, or the 10 of truie."""
        wanted = 10 if digit == 0 and self.session.rules.name == "truie" else digit
        for card in self.query(Card):
            if card.card == wanted:
                if card.has_focus:
                    card.action_pick()
                card.focus()
                return

    def action_back(self) -> None:
        """From the buttons back to the card they belong to."""
        for card in self.query(Card):
            if card.card == self.picked:
                card.focus()
                return

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.session.rules, self.language))

    def action_leave(self) -> None:
        self.dismiss("leave")

    def switch(self, language: str) -> None:
        self.language = language
        self.speak()
