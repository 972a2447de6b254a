"""Who starts, settled at the keyboard: the counting race and the best pig impression."""

from collections.abc import Callable, Iterable, Mapping

import pytest
from textual.pilot import Pilot
from textual.widgets import Button, Static

from commands import fails, piggery
from piggery.core.record import Record
from piggery.table.contests import CONTESTS, Contest, fastest, favourites
from piggery.terminal.app import PiggeryApp
from piggery.terminal.contests import RaceScreen, VoteScreen
from piggery.terminal.lines import PAGE, LeaveGame
from piggery.terminal.local import last_left
from piggery.terminal.request import GameRequest
from piggery.terminal.screens import HandOver, ScoreScreen
from piggery.terminal.setup import Setup
from piggery.terminal.starter import COUNT, Contestants, PlainContest, counted
from piggery.words import say
from pilots import SHORT, SMALL, play_to_the_end, until, until_asked

SLIPPED, RACE, PIG = (say(f"page.{key}") for key in ("race_slip", "starter.race", "starter.vote"))
WHO = Contestants(["Ada", "Ben", "Otto"], [0, 1])  # Otto is a bot


class Script:
    """Somebody at the keyboard: what they type, and what they have read."""

    def __init__(self, *typed: str) -> None:
        self.typed = iter(typed)
        self.read: list[str] = []

    def answer(self, question: str) -> str:
        self.read.append(question)
        return next(self.typed)


def clock(*times: int) -> Callable[[], int]:
    """A clock that shows these milliseconds, one after another."""
    return iter(times).__next__


def last(below: int) -> int:
    """Chance that always takes the last one."""
    return below - 1


def plain(
    typed: Iterable[str], times: Iterable[int] = (), who: Contestants = WHO, language: str = "en"
) -> tuple[PlainContest, list[str]]:
    script = Script(*typed)
    return PlainContest(who, language, script.answer, script.read.append, clock(*times), last), script.read


# The rule


def test_the_fastest_who_counted_right_starts() -> None:
    assert fastest({0: 3000, 1: 2900, 2: -1, 3: 0}) == [1]


def test_all_who_are_equally_fast_may_start() -> None:
    assert fastest({0: 2900, 1: 3000, 2: 2900}) == [0, 2]


def test_nobody_wins_a_race_of_slips() -> None:
    assert fastest({0: -1, 1: 0}) == []


def test_most_votes_start() -> None:
    assert favourites({0: 2, 1: 2, 2: 0, 3: -1}) == [2]
    assert favourites({0: 1, 1: 0}) == [0, 1]
    assert favourites({0: -1}) == []


@pytest.mark.parametrize("text", ["1 2 3 4 5 6 7 8 9 10", COUNT, "1,2,3,4,5,6,7,8,9,10", "1, 2, 3,4 5 6 7 8 9 1 0"])
def test_anything_may_stand_between_the_numbers(text: str) -> None:
    assert counted(text)


@pytest.mark.parametrize("text", ["", "1 2 3 4 5 6 7 8 9", "1 2 3 4 5 6 7 8 10 9", "1 2 3 4 5 6 7 8 9 10 11", "ten"])
def test_anything_else_is_a_slip(text: str) -> None:
    assert not counted(text)


# Line by line


def test_the_race_is_timed_from_enter_to_enter() -> None:
    contest, read = plain(["", COUNT, "", "1 2 3 4 5 6 7 8 9 10"], [1000, 5240, 9000, 12_080])
    assert contest.settle("race") == 1
    assert read == [
        "Ada, press Enter when you are ready. ",
        "Type 1 2 3… up to 10, then press Enter, as fast as you can: ",
        "Ada: 4.2 seconds",
        "Ben, press Enter when you are ready. ",
        "Type 1 2 3… up to 10, then press Enter, as fast as you can: ",
        "Ben: 3.1 seconds",
        "Ben starts",
    ]


def test_a_slip_loses_the_race() -> None:
    contest, read = plain(["", "1 2 4", "", COUNT], [0, 0, 60_000])
    assert contest.settle("race") == 1
    assert f"Ada: {SLIPPED}" in read


@pytest.mark.parametrize("language", ["fr", "de", "it"])
def test_times_have_a_decimal_comma_where_the_language_has_one(language: str) -> None:
    contest, read = plain(["", COUNT, "", COUNT], [0, 4250, 0, 3149], language=language)
    contest.settle("race")
    assert any("4,2" in said.split() for said in read)
    assert any("3,1" in said.split() for said in read)


