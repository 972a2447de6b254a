"""The game line by line, without moving the cursor: for screen readers, and for terminals that can do no more."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import repeat
from typing import Any

from ..bots.coach import hint
from ..core import choices
from ..core.story import card_line, rules_lines, scores_lines
from ..engine.bags import cards_in, members
from ..errors import PiggeryError
from ..games.contract import scores
from ..games.truie import rules as truie
from ..words import Line, both, catalogue, line, say
from .session import Session

Write = Callable[[str], None]
Read = Callable[[str], str]
PAGE = 60


class Left(Exception):
    """The person leaves the game."""


class Plain:
    """One game between `read` and `write`."""

    def __init__(self, session: Session, language: str, read: Read, write: Write) -> None:
        self.session = session
        self.language = language
        self.read = read
        self.write = write
        self.shown_to = -1  # the person who saw the last hand

    def say(self, what: str | Line, **values: Any) -> None:
        self.write(say(what, self.language, **values))

    def ask(self, key: str, **values: Any) -> str:
        try:
            answer = self.read(say(key, self.language, **values)).strip()
        except EOFError:
            raise Left from None
        except UnicodeDecodeError:
            return ""
        if answer == "q":
            raise Left
        return answer

    def run(self) -> None:
        """Play to the end, or until somebody leaves."""
        try:
            self._tell(self.session.deal())
            while not self.session.game.over:
                self._turn()
                self._tell(self.session.deal())
            for told in scores_lines(self.session.game.record, self.session.state):
                self.say(told)
            self.say("score.kept", path=self.session.path)
        except (Left, KeyboardInterrupt):
            self.write("")
            self.say(self.session.resuming(plain=True))

    def _tell(self, lines: Sequence[Line]) -> None:
        for told in lines:
            self.say(told)

    def _turn(self) -> None:
        seat = self.session.state.turn
        if seat in self.session.bots:
            self._tell(self.session.bot_play())
            return
        self._hand_over(seat)
        if not getattr(self.session.state, "owes", 0):
            move = self._choose(seat)
            rounds = self.session.rules.rounds_over(self.session.state)
            self._tell(self.session.play(seat, move))
            if not self._may_grunt(move, rounds):
                return
        self._grunt(seat)

    def _may_grunt(self, move: str, rounds: int) -> bool:
        """Whether to ask: after everything laid in a round that goes on, so that asking gives nothing away."""
        session = self.session
        if session.rules.name != "truie" or session.state.auto or move == "draw":
            return False
        return session.rules.rounds_over(session.state) == rounds

    def _hand_over(self, seat: int) -> None:
        if not self.session.alone and self.shown_to != seat:
            self.write("\n" * PAGE)  # what the last person saw is out of sight
            self.ask("plain.handover", player=self.session.names[seat])
        self.shown_to = seat

    def _choose(self, seat: int) -> str:
        """Ask until a number names a move."""
        rules, seen = self.session.rules, self.session.game.view(seat)
        moves, hints = members(rules.legal(seen)), self._hints(seen)
        self._table(seat, seen)
        self._list(seen, moves)
        while True:
            answer = self.ask("plain.ask")
            if answer == "?":
                self._rules()
            elif answer.casefold() in ("h", "hint", say("key.hint", self.language).casefold()):
                self.write(" ".join(say(what, self.language) for what in next(hints)))
            elif answer == "t":
                self._table(seat, seen)
                self._list(seen, moves)
            elif answer.isdecimal() and len(answer) < 4 and 1 <= int(answer) <= len(moves):
                return rules.move_text(seen, moves[int(answer) - 1])
            elif answer in [rules.move_text(seen, move) for move in moves]:
                return answer
            else:
                self.say("plain.no_choice", n=len(moves))

    def _hints(self, seen: Any) -> Iterator[list[Line]]:
        """What the coach says, a step at each asking; the last one again and again."""
        session = self.session
        steps = hint(session.rules, seen, list(session.rng), session.names, list(session.past)).steps
        yield from steps
        yield from repeat(steps[-1])

    def _grunt(self, seat: int) -> None:
        """Who just presses Enter has not grunted."""
        answer = self.ask("plain.ask_grunt") or "0"
        while answer not in ("0", "1", "2"):
            self.say("plain.no_choice", n=2)
            answer = self.ask("plain.ask_grunt") or "0"
        if self.session.state.owes and self.session.state.turn == seat:
            self._tell(self.session.play(seat, f"g{answer}"))
        elif answer != "0":
            self.say("table.no_grunt_due")

    def _table(self, seat: int, seen: Any) -> None:
        """What this seat sees, in sentences."""
        rules, names = self.session.rules, self.session.names
        unit = "table.won" if rules.name == "pig10" else "table.points"
        points = scores(rules, seen)
        for other in range(len(names)):
            if other != seat:
                held, score = line("table.held", n=seen.held[other]), line(unit, n=points[other])
                self.say("plain.others", player=names[other], held=held, score=score)
        self._middle(seen)
        self.say("plain.hand", cards=both(card_line(rules, card) for card in cards_in(seen.hands[seat])))
        self.say("table.turn", player=names[seat])

    def _middle(self, seen: Any) -> None:
        if self.session.rules.name == "truie":
            self.say("plain.top", card=line(f"truie.card.{seen.top}"))
            if seen.demand:
                key = "table.farmer" if seen.demand == truie.FARMER else "table.hog"
                self.say(key, player=self.session.names[seen.turn], top=seen.top)
        elif seen.laid:
            middle = [line(f"pig10.card.{card}") for card in seen.middle[: seen.laid]]
            self.say("plain.middle", cards=middle, value=seen.value)
        else:
            self.say("plain.middle_empty")

    def _list(self, seen: Any, moves: Sequence[int]) -> None:
        rules = self.session.rules
        for n, move in enumerate(moves, 1):
            text = say(choices.label(rules, seen, move, self.session.names), self.language)
            if cards := self._named(seen, move):
                text = say("plain.move", self.language, card=card_line(rules, cards[0]), move=text)
            self.say("plain.choice", number=n, move=text)

    def _named(self, seen: Any, move: int) -> tuple[int, ...]:
        """The cards to say before a label that does not speak for itself."""
        rules = self.session.rules
        speaks = rules.name == "truie" and not truie.NAME <= move < truie.LAY_FARMER
        return () if speaks else choices.cards_laid(rules, seen, move)

    def _rules(self) -> None:
        self._tell(rules_lines(self.session.rules))

    def card(self, state: Any) -> str:
        """A card read out by a person who plays with real ones: its sign, or its name in their language."""
        rules = self.session.rules
        if rules.name == "truie" and truie.turning_up(state):
            answer = self.ask("plain.ask_pig")
        else:
            signs = "0–10" if rules.name == "pig10" else "1–10, F, H, L, D"
            answer = self.ask("plain.ask_card", player=self.session.names[state.turn], cards=signs)
        return self._names.get(answer.casefold(), answer.upper())

    @cached_property
    def _names(self) -> dict[str, str]:
        """The sign of each card that has a name."""
        prefix = f"{self.session.rules.name}.name."
        keys = [key for key in catalogue(self.language) if key.startswith(prefix)]
        return {say(key, self.language).casefold(): key.removeprefix(prefix) for key in keys}

    def refused(self, error: PiggeryError) -> None:
        self.say(error.line)
