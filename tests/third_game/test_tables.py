"""The third game at tables: line by line, on the screen, and over a real socket of a real server."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from textual.pilot import Pilot
from textual.widgets import Button

from piggery.client import Player, open_table, state_of
from piggery.core.record import final, load
from piggery.core.verify import verify
from piggery.games.checks import scores
from piggery.games.contract import GameType
from piggery.table.door import GameOffer
from piggery.table.wire import Settings, Start, View
from piggery.terminal.cards import CardButton, LyingCard
from piggery.terminal.saves import read
from piggery.terminal.screens import ScoreScreen
from piggery.words import LANGUAGES, forget_words, say
from pilots import SMALL, app_of, play_to_the_end, press_on, shown, until_asked
from servers import Server
from test_plain import seated
from third_game.third import works

# Line by line


@pytest.mark.usefixtures("climb")
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_whole_game_line_by_line_in_every_language(language: str) -> None:
    table, written = seated("climb", ["person", "greedy", "random"], lambda question: "1", language, slide="costly")
    await table.run()
    assert table.table.over
    assert not any("{" in line for line in written)


@pytest.mark.usefixtures("climb")
@pytest.mark.parametrize(("language", "top"), [("en", "on top: "), ("de", "oben: "), ("fr", "on top : ")])
async def test_the_board_is_told_in_the_words_of_the_game(language: str, top: str) -> None:
    table, written = seated("climb", ["person", "greedy"], lambda question: "1", language)
    await table.run()
    assert any(line.replace("\u00a0", " ").startswith(top) for line in written)


@pytest.mark.usefixtures("climb")
async def test_its_rules_in_short_are_those_of_its_words() -> None:
    answers = iter(["?", "q"])
    table, written = seated("climb", ["person", "greedy"], lambda question: next(answers))
    await table.run()
    assert {say("rules.climb.1"), say("rules.climb.2")} <= set(written)


@pytest.mark.process
def test_a_person_plays_it_by_the_command_under_a_house_rule(tmp_path: Path) -> None:
    asked = "--plain", "--slide", "costly", "--bots", "greedy", "--cards", "seed:7", "--save", "game.json"
    told = works("play", "climb", *asked, typed="1\n" * 40, folder=tmp_path)
    kept = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert (kept["game"], kept["options"]) == ("climb", {"slide": "costly"})
    assert len(kept["scores"]) == 3
    assert " wins with " in told or " share the win with " in told


# On the screen


@pytest.mark.usefixtures("climb")
async def test_a_whole_game_on_the_screen_by_keyboard(home: Path) -> None:
    app = app_of("climb", players=3, options={"slide": "costly"})
    async with app.run_test(size=SMALL) as pilot:
        await play_to_the_end(pilot, app)
        assert isinstance(app.screen, ScoreScreen)
        (kept,) = home.glob("*.json")
        assert read(kept).options == {"slide": "costly"}
        assert app.local
        assert app.local.over


async def until_painted(pilot: Pilot[None]) -> None:
    """Wait for a card to lie on the table."""
    for _ in range(2000):
        await pilot.pause()
        if pilot.app.screen.query(LyingCard):
            return
    raise AssertionError("no card was ever laid")


@pytest.mark.usefixtures("climb")
async def test_the_card_on_top_lies_on_the_table() -> None:
    app = app_of("climb", players=2)
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        assert not app.screen.query(LyingCard)
        assert len(app.screen.query(CardButton)) == 4
        await press_on(pilot, app)
        await until_asked(pilot)
        await until_painted(pilot)
        assert len(app.screen.query(LyingCard)) == 1
        assert "Play " in shown(app, "prompt")


@pytest.mark.parametrize("wordless", [False, True])
async def test_the_first_screen_offers_it_with_its_house_rule(climb: GameType, wordless: bool) -> None:
    if wordless:
        forget_words(climb.folder / "words")
    app = app_of("")
    async with app.run_test(size=(100, 40)) as pilot:
        await pilot.pause()
        label = str(app.screen.query_one("#rule-climb-slide", Button).label)
        assert label == ("slide: free" if wordless else "Going down is free")
        await pilot.click("#rule-climb-slide")
        await pilot.click("#game-climb")
        await until_asked(pilot)
        assert app.local
        assert app.local.record.options == {"slide": "costly"}


# Over a socket


@pytest.fixture
def server(climb: GameType, tmp_path: Path) -> Iterator[Server]:
    """A process that finds the game by itself."""
    started = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    yield started
    started.stop()
    assert started.errors() == []


def asked(server: Server, **question: object) -> dict[str, object]:
    """What the server answers to a question it refuses."""
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(f"{server.url}/api/answers", json.dumps(question).encode())
    with refused.value as answer:
        found: dict[str, object] = json.loads(answer.read())
    return found


@pytest.mark.process
def test_the_server_offers_it_in_its_words_and_refuses_what_it_does_not_bring(server: Server) -> None:
    offered = msgspec.json.decode(server.text("/api/games"), type=dict[str, GameOffer])["climb"]
    assert offered.seats == [2, 3, 4]
    assert offered.options == {"slide": ["free", "costly"]}
    assert offered.bots == ["random", "greedy", "minerva"]
    assert (offered.lesson, offered.puzzles, offered.guide) == (False, False, True)
    assert [server.get(f"/api/words/{language}")["climb.title"] for language in ("de", "fr")] == ["Klettern", "Climb"]
    assert asked(server, type="lesson", game="climb")["code"] == "table.no_lesson"
    assert asked(server, type="hand", game="climb", cards=["3"], on={})["code"] == "table.no_pad"
    assert asked(server, type="puzzle", game="climb")["code"] == "puzzle_none"


async def asked_to_play(player: Player) -> View:
    """The view of whoever is to move now, or of a game that is over."""
    async for view in player.views():
        if view.moves or view.table.phase == "over":
            return view
    raise AssertionError("the table is gone")


@pytest.mark.process
async def test_a_table_over_a_real_socket_is_played_to_the_end(climb: GameType, server: Server) -> None:
    settings = Settings(game="climb", seats=3, pace=0, options={"slide": "costly"}, starter="host")
    opened = await open_table(server.url, settings, ["greedy", "minerva"])
    async with Player(f"{server.url}/t/{opened.code}", opened.token) as host:
        await host.ask(Start(first=0))
        view = await asked_to_play(host)
        assert len(view.hand) == 4
        assert {choice.kind for choice in view.moves} == {"climb"}
        while view.moves:
            await host.play(view, view.moves[0].move)
            view = await asked_to_play(host)
    game, record = view.table.game, load(server.text(f"/api/tables/{opened.code}/games/1"))
    assert game
    assert record.options == {"slide": "costly"}
    assert scores(climb, final(record)) == game.scores
    assert [told.key for told in verify(record)] == [
        "verify.moves", "verify.commitment", "verify.unstirred", "verify.starter.settled", "verify.cards",
    ]  # fmt: skip


@pytest.mark.process
async def test_two_people_see_the_same_board_and_only_their_own_hand(server: Server) -> None:
    opened = await open_table(server.url, Settings(game="climb", seats=2, pace=0, starter="host"))
    link = f"{server.url}/t/{opened.code}"
    async with Player(link, opened.token) as host, Player(link) as guest:
        await guest.sit()
        await host.ask(Start(first=0))
        first = await asked_to_play(host)
        await host.play(first, first.hand[-1])
        view = await asked_to_play(guest)
    game = view.table.game
    assert game
    assert game.board == {"top": [first.hand[-1]]}
    assert game.scores == [int(first.hand[-1]), 0]
    assert game.position.split()[1] == "?4/?4"
    assert [bool(hand) for hand in state_of(view).hands[:2]] == [False, True]


@pytest.mark.process
async def test_the_coach_helps_over_a_socket(server: Server) -> None:
    opened = await open_table(server.url, Settings(game="climb", seats=2, pace=0, starter="host"), ["greedy"])
    async with Player(f"{server.url}/t/{opened.code}", opened.token) as host:
        await host.ask(Start(first=0))
        view = await asked_to_play(host)
        await host.hint(view)
        async for _ in host.news():
            assert not any(refusal.ask == "hint" for refusal in host.refusals)
            if host.hints:
                break
    assert len(host.hints[0].steps) == 3
    assert all(host.hints[0].steps)
    assert host.hints[0].move in view.hand