def test_chance_decides_between_those_who_are_equally_fast() -> None:
    contest, read = plain(["", COUNT, "", COUNT], [0, 3000, 5000, 8000])
    assert contest.settle("race") == 1
    assert read[-2:] == ["Ada and Ben were equally fast: chance decides.", "Ben starts"]


def test_chance_decides_among_all_where_nobody_counted_right() -> None:
    contest, read = plain(["", "x", "", ""], [0, 1, 2, 3])
    assert contest.settle("race") == 2
    assert read[-2:] == ["Nobody counted right: chance decides.", "Otto starts"]


def test_a_vote_is_out_of_sight_before_the_next_one() -> None:
    contest, read = plain(["", "3", "", "x", "4", "3"])
    assert contest.settle("vote") == 2
    ballot = ["1. Ada", "2. Ben", "3. Otto", "Your choice (number; q quit): "]
    no = ["Please type a number from 1 to 3.", "Your choice (number; q quit): "]
    asked = say("page.vote")
    assert read == [
        asked, "Pass the keyboard to Ada, then press Enter. ", *ballot, PAGE,
        asked, "Pass the keyboard to Ben, then press Enter. ", *ballot, *no, *no, PAGE, "Otto starts",
    ]  # fmt: skip


def test_chance_decides_between_those_with_as_many_votes() -> None:
    contest, read = plain(["", "1", "", "2"])
    assert contest.settle("vote") == 1
    assert read[-2] == "Ada and Ben have the same number of votes: chance decides."


@pytest.mark.parametrize("how", CONTESTS)
def test_a_contest_can_be_left(how: Contest) -> None:
    contest, _ = plain(["q"])
    with pytest.raises(LeaveGame):
        contest.settle(how)


# The command


def test_a_race_decides_who_starts_a_game_line_by_line() -> None:
    typed = f"\nwrong\n\n{COUNT}\n\nq\n"
    done = piggery("play", "pig10", "--plain", "--names", "Ada,Ben", "--first", "race", typed=typed)
    assert f"Ada: {SLIPPED}" in done.stdout
    assert "Pass the keyboard to Ben" in done.stdout
    kept = last_left(typed=False)
    assert kept
    assert kept[1].first == 1


def test_a_vote_decides_who_starts_a_game_line_by_line() -> None:
    typed = "\n2\n\n2\n\nq\n"
    piggery("play", "truie", "--plain", "--names", "Ada,Ben", "--first", "vote", typed=typed)
    kept = last_left(typed=False)
    assert kept
    assert kept[1].first == 1


def test_who_leaves_before_it_is_settled_has_begun_no_game() -> None:
    done = piggery("play", "pig10", "--plain", "--people", "2", "--first", "vote", typed="\nq\n")
    assert done.returncode == 0
    assert last_left(typed=False) is None


@pytest.mark.parametrize("contest", CONTESTS)
@pytest.mark.parametrize("words", [("pig10", "--plain"), ("pig10",), (), ("truie", "--names", "Ada", "--plain")])
def test_one_person_alone_has_nobody_to_race_or_to_vote_with(contest: str, words: tuple[str, ...]) -> None:
    said = fails("play", *words, "--first", contest)
    assert said == f"“{contest}” needs at least two people: add --people 2, or --names Ada,Ben"


def test_a_bot_that_no_game_knows_is_refused_before_a_game_is_chosen() -> None:
    assert fails("play", "--bots", "pip,pop").startswith("“pop” is not a bot; choose from ")


# At the table


def app_with(first: Contest, *times: int, copies: Mapping[str, int] | None = None) -> PiggeryApp:
    asked = GameRequest(
        game="pig10", names=["Ada", "Ben"], people=2, players=3, bots=["greedy"], pace=0, first=first,
        copies=copies or {},
    )  # fmt: skip
    return PiggeryApp(asked, None, clock=clock(*times), chance=last)


async def count(pilot: Pilot[None], keys: str = COUNT) -> None:
    await pilot.press("enter", *keys)
    await pilot.pause()


def said(app: PiggeryApp, name: str) -> str:
    return str(app.screen.query_one(f"#{name}", Static).render())


async def settled(pilot: Pilot[None], app: PiggeryApp) -> Record:
    """Go on from the result to the table."""
    await until(pilot, lambda: bool(app.screen.query("#outcome")) and isinstance(app.focused, Button))
    await pilot.press("enter")
    await until_asked(pilot)
    assert app.local
    return app.local.record


