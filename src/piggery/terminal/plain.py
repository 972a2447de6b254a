"""The game line by line, without moving the cursor: for screen readers, and for terminals that can do no more."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import repeat

from ..core.story import counted, rules_lines, score_line, scores_lines, story_of, wordy_label
from ..engine.bags import members
from ..errors import PiggeryError
from ..games.checks import card_of, check_draw, parse_move, scores
from ..games.contract import GameType, State
from ..words import Line, catalogue, line, say
from .hints import PATIENCE
from .lines import PAGE, LeaveGame, Lines, Read, Write
from .local import LocalTable


class Plain(Lines):
    """One game between `read` and `write`."""

    def __init__(self, table: LocalTable, language: str, read: Read, write: Write) -> None:
        super().__init__(language, read, write)
        self.table = table
        self.shown_to = -1  # the person who saw the last hand

    async def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        try:
            await self._deal()
            while not self.table.over:
                await self._turn()
                await self._deal()
            self.tell(scores_lines(self.table.record, self.table.state))
            self.say(self.table.kept)
        except (LeaveGame, KeyboardInterrupt):
            self.write("")
            self.say(self.table.resuming(plain=True))

    async def _deal(self) -> None:
        """Draw what is due. Real cards are read out; what was read before somebody leaves is kept."""
        state, cards = self.table.state.copy(), list[str]()
        try:
            while self.table.real_cards and state.due:
                card = self._real_card(state)
                self.table.rules.draw(state, card)
                cards.append(self.table.rules.names[card])
        finally:
            if cards or not self.table.real_cards:
                self.tell(await self.table.deal(cards))

    async def _turn(self) -> None:
        seat = self.table.state.turn
        if seat in self.table.bots:
            self.tell(await self.table.bot_play())
            return
        self._hand_over(seat)
        if not self._owed:
            move = self._choose(seat)
            rules, state = self.table.rules, self.table.state
            rounds, laid = rules.rounds_over(state), rules.action(state, parse_move(rules, state, move)).cards
            self.tell(await self.table.play(seat, move))
            if not laid or not self._may_react(rounds):
                return
        await self._react(seat)

    @property
    def _owed(self) -> bool:
        reaction = self.table.rules.reaction
        return bool(reaction and reaction.owed(self.table.state))

    def _may_react(self, rounds: int) -> bool:
        """Whether to ask: after everything laid in a round that goes on, so that asking gives nothing away."""
        rules, state = self.table.rules, self.table.state
        used = rules.reaction is not None and bool(rules.reaction.used(state))
        return used and rules.rounds_over(state) == rounds

    def _hand_over(self, seat: int) -> None:
        if not self.table.alone and self.shown_to != seat:
            self.write(PAGE)
            self.ask("plain.handover", player=self.table.names[seat])
        self.shown_to = seat

    def _choose(self, seat: int) -> str:
        """Ask until a number names a move."""
        rules, view = self.table.rules, self.table.game.view(seat)
        moves, hints = members(rules.legal(view)), self._hints(view)
        self._sight(seat, view, moves)
        while True:
            answer = self.ask("plain.ask")
            if answer == "?":
                self.tell(rules_lines(rules, view))
            elif answer.casefold() in ("h", "hint", say("key.hint", self.language).casefold()):
                self.write(" ".join(say(what, self.language) for what in next(hints)))
            elif answer == "t":
                self._sight(seat, view, moves)
            elif answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= len(moves):
                return rules.move_text(view, moves[int(answer) - 1])
            elif answer in [rules.move_text(view, move) for move in moves]:
                return answer
            else:
                self.say("plain.no_choice", n=len(moves))

    def _hints(self, view: State) -> Iterator[list[Line]]:
        """Help from the coach, a step at each asking; the last one again and again."""
        steps = self.table.hint(view.turn).answer(list(self.table.rng), PATIENCE).steps
        yield from steps
        yield from repeat(steps[-1])

    async def _react(self, seat: int) -> None:
        """Who just presses Enter has let the time pass; else the number of the reaction is typed."""
        reaction = self.table.rules.reaction
        if not reaction:
            return
        moves = {str(n): move for n, move in enumerate([reaction.lapse, *reaction.keys.values()])}
        answer = self.ask(reaction.ask) or "0"
        while answer not in moves:
            self.say("plain.no_choice", n=len(moves) - 1)
            answer = self.ask(reaction.ask) or "0"
        if self._owed and self.table.state.turn == seat:
            self.tell(await self.table.play(seat, moves[answer]))
        elif answer != "0":
            self.say(reaction.not_owed)

    def _sight(self, seat: int, view: State, moves: Sequence[int]) -> None:
        """All that this seat sees and may do, in sentences."""
        rules, names = self.table.rules, self.table.names
        story, points = story_of(rules), scores(rules, view)
        for other in range(len(names)):
            if other != seat:
                held, score = line("table.held", n=view.held[other]), score_line(rules, points[other])
                self.say("plain.others", player=names[other], held=held, score=score)
        demand = story.demand(view, names)
        self.tell([*story.lies(view, names), *([demand] if demand else [])])
        self.say("plain.hand", cards=counted(rules, view.hands[seat]))
        self.say("table.turn", player=names[seat])
        for n, move in enumerate(moves, 1):
            self.say("plain.choice", number=n, move=wordy_label(rules, view, move, names))

    def _real_card(self, state: State) -> int:
        """A card read out by a person who plays with real ones, asked for until it fits."""
        while True:
            try:
                card = card_of(self.table.rules, self._read_out(state))
                check_draw(self.table.rules, state, card)
            except PiggeryError as error:
                self.say(error.line)
            else:
                return card

    def _read_out(self, state: State) -> str:
        """The sign of a card, or its name in the reader's language."""
        rules, story = self.table.rules, story_of(self.table.rules)
        if story.turns_up(state):
            answer = self.ask(story.ask_turned_up)
        else:
            answer = self.ask("plain.ask_card", player=self.table.names[state.turn], cards=_signs(rules))
        return self._names.get(answer.casefold(), answer.upper())

    @cached_property
    def _names(self) -> dict[str, str]:
        """The sign of each card that has a name."""
        prefix = f"{self.table.rules.name}.name."
        keys = [key for key in catalogue(self.language) if key.startswith(prefix)]
        return {say(key, self.language).casefold(): key.removeprefix(prefix) for key in keys}


def _signs(rules: GameType) -> str:
    """Every card by its sign: `1–10, F, H, L, D`."""
    numbers = [int(name) for name in rules.cards if name.isdecimal()]
    span = [f"{min(numbers)}–{max(numbers)}"] if numbers else []
    return ", ".join(span + [name for name in rules.cards if not name.isdecimal()])
