"""The coach: what can be done, what is risky, and why the best move is best, in steps, as lines.

A search says which move is best; the reasons are worked out from the position, and the one that sets that move apart
most from the next is given. Odds are counted exactly. Nothing is looked at that the seat to move cannot see.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Generic, NamedTuple

from ..core.story import score_line, story_of
from ..engine.bags import many
from ..engine.kernel import Numbers
from ..errors import NotKnown
from ..games.checks import check_may_move, view_of
from ..games.contract import GameType, Names, S, State
from ..words import Line, line
from .endings import certain, solved
from .reasons import Reason, weightiest
from .search import Effort, PastTurn, Search, Thought

EFFORT = Effort(milliseconds=1000)
CLOSE = 0.01  # chances, and errors, that make no difference to a child

Telling = Callable[[S, int, Names], list[Line]]


@dataclass(frozen=True)
class Voice(Generic[S]):
    """The coach of a game; each function is asked with a view, a move and the players' names."""

    phrase: Callable[[S, int, Names], Line]  # a move as something to do
    nudge: Telling[S]  # where to look
    ideas: Telling[S] = lambda view, move, names: []  # what can be done, and what is risky
    caution: Telling[S] = lambda view, move, names: []  # what must not be forgotten with a move
    # what sets two moves apart
    compare: Callable[[S, int, int, Names], Iterable[Reason]] = lambda view, best, other, names: ()
    light: float = 0.0  # a reason that weighs no more is not given
    weighty: float = 1.0  # moves that are set apart by such a reason are not called equal
    implied: Mapping[str, str] = field(default_factory=dict)  # reasons that say no more than an idea, by their keys
    binding: Collection[str] = ()  # ideas, by their keys, that speak against every move that they do not hold for

    def reasons(self, view: S, best: int, other: int, names: Names, ideas: Sequence[Line] = ()) -> list[Reason]:
        """What speaks most for the better move; rather not what the ideas have said."""
        found = list(self.compare(view, best, other, names))
        fresh = [reason for reason in found if self.fresh(reason.pro, ideas)]
        return weightiest(fresh, self.light) or weightiest(found, self.light)

    def fresh(self, reason: Line, ideas: Sequence[Line]) -> bool:
        """Whether a reason says more than these ideas."""
        return reason not in ideas and self.implied.get(reason.key) not in {idea.key for idea in ideas}


@cache
def voice_of(game: GameType) -> Voice:
    return game.part("coach", Voice) or _plain_voice(game)


def _plain_voice(game: GameType) -> Voice:
    """For a game without a coach of its own: how many moves there are, who is ahead of the others, and the move."""

    def phrase(view: State, move: int, names: Names) -> Line:
        return line("coach.play", move=story_of(game).phrase(view, move, names))

    def nudge(view: State, move: int, names: Names) -> list[Line]:
        return [line("coach.nudge", n=many(game.legal(view)))]

    def ideas(view: State, move: int, names: Names) -> list[Line]:
        others = [seat for seat in range(view.players) if seat != view.turn]
        rival = max(others, key=lambda seat: game.score(view, seat))
        score, held = score_line(game, game.score(view, rival)), line("table.held", n=view.held[rival])
        return [line("coach.rival", player=names[rival], score=score, held=held)]

    return Voice(phrase, nudge, ideas)


class Advice(NamedTuple):
    """Help in three steps: a nudge, the idea, the move."""

    steps: list[list[Line]]
    move: int
    thoughts: list[Thought]


def hint(
    game: GameType, view: State, rng: Numbers, names: Names, past: Sequence[PastTurn] = (), effort: Effort | None = None
) -> Advice:
    """Help for the seat to move. A whole state may be given: only what the seat can see is used."""
    check_may_move(game, view)
    if not view.deck:
        raise NotKnown("deck")
    view = view_of(game, view, view.turn)
    return advised(game, view, thought_of(game, view, rng, past, effort or EFFORT), names)


def advised(game: GameType, view: State, thoughts: list[Thought], names: Names) -> Advice:
    """The steps to the first of these thoughts."""
    move, voice = thoughts[0].move, voice_of(game)
    ideas = voice.ideas(view, move, names)
    fresh = [one for one in why(game, view, thoughts, names, ideas) if voice.fresh(one, ideas)]
    tip = [line("coach.tip", move=voice.phrase(view, move, names)), *voice.caution(view, move, names), *fresh]
    return Advice([voice.nudge(view, move, names), ideas, tip], move, thoughts)


