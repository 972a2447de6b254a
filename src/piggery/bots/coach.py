"""The coach: what can be done, what is risky, and why the best move is best, in steps, as lines.

A search says which move is best; the reasons are worked out from the position, and the one that sets that move apart
most from the next is given. Odds are counted exactly. Nothing is looked at that the seat to move cannot see.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..engine.bags import many
from ..engine.kernel import Numbers
from ..errors import NotKnown
from ..games.contract import Rules, check_may_move
from ..games.contract import view as seen_by
from ..games.pig10 import coach as coach_pig10
from ..games.pig10 import endings
from ..games.truie import coach as coach_truie
from ..words import Line, line
from .model import CERTAIN
from .reasons import Reason, weightiest
from .search import Past, Plan, Search, Thought

PLAN = Plan(milliseconds=1000)
CLOSE = 0.01  # chances, and errors, that make no difference to a child

Names = Sequence[str]
Telling = Callable[[Any, int, Names], list[Line]]


class Voice(NamedTuple):
    """What the coach can say about a game; each is asked with a view, a move and the players' names."""

    phrase: Callable[[Any, int, Names], Line]
    nudge: Telling
    ideas: Telling
    caution: Telling
    compare: Callable[[Any, int, int, Names], Iterator[Reason]]
    light: float  # a reason that weighs no more is not given
    weighty: float  # moves that are set apart by such a reason are not called equal
    told: Mapping[str, str]  # reasons that say no more than an idea, by their keys

    def reasons(self, view: Any, best: int, other: int, names: Names) -> list[Reason]:
        return weightiest(self.compare(view, best, other, names), self.light)


def _voice(game: Any) -> Voice:
    return Voice(game.phrase, game.nudge, game.ideas, game.caution, game.compare, game.LIGHT, game.WEIGHTY, game.TOLD)


VOICES = {"pig10": _voice(coach_pig10), "truie": _voice(coach_truie)}


class Hint(NamedTuple):
    """Help in three steps: a nudge, the idea, the move."""

    steps: list[list[Line]]
    move: int
    thoughts: list[Thought]


def hint(
    rules: Rules, view: Any, rng: Numbers, names: Names, past: Sequence[Past] = (), plan: Plan | None = None
) -> Hint:
    """Help for the seat to move. A whole state may be given: only what the seat can see is used."""
    check_may_move(rules, view)
    if not view.deck:
        raise NotKnown("deck")
    seen = seen_by(rules, view, view.turn)
    thoughts = thought_of(rules, seen, rng, past, plan or PLAN)
    move, voice = thoughts[0].move, VOICES[rules.name]
    ideas = voice.ideas(seen, move, names)
    said = {idea.key for idea in ideas}
    reasons = [
        reason
        for reason in why(rules, seen, thoughts, names)
        if reason not in ideas and voice.told.get(reason.key) not in said
    ]
    tip = line("coach.tip", move=voice.phrase(seen, move, names))
    return Hint(
        [voice.nudge(seen, move, names), ideas, [tip, *voice.caution(seen, move, names), *reasons]], move, thoughts
    )


def thought_of(rules: Rules, view: Any, rng: Numbers, past: Sequence[Past], plan: Plan) -> list[Thought]:
    """Every move, first the one to advise: worked out where an ending can be, else searched."""
    search = Search(rules, view, past, plan)
    thoughts = _solved(view) if countable(rules, view) else search.run(rng)
    return ranked(rules, view, thoughts, search.favourite(rng))


def _solved(view: Any) -> list[Thought]:
    worth = endings.solve(view)
    best = sorted(worth, key=lambda move: (-worth[move], move))
    return [Thought(move, min(max(worth[move] / CERTAIN, 0.0), 1.0), 0.0, 0.0) for move in best]


def countable(rules: Rules, view: Any) -> bool:
    """Whether this is an ending in which nothing is hidden, so that it can be worked out to the last card."""
    return rules.name == "pig10" and endings.certain(view)


def ranked(rules: Rules, view: Any, thoughts: Sequence[Thought], favourite: int) -> list[Thought]:
    """The thoughts, first the move to advise: the favourite, as long as nothing is known to be better."""
    equal = [thought.move for thought in thoughts if good(rules, view, thoughts, thought.move)]
    first = favourite if favourite in equal else equal[0]
    return sorted(thoughts, key=lambda thought: thought.move != first)


def why(rules: Rules, view: Any, thoughts: Sequence[Thought], names: Names) -> list[Line]:
    """Why the best move is best, and which others are as good."""
    if many(rules.legal(view)) == 1:
        return [line("coach.only")]
    voice, best, view = VOICES[rules.name], thoughts[0].move, seen_by(rules, view, view.turn)
    equal = [thought for thought in thoughts[1:] if good(rules, view, thoughts, thought.move)]
    worse = [thought for thought in thoughts[1:] if thought not in equal]
    if not worse and _even(voice, view, thoughts, names):
        return [line("coach.all_good")]
    rivals = worse[:1] or equal[::-1]  # where nothing is known to be worse, the one that looks worst
    reasons = next(filter(None, (voice.reasons(view, best, rival.move, names) for rival in rivals)), [])
    told = [reason.pro for reason in reasons]
    named = [other for other in equal if _unharmed(voice, view, best, other.move, reasons, names)]
    if not told and not named:
        told = [line("coach.counted" if countable(rules, view) else "coach.tried")]
    return told + [line("coach.as_good", move=voice.phrase(view, other.move, names)) for other in named[:1]]


def _even(voice: Voice, view: Any, thoughts: Sequence[Thought], names: Names) -> bool:
    """Whether all moves are known to be about as good: not if the search merely cannot tell."""
    top, best = max(thought.chance for thought in thoughts), thoughts[0].move
    if any(thought.error >= CLOSE or top - thought.chance >= CLOSE for thought in thoughts):
        return False
    others = [thought.move for thought in thoughts[1:]]
    pairs = [(best, other) for other in others] + [(other, best) for other in others]
    reasons = (reason for one, two in pairs for reason in voice.compare(view, one, two, names))
    return all(reason.weight < voice.weighty for reason in reasons)


def _unharmed(voice: Voice, view: Any, best: int, other: int, reasons: Sequence[Reason], names: Names) -> bool:
    """Whether a move can be called as good without unsaying the reasons that were given for the best one."""
    against = voice.reasons(view, best, other, names)
    told = [reason.pro for reason in reasons]
    lighter = sum(reason.weight for reason in against) <= sum(reason.weight for reason in reasons)
    return lighter and not any(reason.pro in told for reason in against)


def why_not_best(rules: Rules, view: Any, thoughts: Sequence[Thought], move: int, names: Names) -> list[Line]:
    """What is wrong with a move, and what is better; or that nothing is wrong with it."""
    voice, best, view = VOICES[rules.name], thoughts[0].move, seen_by(rules, view, view.turn)
    if move == best:
        return [line("coach.best")]
    if good(rules, view, thoughts, move):
        return [line("coach.fine")]
    reasons = voice.reasons(view, best, move, names)
    searched = "coach.counted_not" if countable(rules, view) else "coach.tried_not"
    told = [reason.con for reason in reasons] or [line(searched)]
    return [*told, line("coach.better", move=voice.phrase(view, best, names))]


def good(rules: Rules, view: Any, thoughts: Sequence[Thought], move: int) -> bool:
    """Whether the search cannot tell a move from the best one."""
    if rules.name == "truie" and view.owes:  # rule 7 leaves nothing to guess
        return bool(move == view.held[view.turn])
    found = next(thought for thought in thoughts if thought.move == move)
    return found.chance + found.error >= max(thought.chance for thought in thoughts)
