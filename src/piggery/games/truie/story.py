"""How Un, deux, truie is told: matches and sums, farmers, hogs and heaps, grunts, the end of a round."""

from collections.abc import Iterator

from ...core.story import Story, card_line, number, winners
from ...engine.bags import count
from ...words import Line, both, either, line, paragraph
from ..contract import Action, Names
from . import GAME, moves
from .moves import action
from .rules import DUNG, FARMER, HOG, LUCKY, TruieState, play, seat_after, turning_up

ALL_HEAPS = 3  # that bring points in one hand
CLOVER = "☘"  # marks a lucky pig in a sum

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
    """What is demanded of a seat by its name; of the reader, where that is empty."""
    if not view.demand or view.owes:
        return None
    key, player = "table.farmer" if view.demand == FARMER else "table.hog", names[view.turn]
    return line(key, player=player, top=view.top) if player else line(f"{key}_yours", top=view.top)


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
    drawn = 0 if after.round != view.round else after.due  # a new round is dealt, and nothing drawn for the hog
    return line("table.then_draw", label=said, n=drawn) if drawn else said


def _label(view: TruieState, done: Action, names: Names) -> Line:
    match done.kind:
        case moves.GRUNTS:
            keys = ("story.no_grunt", "table.grunt", "table.grunt_twice")
            return line(keys[done.value], player=names[view.turn])
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
    first, second = (CLOVER if card == LUCKY else "" for card in done.cards)
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


# The rules in short


def rules(view: TruieState) -> Iterator[Line]:
    """What holds at this table. A card that is not in the deck is not mentioned."""
    farmers, hogs, lucky, heaps = (count(view.deck, card) for card in (FARMER, HOG, LUCKY, DUNG))
    example = all(count(view.deck, pig) for pig in (2, 3, 5, 8))
    yield line("rules.truie.1")
    yield line("rules.truie.2")
    yield line("rules.truie.3" if example else "rules.truie.3.plain")
    if farmers:
        yield line("rules.truie.4" if hogs else "rules.truie.4.no_hogs")
    if hogs:
        yield _hog_rule(view)
    if lucky:
        yield _lucky_rule(view)
    if heaps:
        yield line("rules.truie.7")
    yield line("rules.truie.8")
    yield line("rules.truie.9.auto" if view.auto else "rules.truie.9")
    yield _end_rule(view)
    yield _points_rule(view)
    yield line("rules.truie.12", n=number(view.rounds)) if view.rounds > 1 else line("rules.truie.12.one")


def _hog_rule(view: TruieState) -> Line:
    tens = _among(view, {FARMER: "rules.truie.5.farmer", DUNG: "rules.truie.5.heap"})
    return line("rules.truie.5", things=either([*tens, line("rules.truie.5.nothing")]))


def _lucky_rule(view: TruieState) -> Line:
    if view.copycat:
        return line("rules.truie.6.copy.heaps" if count(view.deck, DUNG) else "rules.truie.6.copy")
    any_pig, demands = line("rules.truie.6"), _among(view, {FARMER: "rules.truie.6.farmer", HOG: "rules.truie.6.hog"})
    return paragraph(any_pig, line("rules.truie.6.after", things=either(demands))) if demands else any_pig


def _end_rule(view: TruieState) -> Line:
    end = line("rules.truie.10" if count(view.deck, DUNG) else "rules.truie.10.no_heaps")
    last_card = line("rules.truie.10.draws" if view.draws_last else "rules.truie.10.ends")
    return paragraph(end, last_card) if count(view.deck, HOG) else end


def _points_rule(view: TruieState) -> Line:
    words = {FARMER: "rules.truie.11.farmer", HOG: "rules.truie.11.hog", LUCKY: "rules.truie.11.lucky"}
    tens, heaps = _among(view, words), count(view.deck, DUNG)
    said = [line("rules.truie.11")]
    if tens:
        said.append(line("rules.truie.11.ten", things=both(tens)))
    if heaps:
        said.append(line("rules.truie.11.heap" if heaps < ALL_HEAPS else "rules.truie.11.heaps"))
    return paragraph(*said)


def _among(view: TruieState, words: dict[int, str]) -> list[Line]:
    """The words for those of the cards that are in the deck."""
    return [line(key) for card, key in words.items() if count(view.deck, card)]


STORY = Story[TruieState](
    tell=tell,
    changes=changes,
    label=label,
    phrase=phrase,
    lies=lies,
    demand=demand,
    standing=standing,
    rules=rules,
    speaks=lambda kind: kind not in (moves.ALONE, moves.HEAP),
    turns_up=turning_up,
    turned_up="story.round_starts",
    ask_turned_up="plain.ask_pig",
)
