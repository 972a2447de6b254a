"""The table: others above, the middle and what was said, your hand below, and what you can do with it."""

import asyncio
from collections.abc import Sequence

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Center, Grid, Horizontal
from textual.events import Key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, RichLog, Static

from ..core.record import sheet
from ..core.story import moves_by_card, story_of
from ..errors import PiggeryError, system_line
from ..games.checks import view_of
from ..games.contract import Reaction
from ..words import Line, line, said, say
from .bar import Bar
from .cards import CardButton, MoveButton, centred
from .hints import TurnAdvice
from .keys import key_line, table_keys
from .local import LocalTable, seal
from .painter import Painter, shown
from .part import paint_of
from .screens import HandOver, RulesScreen, ScoreScreen


class TableScreen(Screen[str]):
    """One game. It ends with `again` or `leave`."""

    BINDINGS = [
        Binding("question_mark", "rules", show=False),
        Binding("h", "hint", show=False),
        Binding("l", "app.language", show=False),
        Binding("q", "leave", show=False),
        Binding("escape", "back", show=False),
        *(Binding(str(digit), f"digit({digit})", show=False) for digit in range(10)),
    ]

    def __init__(self, local: LocalTable, language: str, pace: float, patience: int) -> None:
        super().__init__()
        self.local = local
        self.language = language
        self.pace = max(0.0, pace)
        self.patience = patience  # seconds to react in
        self.viewer = local.reader  # whose cards are shown; below 0 nobody's
        self.picked = -1
        self.story = [*seal(local.record, short=True), *local.story()]
        self.advice = TurnAdvice(local)
        self.answer: asyncio.Future[str] | None = None
        self.asked: Line | None = None  # what somebody is to do now
        self.painting = asyncio.Lock()
        self.roomy = asyncio.Event()  # whether the window is large enough to play in
        reaction = local.rules.reaction
        self.reaction = reaction if reaction and reaction.used(local.state) else None
        self.paint = paint_of(local.rules)

    # What is on it

    def compose(self) -> ComposeResult:
        yield Static("", id="small")
        yield Static("", id="head")
        yield Center(Grid(id="others"))
        with Horizontal(id="middle"):
            yield Horizontal(id="pile")
            yield RichLog(id="log", wrap=True, max_lines=500, min_width=20)
        yield Bar(self.reaction)
        yield Center(Grid(id="hand"))
        yield Center(Grid(id="actions"))
        yield Static("", id="keys")

    def on_mount(self) -> None:
        self.query_one("#log").can_focus = False
        self.play_on()

    @property
    def painter(self) -> Painter:
        """Draws what the viewer may know: all that this screen ever shows."""
        view = view_of(self.local.rules, self.local.state, self.viewer)
        return Painter(self.local, view, self.viewer, self.language, self.size)

    @property
    def asking(self) -> bool:
        """Whether the person at the keyboard is to decide."""
        return self.answer is not None and not self.answer.done()

    def switch(self, language: str) -> None:
        self.language = language
        self.speak()

    def on_resize(self) -> None:
        """Everything in its place; a plain word where there is too little room. Bots and clocks wait until there is."""
        layout = self.painter.layout
        self.set_class(layout.too_small, "too-small")
        if layout.too_small:
            self.roomy.clear()
        else:
            self.roomy.set()
        others = self.query_one("#others").styles
        others.grid_size_columns, others.grid_columns = layout.seats_across, (layout.seat_columns,)
        others.width = layout.seats_across * layout.seat_columns
        self.query_one("#pile").styles.width = layout.pile(self.paint)
        self.query_one("#bar").styles.height = layout.bar
        self.query_one("#actions").styles.height = layout.ways
        self.call_after_refresh(self.speak)  # the log breaks its lines for the room it has now

    def speak(self) -> None:
        """Say everything again in the language of the moment."""
        log = self.query_one("#log", RichLog)
        log.clear()
        log.border_title = say("table.log", self.language)
        for lines in [*self.story, *self.advice.shown]:
            log.write(shown(lines, self.language))
        self.query_one(Bar).label(self.language)
        self.query_one("#small", Static).update(shown("table.too_small", self.language))
        self.query_one("#keys", Static).update(
            key_line(table_keys(self.paint.keys), self.language, self.size.width - 2)
        )
        self.call_later(self.show_table)

    async def show_table(self) -> None:
        """Draw everything again from the view."""
        async with self.painting:
            painter = self.painter
            self.query_one("#head", Static).update(Text(painter.head(), no_wrap=True, overflow="ellipsis"))
            await self._replace("#others", painter.seats())
            await self._replace("#pile", painter.middle())
            await self._show_hand(painter)
        self.query_one("#log", RichLog).scroll_end(animate=False)

    async def _show_hand(self, painter: Painter) -> None:
        self._prompt(self.asked)
        cards, hand, fan = painter.hand(self.asking), self.query_one("#hand").styles, painter.fan
        hand.height, hand.width = painter.hand_rows, fan.width * min(fan.across, len(cards) or 1)
        hand.grid_columns, hand.grid_size_columns = (fan.width,), fan.across
        await self._replace("#hand", cards)
        await self._show_actions(painter)
        if self.asking and not self.local.owing:
            again = [card for card in cards if card.card == self.picked]
            ready = [card for card in cards if not card.has_class("resting")]
            for card in (again or ready or cards)[:1]:
                card.focus()

    async def _show_actions(self, painter: Painter) -> None:
        buttons = painter.actions(self.picked) if self.asking else []
        wide = 4 + max((len(str(button.label)) for button in buttons), default=12)
        across = max(1, (self.size.width - 2) // (wide + 1))
        styles = self.query_one("#actions").styles
        styles.grid_columns, styles.grid_size_columns = (wide,), across
        styles.width = 1 + (wide + 1) * min(across, len(buttons) or 1)  # and the bar that scrolls
        await self._replace("#actions", buttons)

    async def _replace(self, where: str, widgets: Sequence[Widget]) -> None:
        with self.app.batch_update():
            box = self.query_one(where)
            await box.remove_children()
            await box.mount_all(widgets)

    def _prompt(self, *lines: Line | None) -> None:
        self.query_one(Bar).ask([what for what in lines if what], self.language)

    # How it goes on

    @work(exclusive=True)
    async def play_on(self) -> None:
        """Play to the end. What cannot be dealt or stored ends the program with one line."""
        try:
            answer = await self._played()
        except PiggeryError as error:
            self.app.exit(return_code=2, message=say(error.line, self.language))
        except OSError as error:
            self.app.exit(return_code=2, message=say(system_line(error), self.language))
        else:
            self.dismiss("again" if answer == "again" else "leave")

    async def _played(self) -> str | None:
        local = self.local
        lines = await local.deal()
        await self._tell(lines)
        while not local.over:
            before, seat = local.state, local.state.turn
            if seat in local.bots:
                lines = await self._bot_play(seat)
            else:
                lines = await local.play(seat, await self._ask(seat))
            await self._tell(lines)
            if local.rules.ends_round(before, local.state) and not local.over:
                await self._scores(lines)
            elif seat not in local.bots:
                await self._let_look(seat)
        return await self._scores(lines)

    async def _scores(self, lines: Sequence[Line]) -> str | None:
        """The score sheet, when the last move has been seen."""
        await asyncio.sleep(2 * self.pace)
        self._hide()
        last = 0 if self.local.over else [what.key for what in lines].index("story.round_over") + 1
        news = [what for what in lines[: last or None] if what.key != "story.round_score"]
        sheets = sheet(self.local.record)
        return await self.app.push_screen_wait(ScoreScreen(self.local, sheets, news, self.language))

    async def _tell(self, lines: Sequence[Line]) -> None:
        self._prompt(self.asked)
        self.story += lines
        log = self.query_one("#log", RichLog)
        for what in lines:
            log.write(shown(what, self.language))
        for what in lines:
            if shown_large := self.paint.event(what):
                await self._celebrate([said(one, self.language) for one in shown_large])
        await self.show_table()

    async def _celebrate(self, news: list[str]) -> None:
        news[0] = f"~~~  {news[0]}  ~~~"
        async with self.painting:
            await self._replace("#pile", [Static(centred(news), classes="event")])
        await asyncio.sleep(self.pace)

    async def _bot_play(self, seat: int) -> list[Line]:
        """A bot takes its time, and goes on only where it can be seen."""
        self.asked = self._waiting(seat)
        await self.show_table()
        await asyncio.sleep(self.pace)
        await self.roomy.wait()
        lines = await self.local.bot_play()
        self.asked = None
        return lines

    async def _ask(self, seat: int) -> str:
        """Wait for the person in this seat to move, or for their time to react to run out."""
        await self._hand_over(seat)
        self.answer = asyncio.get_running_loop().create_future()
        self.picked = -1
        owed = self.reaction if self.local.owing else None
        self.asked = self._waiting(self.local.seeming) if owed else self._invitation(seat)
        await self.show_table()
        move = await (self._time_out(self.answer, owed) if owed else self.answer)
        self.answer = self.asked = None
        self._prompt()
        await self._replace("#actions", [])
        self._forget_hint()
        return move

    def _forget_hint(self) -> None:
        lines, self.advice = self.advice.shown, TurnAdvice(self.local)
        if lines:
            self.speak()

    async def _let_look(self, seat: int) -> None:
        """Who has moved sees what came of it; then the hand is hidden, unless they still have to react."""
        if self.local.alone or self.local.state.turn == seat:
            return
        await asyncio.sleep(2 * self.pace)
        self._hide()

    def _hide(self) -> None:
        if not self.local.alone:
            self.viewer = -1

    async def _hand_over(self, seat: int) -> None:
        if not self.local.alone and self.viewer != seat:
            self._hide()
            await self.show_table()
            if not await self.app.push_screen_wait(HandOver(self.local.names[seat], self.language)):
                self.dismiss("leave")
                raise asyncio.CancelledError
        self.viewer = seat

    def _waiting(self, seat: int) -> Line:
        return line("table.waiting", player=self.local.names[seat])

    def _invitation(self, seat: int) -> Line:
        rules, names = self.local.rules, self.local.names
        demand = story_of(rules).demand(view_of(rules, self.local.state, seat), names)
        return demand or line("table.turn", player=names[seat])

    async def _time_out(self, answer: asyncio.Future[str], reaction: Reaction) -> str:
        """Nothing that can be seen tells that the clock runs. It stands where it would not be seen."""
        left = self.patience
        while left > 0:
            done, _ = await asyncio.wait([answer], timeout=1)
            if done:
                return answer.result()
            left -= self.app.screen is self and self.roomy.is_set()
        return reaction.lapse

    # What a person does

    @property
    def _may_pick(self) -> bool:
        mine = self.asking and self.viewer == self.local.state.turn
        return mine and not self.local.owing and not self.has_class("too-small")

    @on(CardButton.Lifted)
    async def lift(self, event: CardButton.Lifted) -> None:
        """Say what the card can do, and offer it."""
        if not self._may_pick:
            return
        self.picked = event.card
        painter = self.painter
        for card in self.query(CardButton):
            card.set_class(card.has_focus, "lifted")
        playable = moves_by_card(self.local.rules, painter.view).get(event.card)
        self._prompt(self.asked if playable else None, painter.hint(event.card))
        async with self.painting:
            await self._show_actions(painter)

    @on(CardButton.Picked)
    def pick(self) -> None:
        """Play the card where there is only one way, else go to the choice; if no card can be played, to the rest."""
        buttons = [button for button in self.query(MoveButton) if not button.has_class("draw")]
        if not [card for card in self.query(CardButton) if not card.has_class("resting")]:
            self.action_choose()
            return
        if self._may_pick and len(buttons) == 1:
            self._decide(buttons[0].name or "")
        elif self._may_pick and buttons:
            buttons[0].focus()

    @on(Button.Pressed, ".action")
    def press_action(self, event: Button.Pressed) -> None:
        self._decide(event.button.name or "")

    @on(Bar.Reacted)
    def press_reaction(self, event: Bar.Reacted) -> None:
        self._react(event.move)

    def on_key(self, event: Key) -> None:
        """The keys that only this game has."""
        sign = event.character or ""
        if self.reaction and sign in self.reaction.keys:
            self._react(self.reaction.keys[sign])
        elif sign in self.paint.keys:
            self.action_move(self.paint.keys[sign])

    def _decide(self, move: str) -> None:
        if self.answer is not None and not self.answer.done():
            self.answer.set_result(move)

    def _react(self, move: str) -> None:
        if self.asking and self.local.owing:
            self._decide(move)
        elif self.reaction:
            self._prompt(line(self.reaction.not_owed))

    def action_move(self, move: str) -> None:
        """A move without a card."""
        if self._may_pick and move in self.local.game.moves():
            self._decide(move)

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        """Ask the coach, and again for more."""
        if not self._may_pick:
            return
        advice = self.advice
        if advice.found is None:
            self._prompt(line("page.hint_thinking"))
        await advice.more()
        if advice is self.advice:
            self.speak()

    def action_digit(self, digit: int) -> None:
        """A digit lifts the card of that number, and again plays it."""
        wanted = self.paint.digits.get(digit, digit)
        for card in self.query(CardButton):
            if card.card == wanted:
                if card.has_focus:
                    card.action_pick()
                card.focus()
                return

    def action_choose(self) -> None:
        for button in self.query(MoveButton):
            button.focus()
            return

    def action_back(self) -> None:
        """From the buttons back to the card they belong to."""
        for card in self.query(CardButton):
            if card.card == self.picked:
                card.focus()
                return

    def action_rules(self) -> None:
        self.app.push_screen(RulesScreen(self.local, self.language))

    def action_leave(self) -> None:
        self.dismiss("leave")
