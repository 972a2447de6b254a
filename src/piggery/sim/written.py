"""Games of bots written down as records, one a line, with cards that follow from a seed as the record says.

Where all bots choose at once, a game is one kernel call for each shuffle. The kernel writes cards and moves down as
numbers; a number holds all that the text of a move depends on, so that each text is made once.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Generic, cast

from ..bots.levels import check_bot, player, searches
from ..bots.minds import SEATS
from ..bots.play import played
from ..bots.quick import bot_number, choice_of, mind_lists
from ..bots.search import warm
from ..core.chance import DrawPile, Order, order_of
from ..core.record import FORMAT
from ..engine.bags import MOST_CARDS, cards_in, size
from ..engine.compiled import compiled, numbers, record
from ..engine.kernel import Numbers, Parts, Work, generator, kernel
from ..errors import CardNotThere
from ..games.checks import copies_in, options_of, scores, start
from ..games.contract import GameType, S, State
from .loop import CAPPED as TOO_LONG
from .loop import LEFT, MADE, OVER, OWN, STOPPED, Deal, loop_of
from .play import CAP, Terms, tally
from .summary import CAPPED, UNCLAIMED, Summary, room

CARDS = 16  # numbers below this are cards, the others moves
LOG, SPARE = 1024, 256  # room for numbers, and how much of it one move may take
LOGGED, FIRST, WHY, TURNS_AT = range(OWN, OWN + 4)  # what the kernel keeps between two calls; the turns come last
SHUFFLE, FULL = 1, 2  # why it comes back before the game is over
COMPACT = (",", ":")
KEPT = TURNS_AT + SEATS


@dataclass(frozen=True)
class Shorthand(Generic[S]):
    """How moves of a game are written down quickly: its part `shorthand`."""

    number: Callable[[S, int], int]  # kernel: a number with all that the text of a move depends on, the move last


@kernel
def move_alone(state: State, move: int) -> int:
    return move


def number_of(rules: GameType) -> Callable[[State, int], int]:
    part = rules.part("shorthand", Shorthand)
    return part.number if part else move_alone


def written_cards(rules: GameType) -> Deal:
    """A source of cards: the pile that was laid ready. It stops when one is to be shuffled, or the log is full."""
    draw, fits = rules.draw, rules.fits

    @kernel
    def deal(state: State, work: Work) -> int:
        kept, pile, log = work[0], work[1], work[2]
        kept[WHY] = SHUFFLE
        while state.due:
            left = kept[LEFT]
            if left != state.left or left == 0:
                return 0
            k = left - 1
            while not fits(state, pile[k]):
                k -= 1
            log[kept[LOGGED]] = pile[k]
            kept[LOGGED] += 1
            kept[LEFT] -= 1
            draw(state, pile[k])
            if k < left - 1:  # cards that did not fit are shuffled back
                return 0
        kept[WHY] = FULL
        room: int = LOG - SPARE - kept[LOGGED]
        return room >= 0

    return deal


@cache
def writing_of(rules: GameType) -> Callable[[State, Work], int]:
    """The loop that plays a game, and writes it down, until cards are to be shuffled; why it comes back, or OVER."""
    reset, score, unclaimed = rules.reset, rules.score, rules.unclaimed
    choice, number = choice_of(rules), number_of(rules)

    @kernel
    def choose(state: State, moves: int, work: Work) -> int:
        return choice(work[4][state.turn], work[5], state, moves, work[3])

    @kernel
    def write_move(state: State, move: int, work: Work) -> None:
        kept, log = work[0], work[2]
        log[kept[LOGGED]] = CARDS + number(state, move)
        kept[LOGGED] += 1
        kept[TURNS_AT + state.turn] += 1

    play_on = loop_of(rules, written_cards(rules), choose, write_move, always=True)

    def write_on(state: State, work: Work) -> int:
        kept, _pile, _log, _rng, _bots, _minds, points, counts = work
        if kept[FIRST] >= 0:
            reset(state, kept[FIRST])
            kept[FIRST] = -1
            for seat in range(state.players):
                kept[TURNS_AT + seat] = 0
        why = play_on(state, work, CAP)
        if why == STOPPED:
            waiting: int = kept[WHY]
            return waiting
        for seat in range(state.players):
            points[seat] = score(state, seat)
        counts[CAPPED] += why == TOO_LONG
        counts[UNCLAIMED] += unclaimed(state)
        tally(counts, points, kept, TURNS_AT, state.players, kept[MADE])
        return OVER

    return write_on


def checked(terms: Terms) -> Terms:
    """The terms with every option, if it can be played so."""
    rules = terms.rules
    for bot in terms.bots:
        check_bot(rules, bot)
    start(rules, len(terms.bots), 0, terms.deck, **terms.options)
    return terms._replace(options=options_of(rules, terms.options))


class Scribe:
    """Plays games and writes them down; what they amount to is added up in `counts`."""

    def __init__(self, terms: Terms) -> None:
        self.terms, self.rules = terms, terms.rules
        self.counts = room(len(terms.bots))
        self.head = json.dumps(self._head(), separators=COMPACT)[:-1]
        self.write: Callable[[int, Callable[[], bool]], str] = self._quick if terms.quick else self._thought
        (self._prepare_quick if terms.quick else self._prepare_thought)()

    def _head(self) -> dict[str, object]:
        terms, rules = self.terms, self.rules
        seats = [{"name": name, "player": bot} for name, bot in zip(terms.names, terms.bots, strict=True)]
        head = {"piggery": FORMAT, "game": rules.name, "rules": rules.version, "options": terms.options}
        return {**head, "deck": copies_in(rules, terms.deck), "seats": seats}

    def lines(self, games: Iterable[int], stop: Callable[[], bool] = lambda: False) -> tuple[bytes, Summary]:
        """The games of these numbers, one a line, and what they amount to; fewer if asked to stop."""
        self.counts[:] = room(len(self.terms.bots))
        texts = [text for number in games if not stop() and (text := self.write(number, stop))]
        counts = [int(n) for n in self.counts]
        return "".join(texts).encode(), Summary(len(self.terms.bots), size(self.terms.deck), counts)

    def _line(self, number: int, over: bool, points: Sequence[int], plies: str) -> str:
        fields: dict[str, object] = {"first": self.terms.first(number), "cards": self.terms.cards(number)}
        if over:
            fields["scores"] = [int(score) for score in points]
        rest = json.dumps(fields, separators=COMPACT)[1:-1]
        return f'{self.head},{rest},"plies":["-{plies}"]}}\n'

    def _order(self, number: int) -> Order:
        """How the cards of a game are shuffled."""
        return cast(Order, order_of(self.rules, self.terms.cards(number)))

    # Bots that choose at once

    def _prepare_quick(self) -> None:
        terms, players = self.terms, len(self.terms.bots)
        bots = [bot_number(self.rules, bot) for bot in terms.bots]
        parts: Parts = [
            [0] * KEPT, [0] * MOST_CARDS, [0] * LOG, [0] * 4, bots, mind_lists(self.rules), [0] * players, self.counts,
        ]  # fmt: skip
        self.work = tuple(numbers(part) for part in parts)
        self.kept, self.pile, self.log, self.rng, _, _, self.points, self.counts = self.work
        self.state = record(start(self.rules, players, 0, terms.deck, **terms.options))
        self.play = compiled(writing_of(self.rules))
        self.deck = cards_in(terms.deck)
        self.texts = {card: f" {name}" for card, name in self.rules.names.items()}

    def _quick(self, number: int, stop: Callable[[], bool]) -> str:
        """One game, a call for each shuffle."""
        order = self._order(number)
        self.rng[:] = generator(self.terms.seed, number)
        self.kept[FIRST], self.kept[MADE], self.kept[LEFT] = self.terms.first(number), 0, len(self.deck)
        capped, shuffles, logged, why = self.counts[CAPPED], 0, [], SHUFFLE
        while why != OVER:
            if why == SHUFFLE:
                cards = cards_in(int(self.state.stock)) if shuffles else self.deck
                if not cards:
                    raise CardNotThere("cards.none")
                self.pile[: len(cards)] = order(shuffles, cards)
                self.kept[LEFT] = len(cards)
                shuffles += 1
            self.kept[LOGGED] = 0
            why = self.play(self.state, self.work)
            logged += _plain(self.log[: self.kept[LOGGED]])
        return self._line(number, capped == self.counts[CAPPED], self.points, self._plies(number, logged))

    def _plies(self, number: int, logged: Sequence[int]) -> str:
        """The numbers as text, as it stands in JSON after the first `"-`."""
        if self.rules.part("shorthand", Shorthand) and all(what in self.texts for what in logged):
            return "".join([self.texts[what] for what in logged])
        return "".join(self._spelled(number, logged))

    def _spelled(self, number: int, logged: Sequence[int]) -> Iterator[str]:
        """Play a game again to see what its numbers say, and remember it."""
        rules, terms = self.rules, self.terms
        state = start(rules, len(terms.bots), terms.first(number), terms.deck, **terms.options)
        for what in logged:
            if what < CARDS:
                rules.draw(state, what)
            else:
                move = (what - CARDS) & 63
                self.texts[what] = f'","{rules.move_text(state, move)}'
                rules.play(state, move)
            yield self.texts[what]

    # Bots that think

    def _prepare_thought(self) -> None:
        if any(map(searches, self.terms.bots)):
            warm(self.rules)
        self.players = [player(self.rules, bot, deals=self.terms.deals) for bot in self.terms.bots]

    def _thought(self, number: int, stop: Callable[[], bool]) -> str:
        """One game, move by move; nothing if asked to stop."""
        rules, terms, n = self.rules, self.terms, len(self.terms.bots)
        chance, logged, turns = DrawPile(self._order(number)), list[str](), [0] * n
        rngs = [generator(terms.seed, SEATS * number + seat) for seat in range(n)]
        state = start(rules, n, terms.first(number), terms.deck, **terms.options)
        for now, move in played(
            rules, state, self.players, rngs, lambda now: _draw(rules, now, chance, logged), cap=CAP
        ):
            if stop():
                return ""
            logged.append(f'","{rules.move_text(now, move)}')
            turns[now.turn] += 1
        over = not rules.legal(state)
        points = scores(rules, state)
        self.counts[CAPPED] += not over
        self.counts[UNCLAIMED] += rules.unclaimed(state)
        tally(self.counts, points, turns, 0, n, sum(turns))
        return self._line(number, over, points, "".join(logged))


def _plain(log: Numbers) -> list[int]:
    """The numbers themselves: an array's own are slow to work with."""
    return list(log.tolist() if hasattr(log, "tolist") else log)


def _draw(rules: GameType, state: State, chance: DrawPile, logged: list[str]) -> None:
    """Draw what is due, and write the cards down as they stand after a move."""
    while state.due:
        card = chance.card(rules, state)
        logged.append(f" {rules.names[card]}")
        rules.draw(state, card)
