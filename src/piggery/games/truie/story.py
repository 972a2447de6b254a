"""How Un, deux, truie is told: matches and sums, farmers, hogs and heaps, grunts, the end of a round."""

from ...core.story import Story, card_line, number, winners
from ...words import Line, line
from ..contract import Action, Names
from . import GAME, moves
from .moves import action
from .rules import FARMER, HOG, LUCKY, TruieState, play, seat_after, turning_up

STAR = "★"  # marks a lucky pig in a sum

# What happened


def tell(names: Names, state: TruieState, move: int, after: TruieState) -> list[Line]:
    player, done = names[state.turn], action(state, move)
    match done.kind:
        case moves.GRUNTS:
            return _tell_grunt(player, state, move, after)
        case moves.DRAWS:
            return [] if after.due else [line("story.nothing", player=player)]
        case moves.LAYS_FARMER | moves.LAYS_HOG:
            return [line(f"story.{done.kind}", player=player, next=names[seat_after(state, 1)], top=state.top)]
        case moves.HEAP:
            card, to = card_line(GAME, done.cards[0]), names[done.to]
            return [line("story.heap", player=player, card=card, to=to, n=done.value)]
        case moves.ALONE:
            return [line("story.lucky", player=player, value=done.value)]
        case moves.MATCH:
            return [line("story.match", player=player, card=card_line(GAME, done.value))]
    return _tell_sum(player, state, done)


def _tell_grunt(player: str, state: TruieState, times: int, after: TruieState) -> list[Line]:
    lines = [line("story.grunt", player=player, n=times) if times else line("story.no_grunt", player=player)]
    if times != state.held[state.turn]:
        lines.append(line("story.wrong_grunt", player=player) if after.due else line("story.wrong_nothing"))
    return lines


def _tell_sum(player: str, state: TruieState, done: Action) -> list[Line]:
    parts = zip((abs(done.value - state.top), done.value), done.cards, strict=True)
    lucky = [line("story.stands_for", value=number(n)) for n, card in parts if card == LUCKY]
    return [line("story.sum", player=player, sum=sum_line(state, done)), *lucky]


def sum_line(state: TruieState, done: Action) -> Line:
    """`two plus three is five`."""
    key = "sum.plus" if done.value > state.top else "sum.minus"
    return line(key, top=number(state.top), a=number(abs(done.value - state.top)), b=number(done.value))


def changes(names: Names, before: TruieState, after: TruieState, drawn: int) -> list[Line]:
    """A new draw pile, the end of a round, the end of the game."""
    lines = []
    ended = GAME.ends_round(before, after)
    if after.left > before.left - drawn and not ended:
        lines.append(line("story.reshuffle"))
    if ended:
        lines.append(line("story.round_over", round=before.round))
        lines += [
            line("story.round_score", player=name, points=new - old, total=new)
            for name, new, old in zip(names, after.scores, before.scores, strict=False)
        ]
    if after.over:
        lines += winners(names, after.scores, "story.wins_points")
    return lines


def lies(view: TruieState, names: Names) -> list[Line]:
    return [line("plain.top", card=card_line(GAME, view.top))]


def demand(view: TruieState, names: Names) -> Line | None:
    if not view.demand or view.owes:
        return None
    return line("table.farmer" if view.demand == FARMER else "table.hog", player=names[view.turn], top=view.top)


def standing(view: TruieState, names: Names) -> Line:
    return line("table.round", round=view.round, rounds=view.rounds)


# What can be done


def label(view: TruieState, move: int, names: Names) -> Line:
    """After a hog a label also says how many cards the move costs."""
    done = action(view, move)
    said = _label(view, done, names)
    if view.demand != HOG or done.kind in (moves.GRUNTS, moves.DRAWS):
        return said
    after = view.copy()
    play(after, move)
    return line("table.then_draw", label=said, n=after.due) if after.due else said


def _label(view: TruieState, done: Action, names: Names) -> Line:
    match done.kind:
        case moves.GRUNTS:
            return line(("story.no_grunt", "table.grunt", "table.grunt_twice")[done.value])
        case moves.DRAWS:
            return line("table.draw_ten" if view.demand == HOG else "table.draw")
        case moves.LAYS_FARMER | moves.LAYS_HOG:
            return line(f"table.lay_{done.kind}")
        case moves.HEAP:
            key = "table.pass_lucky" if LUCKY in done.cards else "table.pass"
            return line(key, player=names[done.to], n=done.value)
        case moves.ALONE:
            return line("table.name", n=done.value)
        case moves.MATCH:
            return line("table.lay", n=done.value)
    first, second = (STAR if card == LUCKY else "" for card in done.cards)
    sign = "+" if done.value > view.top else "−"
    return line("table.sum", text=f"{view.top} {sign} {first}{abs(done.value - view.top)} = {second}{done.value}")


def phrase(view: TruieState, move: int, names: Names) -> Line:
    """`a dung heap for Ben`."""
    done = action(view, move)
    match done.kind:
        case moves.GRUNTS:
            return line("review.grunt", n=move) if move else line("review.no_grunt")
        case moves.DRAWS:
            return line("review.draw")
        case moves.HEAP:
            return line("review.heap", player=names[done.to])
        case moves.ALONE:
            return line("review.lucky", value=done.value)
        case moves.SUM:
            return line("review.sum", sum=sum_line(view, done))
    return line(f"truie.card.{GAME.names[done.cards[0]]}")


STORY = Story[TruieState](
    tell=tell,
    changes=changes,
    label=label,
    phrase=phrase,
    lies=lies,
    demand=demand,
    standing=standing,
    speaks=lambda kind: kind not in (moves.ALONE, moves.HEAP),
    turns_up=turning_up,
    turned_up="story.round_starts",
    ask_turned_up="plain.ask_pig",
)
