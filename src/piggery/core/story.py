"""What happened in a ply, as lines to be said: to everyone, or to one seat with the cards only it has seen."""

from collections.abc import Sequence
from typing import Any

from ..games.contract import Rules, parse_move, scores
from ..games.pig10 import rules as pig10
from ..games.truie import rules as truie
from ..games.truie import view as truie_view
from ..words import Line, both, catalogue, line
from .record import Ply, Record

ALL = -2  # the reader sees every hand


def tell(record: Record, ply: Ply, reader: int = ALL) -> list[Line]:
    """The lines of one ply. A spectator is reader -1."""
    return tell_all(record, ply, [reader])[0]


def tell_all(record: Record, ply: Ply, readers: Sequence[int]) -> list[list[Line]]:
    """The lines of one ply for each reader: all hear the move, not all the cards drawn after it."""
    rules, names = record.rules, record.names
    told: list[Line] = []
    state = ply.before
    if ply.move != "-":
        move, after = _played(rules, ply)
        teller = _tell_pig10 if rules.name == "pig10" else _tell_truie
        told = teller(names, state, move, after) + _changes(rules, names, state, after, 0)
        state = after
    return [told + _tell_draws(rules, names, state, ply.draws, reader) for reader in readers]


def _played(rules: Rules, ply: Ply) -> tuple[int, Any]:
    """The move as a number, and the state before any card was drawn."""
    if ply.choice is not None and ply.laid is not None:
        return ply.choice, ply.laid
    move, after = parse_move(rules, ply.before, ply.move), ply.before.copy()
    rules.play(after, move)
    return move, after


def card_line(rules: Rules, card: int) -> Line:
    """`a 7`, `a frog`."""
    return line(f"{rules.name}.card.{rules.names[card]}")


def number(n: int) -> Line:
    """A number as a word, as far as there are words; sums in both games stay below twenty."""
    return line(f"number.{n}")


def _tell_pig10(names: Sequence[str], state: Any, move: int, after: Any) -> list[Line]:
    seat, card, called = state.turn, move >> 2, pig10.call(state, move)
    values: dict[str, Any] = {"player": names[seat], "card": line(f"pig10.card.{card}"), "call": number(called)}
    if called < pig10.TEN:
        return [Line("story.call", values)]
    n = state.laid + 1
    if called == pig10.TEN:
        return [Line("story.ten", {**values, "won": line("cards", n=n)})]
    return [Line("story.over_ten", {**values, "winner": names[seat - 1], "won": line("cards", n=n)})]


def _tell_truie(names: Sequence[str], state: Any, move: int, after: Any) -> list[Line]:
    player = names[state.turn]
    if state.owes:
        told = [line("story.grunt", player=player, n=move) if move else line("story.no_grunt", player=player)]
        if move != state.held[state.turn]:
            told.append(line("story.wrong_grunt", player=player) if after.due else line("story.wrong_nothing"))
        return told
    if move == truie.DRAW:
        return [] if after.due else [line("story.nothing", player=player)]
    if move in (truie.LAY_FARMER, truie.LAY_HOG):
        key = "story.farmer" if move == truie.LAY_FARMER else "story.hog"
        return [line(key, player=player, next=names[truie.seat_after(state, 1)], top=state.top)]
    if move >= truie.PASS:
        to = truie.heir(state, move)
        card = line("truie.card.L") if move >= truie.PASS_LUCKY else line(f"truie.card.{state.held[to]}")
        return [line("story.heap", player=player, card=card, to=names[to], n=state.held[to])]
    if move >= truie.NAME:
        return [line("story.lucky", player=player, value=move - truie.NAME + 1)]
    return _tell_sum(player, state, move)


def _tell_sum(player: str, state: Any, move: int) -> list[Line]:
    value = truie.new_top(move)
    if value == state.top:
        return [line("story.match", player=player, card=line(f"truie.card.{value}"))]
    key = "sum.plus" if value > state.top else "sum.minus"
    a = abs(value - state.top)
    told = [line("story.sum", player=player, sum=line(key, top=number(state.top), a=number(a), b=number(value)))]
    lucky = [
        number(n) for n, card in zip((a, value), truie_view.sum_cards(state, move), strict=True) if card == truie.LUCKY
    ]
    return told + [line("story.stands_for", value=n) for n in lucky]


def _changes(rules: Rules, names: Sequence[str], before: Any, after: Any, drawn: int) -> list[Line]:
    """What a change of state brings along: a new draw pile, the end of a round, the end of the game."""
    if rules.name == "pig10":
        return winners(names, after.wins, "story.wins_cards") if rules.over(after) else []
    told = []
    ended = rules.rounds_over(after) > rules.rounds_over(before)
    if after.left > before.left - drawn and not ended:
        told.append(line("story.reshuffle"))
    if ended:
        told.append(line("story.round_over", round=before.round))
        told += [
            line("story.round_score", player=name, points=new - old, total=new)
            for name, new, old in zip(names, after.scores, before.scores, strict=False)
        ]
    if rules.over(after):
        told += winners(names, after.scores, "story.wins_points")
    return told


def winners(names: Sequence[str], points: Sequence[int], key: str) -> list[Line]:
    """Who won; equal points share the place."""
    best = max(points[: len(names)])
    first = [name for name, n in zip(names, points, strict=False) if n == best]
    if len(first) > 1:
        return [line(key + "_shared", players=both(first), n=best)]
    return [line(key, player=first[0], n=best)]


def _tell_draws(rules: Rules, names: Sequence[str], state: Any, draws: Sequence[str], reader: int) -> list[Line]:
    """Cards drawn by one seat in a row are told together."""
    if rules.name == "pig10" and state.begun and len(draws) == 1:  # nothing else can come of it
        return [_drawn(rules, names[state.turn], [rules.cards[draws[0]]], reader in (ALL, state.turn))]
    told: list[Line] = []
    drawn: list[int] = []
    state = state.copy()
    for place, name in enumerate(draws):
        card, seat, before = rules.cards[name], state.turn, state.copy()
        rules.draw(state, card)
        if rules.name == "truie" and truie.turning_up(before):
            told.append(line("story.turned_up", card=card_line(rules, card)))
            continue
        drawn.append(card)
        ended = rules.rounds_over(state) > rules.rounds_over(before)
        if state.turn != seat or not state.due or ended or place == len(draws) - 1:
            told.append(_drawn(rules, names[seat], drawn, reader in (ALL, seat)))
            drawn = []
        told += _changes(rules, names, before, state, 1)
    return told


def _drawn(rules: Rules, player: str, cards: Sequence[int], seen: bool) -> Line:
    if seen:
        return line("story.draws_cards", player=player, cards=both(card_line(rules, card) for card in cards))
    return line("story.draws", player=player, n=len(cards))


def rules_lines(rules: Rules) -> list[Line]:
    """The rules in short, for the table."""
    return [Line(key) for key in catalogue("en") if key.startswith(f"rules.{rules.name}.")]


def scores_lines(record: Record, state: Any) -> list[Line]:
    """The table as it stands, best first."""
    totals = scores(record.rules, state)
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    return [line("score.line", player=record.seats[seat].name, n=totals[seat]) for seat in order]
