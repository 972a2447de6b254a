"""The review is fair to whoever is behind: where the chances to win hardly differ, cards or points count."""

from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest

from piggery.answers.noted import judged as travelling
from piggery.answers.noted import note_of
from piggery.bots.model import model_of
from piggery.bots.search import Effort, Thought
from piggery.core.record import Record, Seat
from piggery.engine.kernel import generator
from piggery.games.checks import deck_of, parse_move
from piggery.games.contract import GameType
from piggery.games.pig10 import GAME, endings
from piggery.games.registry import game_type
from piggery.study.account import account, summary
from piggery.study.chances import AllSeatsSearch, SeatChances
from piggery.study.judging import LOSSES, alike, judged, verdict
from piggery.study.review import Note, review
from piggery.study.telling import tell_note, tell_seat, to_blame
from piggery.words import LANGUAGES, Line, say
from worlds import state_of

PIG10, TRUIE = game_type("pig10"), game_type("truie")
NAMES = ("Ada", "Ben", "Cem", "Dora")
ADA, BEN = 0, 1
LOST = (
    "- 10 8 7 2 3 10", "10=10 6", "2=2 1", "8=10 1", "3=3 8", "7=10", "10=10", "6=6", "1=7", "1=8", "8=16",
)  # fmt: skip
WON = (
    "- 2 3 4 8 7 6", "2=2 6", "8=10 1", "3=3 1", "7=10 8", "4=4", "6=10", "6=6", "1=7", "1=8", "8=16",
)  # fmt: skip
# Ada wins one pile after the other; then Ben, who has lost already, goes over ten with three cards in the middle.
BEHIND = {
    2: "1=1 9=10 " * 7 + "10=10 4=4 1=5 1=6 8=14",
    3: "1=1 1=2 8=10 " * 5 + "4=4 1=5 1=6 8=14",
    4: "1=1 1=2 1=3 7=10 " * 4 + "10=10 4=4 1=5 1=6 8=14",
}
KEPT = {BEN: ["3", "3"]}  # what each still holds in the end; the others three tens
LAST = ["2", "2"]  # in the draw pile


def game(plies: Sequence[str], players: int = 2, first: int = 0, more: Sequence[str] = ()) -> Record:
    """A game with just the cards that it needs, and a few more that nobody has drawn."""
    drawn = Counter(card for ply in plies for card in ply.split(" ")[1:])
    deck = deck_of(PIG10, {name: (drawn + Counter(more))[name] for name in PIG10.cards})
    seats = tuple(Seat(name) for name in NAMES[:players])
    return Record(PIG10, seats, first, deck, {}, {"from": "seed", "seed": "1"}, tuple(plies))


def behind(players: int) -> Record:
    """Ben leads the first pile; everybody draws the cards in the order in which they are laid."""
    moves = BEHIND[players].split()
    seats = [(BEN + n) % players for n in range(len(moves))]
    cards = {
        seat: [move.split("=")[0] for move, own in zip(moves, seats, strict=True) if own == seat] for seat in seats
    }
    piles = {seat: [*own, *KEPT.get(seat, ["10"] * 3)] for seat, own in cards.items()}
    deal = " ".join(card for seat in seats[:players] for card in piles[seat][:3])
    waiting = {seat: iter(pile[3:]) for seat, pile in piles.items()}
    plies = [f"{move} {next(waiting[seat])}" for move, seat in zip(moves[:-1], seats, strict=False)]
    return game([f"- {deal}", *plies, moves[-1]], players, BEN, LAST)


@cache
def notes(record: tuple[str, ...] | int) -> list[Note]:
    whole = behind(record) if isinstance(record, int) else game(record)
    return list(review(whole, generator(1), Effort(deals=60)))


def said(note: Note, language: str = "en") -> str:
    return " ".join(say(what, language) for what in tell_note(note))


def thought(move: int, chance: float, score: float, error: float = 0.0, score_error: float = 0.0) -> Thought:
    return Thought(move, chance, error, error, score, score_error)


# Who has lost already, or won


def test_giving_four_cards_away_in_a_lost_game_is_no_good_move() -> None:
    last = notes(LOST)[-1]
    assert (last.seat, last.text, last.exact) == (BEN, "8=16", True)
    assert {one.chance for one in last.thoughts} == {0}
    assert (last.verdict, last.unit, last.loss, last.error) == ("review.blunder", "cards", 4, 0)
    assert last.best == parse_move(PIG10, state_of(PIG10, "pig10 -/8 6,1,1 8 1 -/- -"), "8=8")


def test_giving_four_cards_away_in_a_game_that_is_won_anyway_is_no_good_move() -> None:
    last = notes(WON)[-1]
    assert {one.chance for one in last.thoughts} == {1}
    assert (last.verdict, last.unit, last.loss) == ("review.blunder", "cards", 4)