def thought_of(game: GameType, view: State, rng: Numbers, past: Sequence[PastTurn], effort: Effort) -> list[Thought]:
    """Every move, first the one to advise: worked out where an ending can be, else searched."""
    search = Search(game, view, past, effort)
    endings = solved(game, view)
    thoughts = endings.thoughts(view) if endings else search.run(rng)
    return ranked(game, view, thoughts, search.favourite(rng))


def ranked(game: GameType, view: State, thoughts: Sequence[Thought], favourite: int) -> list[Thought]:
    """The thoughts, first the move to advise: the favourite, as long as nothing is known to be better."""
    equal = [thought.move for thought in thoughts if good(game, view, thoughts, thought.move)]
    first = favourite if favourite in equal else equal[0]
    return sorted(thoughts, key=lambda thought: thought.move != first)


def why(
    game: GameType, view: State, thoughts: Sequence[Thought], names: Names, ideas: Sequence[Line] = ()
) -> list[Line]:
    """Why the best move is best, and which others are as good; beside what these ideas have said."""
    if many(game.legal(view)) == 1:
        return [line("coach.only")]
    voice, best, view = voice_of(game), thoughts[0].move, view_of(game, view, view.turn)
    equal = [thought for thought in thoughts[1:] if good(game, view, thoughts, thought.move)]
    worse = [thought for thought in thoughts[1:] if thought not in equal]
    if not worse and _even(voice, view, thoughts, names):
        return [line("coach.all_good")]
    rivals = worse[:1] or equal[::-1]  # where nothing is known to be worse, the one that looks worst
    reasons = next(filter(None, (voice.reasons(view, best, rival.move, names, ideas) for rival in rivals)), [])
    lines = [reason.pro for reason in reasons]
    bound = [idea for idea in ideas if idea.key in voice.binding]
    named = [
        other
        for other in equal
        if _unharmed(voice, view, best, other.move, reasons, names)
        and all(idea in voice.ideas(view, other.move, names) for idea in bound)
    ]
    if not lines and not named:
        lines = [line("coach.counted" if certain(game, view) else "coach.tried")]
    return lines + [line("coach.as_good", move=voice.phrase(view, other.move, names)) for other in named[:1]]


def _even(voice: Voice, view: State, thoughts: Sequence[Thought], names: Names) -> bool:
    """Whether all moves are known to be about as good: not if the search merely cannot tell."""
    top, best = max(thought.chance for thought in thoughts), thoughts[0].move
    if any(thought.error >= CLOSE or top - thought.chance >= CLOSE for thought in thoughts):
        return False
    others = [thought.move for thought in thoughts[1:]]
    pairs = [(best, other) for other in others] + [(other, best) for other in others]
    reasons = (reason for one, two in pairs for reason in voice.compare(view, one, two, names))
    return all(reason.weight < voice.weighty for reason in reasons)


def _unharmed(voice: Voice, view: State, best: int, other: int, reasons: Sequence[Reason], names: Names) -> bool:
    """Whether a move can be called as good without contradicting the reasons that were given for the best one."""
    against = voice.reasons(view, best, other, names)
    lines = [reason.pro for reason in reasons]
    lighter = sum(reason.weight for reason in against) <= sum(reason.weight for reason in reasons)
    return lighter and not any(reason.pro in lines for reason in against)


def why_not_best(game: GameType, view: State, thoughts: Sequence[Thought], move: int, names: Names) -> list[Line]:
    """The faults of a move, and a better one; or that there is nothing wrong with it."""
    voice, best, view = voice_of(game), thoughts[0].move, view_of(game, view, view.turn)
    if move == best:
        return [line("coach.best")]
    if good(game, view, thoughts, move):
        return [line("coach.fine")]
    reasons = voice.reasons(view, best, move, names)
    searched = "coach.counted_not" if certain(game, view) else "coach.tried_not"
    faults = [reason.con for reason in reasons] or [line(searched)]
    fresh = [fault for n, fault in enumerate(faults) if fault not in faults[:n]]
    return [*fresh, line("coach.better", move=voice.phrase(view, best, names))]


def good(game: GameType, view: State, thoughts: Sequence[Thought], move: int) -> bool:
    """Whether the search cannot tell a move from the best one."""
    if game.reaction and game.reaction.owed(view):  # the rules leave nothing to guess
        return move == game.reaction.right(view)
    found = next(thought for thought in thoughts if thought.move == move)
    return found.chance + found.error >= max(thought.chance for thought in thoughts)
