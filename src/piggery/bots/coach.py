"""The coach: what can be done, what is risky, and why the best move is best, in steps, as lines.

A search says which move is best; the reasons are worked out from the position, and the one that sets that move apart
most from the next is given. Odds are counted exactly. Nothing is looked at that the seat to move cannot see.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ..bags import many
from ..errors import NotKnown
from ..kernel import Numbers
from ..rules import Rules, check_may_move
from ..rules import view as seen_by
from ..words import Line, line
from . import coach_pig10, coach_truie, endings
from .model import CERTAIN
from .reasons import Reason, weightiest
from .search import MODELS, Past, Plan, Search, Thought

PLAN = Plan(milliseconds=1000)

Names = Sequence[str]
Telling = Callable[[Any, int, Names], list[Line]]


class Voice(NamedTuple):
    """What the coach can say about a game; each is asked with a view, a move and the players' names."""

    phrase: Callable[[Any, int, Names], Line]
    nudge: Telling
    ideas: Telling
    caution: Telling
    compare: Callable[[Any, int, int, Names], Iterator[Reason]]


def _voice(game: Any) -> Voice:
    return Voice(game.phrase, game.nudge, game.ideas, game.caution, game.compare)


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
    thoughts = ranked(rules, seen, thought_of(rules, seen, rng, past, plan or PLAN), rng)
    move, voice = thoughts[0].move, VOICES[rules.name]
    ideas = voice.ideas(seen, move, names)
    reasons = [reason for reason in why(rules, seen, thoughts, names) if reason not in ideas]
    tip = line("coach.tip", move=voice.phrase(seen, move, names))
    return Hint(
        [voice.nudge(seen, move, names), ideas, [tip, *voice.caution(seen, move, names), *reasons]], move, thoughts
    )


def thought_of(rules: Rules, view: Any, rng: Numbers, past: Sequence[Past], plan: Plan) -> list[Thought]:
    """Every move, the best first: worked out where an ending can be, else searched."""
    if not countable(rules, view):
        return Search(rules, view, past, plan).run(rng)
    worth = endings.solve(view)
    best = sorted(worth, key=lambda move: (-worth[move], move))
    return [Thought(move, min(max(worth[move] / CERTAIN, 0.0), 1.0), 0.0, 0.0) for move in best]


def countable(rules: Rules, view: Any) -> bool:
    """Whether this is an ending that can be worked out to the last card."""
    return rules.name == "pig10" and endings.solvable(view)


def ranked(rules: Rules, view: Any, thoughts: Sequence[Thought], rng: Numbers) -> list[Thought]:
    """The thoughts, first the move to advise: of those that are equally good, the one that a careful player likes."""
    model, equal = MODELS[rules.name], 0
    for thought in thoughts:
        equal |= good(rules, view, thoughts, thought.move) << thought.move
    first = model.think(view, equal, rng, model.mind(view))
    return sorted(thoughts, key=lambda thought: thought.move != first)


def why(rules: Rules, view: Any, thoughts: Sequence[Thought], names: Names) -> list[Line]:
    """Why the best move is best, and which others are as good."""
    if many(rules.legal(view)) == 1:
        return [line("coach.only")]
    voice, best, view = VOICES[rules.name], thoughts[0].move, seen_by(rules, view, view.turn)
    equal = [thought for thought in thoughts[1:] if good(rules, view, thoughts, thought.move)]
    worse = [thought for thought in thoughts[1:] if thought not in equal]
    if not worse:
        return [line("coach.all_good")]
    reasons = weightiest(voice.compare(view, best, worse[0].move, names))
    told = [reason.pro for reason in reasons]
    if not told and not equal:
        told = [line("coach.counted" if countable(rules, view) else "coach.tried")]
    named = [other for other in equal if not told or _unharmed(voice, view, best, other.move, reasons, names)]
    return told + [line("coach.as_good", move=voice.phrase(view, other.move, names)) for other in named[:1]]


def _unharmed(voice: Voice, view: Any, best: int, other: int, reasons: Sequence[Reason], names: Names) -> bool:
    """Whether a move can be called as good without unsaying the reasons that were given for the best one."""
    against = weightiest(voice.compare(view, best, other, names))
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
    reasons = weightiest(voice.compare(view, best, move, names))
    searched = "coach.counted_not" if countable(rules, view) else "coach.tried_not"
    told = [reason.con for reason in reasons] or [line(searched)]
    return [*told, line("coach.better", move=voice.phrase(view, best, names))]


def good(rules: Rules, view: Any, thoughts: Sequence[Thought], move: int) -> bool:
    """Whether the search cannot tell a move from the best one."""
    if rules.name == "truie" and view.owes:  # rule 7 leaves nothing to guess
        return bool(move == view.held[view.turn])
    found = next(thought for thought in thoughts if thought.move == move)
    return found.chance + found.error >= max(thought.chance for thought in thoughts)
