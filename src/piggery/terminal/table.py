"""The table: others above, the middle and what was said, your hand below, and what you can do with it."""

import asyncio
from collections.abc import Sequence

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Grid, Horizontal
from textual.events import Key
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, RichLog, Static

from ..core.record import sheet
from ..core.story import story_of
from ..errors import PiggeryError
from ..games.checks import view_of
from ..games.contract import Reaction
from ..words import Line, line, said, say
from .cards import CardButton, MoveButton, centred
from .hints import TurnAdvice
from .local import LocalTable, seal
from .painter import Painter, shown
from .part import paint_of
from .screens import HandOver, RulesScreen, ScoreScreen

SMALLEST = (76, 20)
LOW = 24  # rows under which cards are small


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
        self.asked = line("table.waiting", player=local.names[local.state.turn])
        self.painting = asyncio.Lock()
        reaction = local.rules.reaction
        self.reaction = reaction if reaction and reaction.used(local.state) else None
        self.paint = paint_of(local.rules)

    # What is on it

    def compose(self) -> ComposeResult:
        yield Static("", id="small")
        yield Static("", id="head")
        yield Horizontal(id="others")
        with Horizontal(id="middle", classes="spread" if self.paint.spread else ""):
            yield Horizontal(id="pile")
            yield RichLog(id="log", wrap=True, max_lines=500, min_width=20)
        with Horizontal(id="bar"):
            yield Static("", id="prompt")
            for move in self.reaction.keys.values() if self.reaction else ():
                yield Button("", id=f"react-{move}", variant="warning", compact=True)
        yield Grid(id="hand")
        yield Grid(id="actions")
        yield Static("", id="keys")

    def on_mount(self) -> None:
        self.query_one("#log").can_focus = False
        self.play_on()

    @property
    def painter(self) -> Painter:
        """Draws what the viewer may know: all that this screen ever shows."""
        view = view_of(self.local.rules, self.local.state, self.viewer)
        return Painter(self.local, view, self.viewer, self.language)

    @property
    def asking(self) -> bool:
        """Whether the person at the keyboard is to decide."""
        return self.answer is not None and not self.answer.done()

    def switch(self, language: str) -> None:
        self.language = language
        self.speak()

    def on_resize(self) -> None:
        """As many cards side by side as there is room for; a plain word where there is too little."""
        small = self.size.width < SMALLEST[0] or self.size.height < SMALLEST[1]
        self.set_class(small, "too-small")
        hand = self.query_one("#hand").styles
        hand.grid_columns = (self.paint.width,)
        hand.grid_size_columns = max(1, self.size.width // self.paint.width)
        self.query_one("#middle").set_class(self.size.width >= 100, "wide")
        self.speak()

    def speak(self) -> None:
        """Say everything again in the language of the moment."""
        log = self.query_one("#log", RichLog)
        log.clear()
        log.border_title = say("table.log", self.language)
        for lines in [*self.story, *self.advice.shown]:
            log.write(shown(lines, self.language))
        if self.reaction:
            for sign, move in self.reaction.keys.items():
                button = self.query_one(f"#react-{move}", Button)
                button.label = f"{sign} {say(self.reaction.labels[move], self.language)}"
                button.refresh(layout=True)
        self.query_one("#small", Static).update(shown("table.too_small", self.language))
        self.query_one("#keys", Static).update(self._keys())
        self.call_later(self.show_table)

    def _keys(self) -> str:
        """The keys, to be read or clicked."""
        keys = {"h": "screen.hint", "?": "screen.rules", "l": "app.language", "q": "screen.leave"}
        words = {key: say(f"key.{action.partition('.')[2]}", self.language) for key, action in keys.items()}
        keys = {key: f"screen.move('{move}')" for key, move in self.paint.keys.items()} | keys
        words |= {key: say(f"key.{move}", self.language) for key, move in self.paint.keys.items()}
        links = [f"[@click={action}][b]{key}[/b] {words[key]}[/]" for key, action in keys.items()]
        hints = [f"[b]←→[/b] {say('key.choose', self.language)}", f"[b]⏎[/b] {say('key.play', self.language)}"]
        return "   ".join(hints + links)

    async def show_table(self) -> None:
        """Draw everything again from the view."""
        async with self.painting:
            painter = self.painter
            self.query_one("#head", Static).update(Text(painter.head(), no_wrap=True, overflow="ellipsis"))
            await self._replace("#others", painter.others(self.size.width))
            small = self.query_one("#middle").size.height < 7
            await self._replace("#pile", painter.middle(small, wide=self.size.width >= 100))
            await self._show_hand(painter)
        self.query_one("#log", RichLog).scroll_end(animate=False)

    async def _show_hand(self, painter: Painter) -> None:
        self._prompt(self.asked)
        cards = painter.hand(self.asking, low=self.size.height < LOW)
        await self._replace("#hand", cards)
        await self._show_actions(painter)
        if self.asking and not self._owing:
            again = [card for card in cards if card.card == self.picked]
            ready = [card for card in cards if not card.has_class("resting")]
            for card in (again or ready or cards)[:1]:
                card.focus()

    async def _show_actions(self, painter: Painter) -> None:
        buttons = painter.actions(self.picked) if self.asking else []
        wide = 4 + max((len(str(button.label)) for button in buttons), default=12)
        styles = self.query_one("#actions").styles
        styles.grid_columns = (wide,)
        styles.grid_size_columns = max(1, (self.size.width - 2) // (wide + 1))
        await self._replace("#actions", buttons)

    async def _replace(self, where: str, widgets: Sequence[Widget]) -> None:
        with self.app.batch_update():
            box = self.query_one(where)
            await box.remove_children()
            await box.mount_all(widgets)

    def _prompt(self, *lines: Line) -> None:
        self.query_one("#prompt", Static).update(Text("  ").join(shown(what, self.language) for what in lines))

    # How it goes on

    @work(exclusive=True)
    async def play_on(self) -> None:
        """Play to the end. What cannot be dealt or stored ends the program with one line."""
        try:
            answer = await self._played()
        except PiggeryError as error:
            self.app.exit(return_code=2, message=say(error.line, self.language))
        except OSError as error:
            self.app.exit(return_code=2, message=f"{error.filename}: {error.strerror}")
        else:
            self.dismiss("again" if answer == "again" else "leave")

    async def _played(self) -> str | None:
        local = self.local
        lines = await local.deal()
        await self._tell(lines)
        while not local.over:
            before, seat = local.state, local.state.turn
            if seat in local.bots:
                await self._wait_for_bot(seat)
                lines = await local.bot_play()
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
        news = [what for what in lines if what.key != "story.round_score"]
        sheets = sheet(self.local.record)
        return await self.app.push_screen_wait(ScoreScreen(self.local, sheets, news, self.language))

    async def _tell(self, lines: Sequence[Line]) -> None:
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

    async def _wait_for_bot(self, seat: int) -> None:
        self.asked = line("table.waiting", player=self.local.names[seat])
        await self.show_table()
        await asyncio.sleep(self.pace)

    async def _ask(self, seat: int) -> str:
        """Wait for the person in this seat to move, or for their time to react to run out."""
        await self._hand_over(seat)
        self.answer = asyncio.get_running_loop().create_future()
        self.picked = -1
        self.asked = self._invitation(seat)
        await self.show_table()
        owed = self.reaction if self._owing else None
        move = await (self._count_down(self.answer, owed) if owed else self.answer)
        self.answer = None
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

    @property
    def _owing(self) -> bool:
        return bool(self.reaction and self.reaction.owed(self.local.state))

    def _invitation(self, seat: int) -> Line:
        rules, names = self.local.rules, self.local.names
        demand = story_of(rules).demand(view_of(rules, self.local.state, seat), names)
        return demand or line("table.turn", player=names[seat])

    async def _count_down(self, answer: asyncio.Future[str], reaction: Reaction) -> str:
        """The clock stands while another screen is in front."""
        left = self.patience
        while left > 0:
            self._prompt(line(reaction.now, n=left))
            done, _ = await asyncio.wait([answer], timeout=1)
            if done:
                return answer.result()
            left -= self.app.screen is self
        return reaction.lapse

    # What a person does

    @property
    def _may_pick(self) -> bool:
        mine = self.asking and self.viewer == self.local.state.turn
        return mine and not self._owing and not self.has_class("too-small")

    @on(CardButton.Lifted)
    async def lift(self, event: CardButton.Lifted) -> None:
        """Say what the card can do, and offer it."""
        if not self._may_pick:
            return
        self.picked = event.card
        painter = self.painter
        for card in self.query(CardButton):
            card.set_class(card.has_focus, "lifted")
        self._prompt(self.asked, painter.hint(event.card))
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

    @on(Button.Pressed, "#bar Button")
    def press_reaction(self, event: Button.Pressed) -> None:
        self._react((event.button.id or "").removeprefix("react-"))

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
        if self.asking and self._owing:
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
        if not self.asking or self.viewer != self.local.state.turn:
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
        self.app.push_screen(RulesScreen(self.local.rules, self.language))

    def action_leave(self) -> None:
        self.dismiss("leave")