async def test_a_race_at_the_table() -> None:
    app = app_with("race", 1000, 4240, 5000, 8080)
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, RaceScreen))
        assert said(app, "asked") == "Ada, press Enter when you are ready. "
        await pilot.press("7", "enter", "1", "space", "2")
        assert said(app, "typed") == "1 2"
        await pilot.press(*"34567891")
        assert said(app, "typed") == "1 2 3 4 5 6 7 8 9 1"
        await pilot.press("0")
        await until(pilot, lambda: said(app, "times") == "Ada: 3.2 seconds")
        assert said(app, "asked") == "Ben, press Enter when you are ready. "
        assert said(app, "typed") == ""
        await count(pilot)
        record = await settled(pilot, app)
        assert record.first == 1
        assert isinstance(app.screen, HandOver)
        assert app.screen.player == "Ben"


async def test_a_wrong_key_is_a_slip_and_does_nothing_else() -> None:
    app = app_with("race", 0, 0, 60_000)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, RaceScreen))
        await count(pilot, "12l")
        await until(pilot, lambda: said(app, "times") == f"Ada: {SLIPPED}")
        assert app.language == "en"
        await count(pilot)
        await until(pilot, lambda: bool(app.screen.query("#outcome")))
        assert said(app, "times") == f"Ada: {SLIPPED}\nBen: 60.0 seconds"
        assert said(app, "outcome") == "Ben starts"


async def test_the_language_can_be_changed_before_the_race() -> None:
    app = app_with("race")
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, RaceScreen))
        await pilot.press("l")
        await until(pilot, lambda: said(app, "asked").startswith("Ada, appuie"))


async def test_a_vote_at_the_table_shows_nobody_what_the_others_chose() -> None:
    app = app_with("vote")
    async with app.run_test(size=(60, 20)) as pilot:
        for _ in app.wanted.names:
            await until(pilot, lambda: isinstance(app.focused, Button) and app.focused.id == "ready")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.focused, Button) and app.focused.id == "vote-0")
            assert [str(button.label) for button in app.screen.query(Button)] == [*app.wanted.names, "Rosa"]
            assert not app.screen.query(".-on, .chosen")
            await pilot.press("down", "down", "enter")
        await until(pilot, lambda: bool(app.screen.query("#outcome")))
        assert said(app, "outcome") == "Rosa starts"
        assert (await settled(pilot, app)).first == 2


async def test_a_button_pressed_twice_is_one_vote() -> None:
    app = app_with("vote")
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, VoteScreen))
        screen = app.screen
        assert isinstance(screen, VoteScreen)
        for name in ("ready", "ready", "vote-1", "vote-1", "vote-0"):
            screen.on_button_pressed(Button.Pressed(Button(id=name)))
        assert screen.votes == {0: 1}


async def test_a_contest_left_at_the_table_begins_no_game() -> None:
    app = app_with("race")
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, lambda: isinstance(app.screen, RaceScreen))
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 0
    assert last_left(typed=False) is None


async def test_play_again_settles_it_again() -> None:
    app = app_with("race", 0, 900, 0, 800, 0, 700, 0, 800, copies=SHORT["pig10"])
    async with app.run_test(size=SMALL) as pilot:
        for first in (1, 0):
            await until(pilot, lambda: isinstance(app.screen, RaceScreen))
            await count(pilot)
            await count(pilot)
            assert (await settled(pilot, app)).first == first
            await play_to_the_end(pilot, app)
            assert isinstance(app.screen, ScoreScreen)
            await pilot.click("#again")


async def test_the_first_screen_offers_race_and_vote_to_two_people_or_more() -> None:
    app = PiggeryApp(GameRequest(players=2, pace=0), None, clock=clock(0, 900, 0, 800))
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
        chance = say("setup.first_chance")

        async def offered(presses: int) -> list[str]:
            found = []
            for _ in range(presses):
                found.append(str(app.screen.query_one("#first", Button).label))
                await pilot.click("#first")
                await pilot.pause()
            return found

        assert await offered(4) == [chance, "Player 1 starts", "Player 2 starts", chance]
        await pilot.click("#more-people")
        await pilot.click("#less-bots")
        assert isinstance(app.screen, Setup)
        app.screen.first = None
        assert (await offered(3))[1:] == [RACE, PIG]
        app.screen.first = "race"
        await pilot.click("#less-people")
        assert app.screen.first is None
        await pilot.click("#more-people")
        await pilot.click("#first")
        await pilot.click("#game-pig10")
        await until(pilot, lambda: isinstance(app.screen, RaceScreen))
        await pilot.press("q")
        await until(pilot, lambda: isinstance(app.screen, Setup))
        assert last_left(typed=False) is None