@pytest.mark.parametrize("plies", [LOST, WON])
def test_leaving_them_is_the_best_move(plies: tuple[str, ...]) -> None:
    last = notes((*plies[:-1], "8=8"))[-1]
    assert (last.verdict, last.unit, last.loss) == ("review.best", "cards", 0)
    assert last.best == last.move


@pytest.mark.parametrize("players", BEHIND)
def test_where_cards_are_hidden_they_are_guessed_and_it_is_no_good_move_either(players: int) -> None:
    last = notes(players)[-1]
    assert (last.seat, last.text, last.exact) == (BEN, "8=14", False)
    assert {round(one.chance, 2) for one in last.thoughts} == {0}
    assert (last.verdict, last.unit) == ("review.blunder", "cards")
    assert last.loss > 2 > 4 * last.error


@pytest.mark.parametrize("position", ["truie 3,5/?1 8 0 - 4:0 -300/-20 - ?65", "truie 3,5/?1 8 0 - 2:0 0/-400 - ?65"])
def test_in_truie_points_count_in_the_last_round_and_before(position: str) -> None:
    """Whoever lays both cards ends the round; whoever draws pays for what is held."""
    state = state_of(TRUIE, position)
    thoughts = AllSeatsSearch(TRUIE, state, (), Effort(deals=40), fast=False).run(generator(1))
    lay, draw = (judged(thoughts, parse_move(TRUIE, state, text), 2) for text in ("-3=5", "draw"))
    assert (lay.scored, lay.loss) == (True, 0)
    assert draw.scored
    assert draw.sure
    assert draw.loss > 10
    assert verdict(3, False, draw.loss / model_of(TRUIE).stake) in ("review.mistake", "review.blunder")


def test_cards_that_nobody_would_have_won_are_given_away_all_the_same() -> None:
    assert endings.given_away((1, 5), (1, 9), ADA) == 4  # the other has four more
    assert endings.given_away((5, 1), (1, 1), ADA) == 4  # four fewer
    assert endings.given_away((5, 1), (1, 5), ADA) == 4  # they changed hands
    assert endings.given_away((1, 1), (3, 4), ADA) == 1  # two more, but the other has three
    assert endings.given_away((1, 5), (1, 5), ADA) == 0
    assert endings.given_away((1, 9, 1), (2, 11, 0), ADA) == 0  # one more, as the others together


def test_the_first_move_of_an_ending_gives_nothing_away() -> None:
    for position in ("pig10 3,9/1 7 7 0 1,2,4,6/8 -", "pig10 8/-/1 1,1,6 8 0 -/2,2,3,3,4/4,6,6,7 -"):
        state = state_of(GAME, position)
        thoughts, _ = endings.chances(state)
        assert thoughts[0].score == max(one.score for one in thoughts)
        assert judged(thoughts, thoughts[0].move, state.players).loss == 0


# Which of the two counts


def test_where_chances_differ_chances_decide() -> None:
    better, more = thought(1, 0.5, 10), thought(2, 0.45, 30)
    assert judged([better, more], 1, 2) == (1, 0, 0, False)
    lost = judged([better, more], 2, 2)
    assert (lost.best, round(lost.loss, 9), lost.scored) == (1, 0.05, False)


def test_the_better_chance_is_best_however_small_the_difference_is_and_whatever_it_costs() -> None:
    better, more = thought(1, 0.011, 3), thought(2, 0.004, 30, 0.002)
    assert judged([better, more], 1, 2) == (1, 0, 0, False)
    assert judged([better, more._replace(error=0.009)], 1, 2).scored
    assert judged([better, more], 2, 2) == (2, 0, 0, True)


def test_another_move_that_loses_the_game_changes_nothing_in_that() -> None:
    """Two moves win for sure; the third would have lost, but nobody made it."""
    most, fewer, lost = thought(1, 1.0, 12), thought(2, 1.0, 8), thought(3, 0.0, 4)
    assert judged([most, fewer, lost], 2, 2) == (1, 4, 0, True)
    assert judged([most, fewer, lost], 3, 2) == (1, 1, 0, False)


def test_chances_differ_as_long_as_it_is_not_certain_that_they_hardly_do() -> None:
    best, made = thought(1, 0.30, 10), thought(2, 0.295, 5, error=0.004)
    assert alike([best, made], made, 2) == [best]
    assert alike([best, made], made, 8) == []  # a hundredth is more where eight share
    assert alike([best, made._replace(error=0.02)], made._replace(error=0.02), 2) == []


def test_a_loss_of_cards_that_may_be_chance_does_not_count() -> None:
    best, made = thought(1, 0.0, 10), thought(2, 0.0, 9, score_error=1.5)
    assert not judged([best, made], 2, 2).sure
    assert judged([best, made._replace(score_error=0.5)], 2, 2).sure


@pytest.mark.parametrize(("game", "slip", "mistake", "blunder"), [(PIG10, 0.4, 1, 2), (TRUIE, 4, 10, 20)])
def test_how_many_cards_or_points_make_a_mistake(game: GameType, slip: float, mistake: float, blunder: float) -> None:
    stake = model_of(game).stake
    assert [round(stake * least, 9) for least in LOSSES.values()] == [blunder, mistake, slip]


# Luck and skill


@pytest.mark.parametrize("record", [LOST, WON, *BEHIND])
def test_luck_and_skill_add_up_and_cards_stand_beside_them(record: tuple[str, ...] | int) -> None:
    found = notes(record)
    for seat in summary(found).seats:
        assert seat.start + seat.luck - seat.lost + seat.given == pytest.approx(seat.result, abs=1e-9)
    ben = account(found, BEN)
    scored = [note for note in found if note.seat == BEN and note.unit]
    assert (ben.unit, ben.scored) == ("cards", len(scored))
    assert ben.score_lost == pytest.approx(sum(note.loss for note in scored if note.sure))
    assert ben.score_lost >= found[-1].loss > 0


def test_who_loses_no_cards_has_lost_none() -> None:
    ada = account(notes(LOST), ADA)
    assert (ada.scored, ada.score_lost) == (3, 0)


def test_a_turning_point_is_not_the_fault_of_a_move_that_is_judged_by_cards() -> None:
    last = notes(LOST)[-1]._replace(before=(0.5, 0.5), after=(1.0, 0.0), shift=(0.4, -0.4))
    assert not to_blame(last, ADA)
    assert to_blame(last._replace(unit=""), ADA)


# Words


def keys(lines: Sequence[Line]) -> list[str]:
    return [one.key for one in lines]


def test_every_verdict_says_which_of_the_two_it_speaks_of() -> None:
    for note in (*notes(LOST), *notes(WON), *notes(2)):
        _, *more = tell_note(note)[len(note.story) :]
        if not note.unit:
            assert all(key.startswith("review.cost") for key in keys(more))
        elif note.good:
            assert keys(more) == ["review.counted"]
        else:
            assert [key.startswith("review.score_cost") for key in keys(more)] == [True]


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_told_in_whole_numbers_and_as_about_so_many_where_they_are_guessed(language: str) -> None:
    exact, guessed = notes(LOST)[-1], notes(2)[-1]
    four, five = (say("unit.cards", language, n=n) for n in (4, 5))
    assert keys(tell_note(exact))[-1] == "review.score_cost_exact"
    assert keys(tell_note(guessed))[-1] == "review.score_cost"
    assert four in said(exact, language)
    assert five in said(guessed, language)
    little = guessed._replace(loss=0.45, error=0.1, verdict="review.slip")
    assert keys(tell_note(little))[-1] == "review.score_cost_small"
    assert say("unit.cards", language, n=1) in said(little, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_seat_is_told_its_chance_and_what_was_judged_by_cards(language: str) -> None:
    told = tell_seat(account(notes(LOST), BEN), "Ben")
    assert keys(told) == ["review.seat", "review.accuracy", "review.scored"]
    chance = {"en": "chance", "fr": "chances", "de": "gewinnchance", "it": "probabilità"}[language]
    assert chance in say(told[0], language).lower()
    assert say("units.cards", language) in say(told[2], language)
    assert say("unit.cards", language, n=4) in say(told[2], language)


def test_whoever_has_moves_judged_by_their_chance_alone_is_told_no_more() -> None:
    chances = [note._replace(unit="") for note in notes(LOST)]
    assert keys(tell_seat(account(chances, BEN), "Ben")) == ["review.seat", "review.accuracy"]


def test_a_note_that_has_travelled_says_what_it_is_judged_by() -> None:
    last = notes(LOST)[-1]
    back = note_of(travelling(last))
    assert (back.unit, back.loss, back.exact) == ("cards", 4, True)
    assert said(back) == said(last)
    chances = SeatChances(last.before, last.errors), SeatChances(last.after, last.errors)
    assert account([note_of(travelling(note)).between(*chances) for note in notes(LOST)], BEN).score_lost == 4


# Both ways to run


@pytest.mark.parametrize(
    "position",
    [
        "pig10 3,4,9/?3 4,3 7 0 1,9/8,8,8 ?67",
        "pig10 3,8,8/?3/?3 4,1,1 6 0 9/2,2/- ?9",
        "truie 3,5/?1 8 0 - 4:0 -300/-20 - ?65",
    ],
)
def test_interpreted_and_compiled_a_search_has_the_same_thoughts(position: str) -> None:
    game = game_type(position.split(" ")[0])
    state = state_of(game, position)
    slow, fast = (AllSeatsSearch(game, state, (), Effort(plies=1 << 30), fast=fast) for fast in (False, True))
    for search, rng in ((slow, generator(3)), (fast, generator(3))):
        for _ in range(2):
            search.add_deals(3, rng)
    assert slow.sums == fast.sums
    assert slow.thoughts() == fast.thoughts()
    assert slow.rows() == fast.rows()
