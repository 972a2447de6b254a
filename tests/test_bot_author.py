"""The way of somebody who writes a bot: the examples at a real server, what is said of mistakes, named programs."""

import asyncio
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from commands import fails
from house import House
from messages import game_in
from piggery.bots.levels import names
from piggery.bots.outside import called, program
from piggery.cli.arena import conduct_told, names_in
from piggery.client import Denied, Player, open_table
from piggery.core.record import load
from piggery.core.verify import Seen, verify
from piggery.errors import BadOption, IllegalMove
from piggery.games.registry import game_type, game_types
from piggery.sim.arena import Arena
from piggery.sim.plot import picture
from piggery.sim.ratings import ratings
from piggery.table.wire import Outgoing, Remove, Settings, View, Waiting
from piggery.words import LANGUAGES, line, say
from servers import Server

EXAMPLES = Path(__file__).parent.parent / "examples"
SCORES = re.compile(r"(\d+) \{'.+': \d+(?:, '.+': \d+)+\}")
PATIENCE = 60


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(str(tmp_path / "tables.db"), tmp_path / "log").start()
    try:
        yield found
    finally:
        found.stop()


@contextmanager
def example(name: str, address: str) -> Iterator["subprocess.Popen[str]"]:
    """An example as its author starts it; ended, should it not end by itself."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(EXAMPLES / name), address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as process:
        try:
            yield process
        finally:
            process.kill()


def first_move(view: View) -> str:
    return view.moves[0].move


# The examples


@pytest.mark.process
async def test_the_example_host_opens_a_table_plays_and_prints_the_scores(server: Server) -> None:
    with example("host.py", server.url) as host:
        printed, _ = await asyncio.to_thread(host.communicate, timeout=PATIENCE)
        assert host.returncode == 0
    link, *games = printed.splitlines()
    assert link.startswith(f"Come and watch: {server.url}/t/")
    assert [match[1] for match in map(SCORES.fullmatch, games) if match] == ["1", "2", "3"]
    assert server.errors() == []


@pytest.mark.process
async def test_the_example_bot_stays_for_game_after_game_also_when_the_server_starts_again(server: Server) -> None:
    opened = await open_table(server.url, Settings(seats=2, pace=0))
    with example("bot.py", opened.link) as bot:
        assert bot.stdout
        async with Player(opened.link, opened.token) as host:
            async for view in host.views():
                if view.table.chairs[1].player:
                    break
            await host.start()
            await host.game(first_move)
            first = await asyncio.to_thread(bot.stdout.readline)
            await host.start()
            server.kill()
            server.start()
            await host.game(first_move)
            second = await asyncio.to_thread(bot.stdout.readline)
            await host.ask(Remove(1))
            assert await asyncio.to_thread(bot.wait, PATIENCE) == 0
    assert [match[1] for match in map(SCORES.fullmatch, [first.rstrip(), second.rstrip()]) if match] == ["1", "2"]


@pytest.mark.parametrize("name", ["bot.py", "host.py", "program.py"])
def test_an_example_can_be_read_at_a_glance_and_says_how_it_is_run(name: str) -> None:
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 26
    assert f"examples/{name}" in text.splitlines()[0]


@pytest.mark.process
async def test_a_bot_keeps_the_seal_it_saw_and_stirs_after_that(server: Server) -> None:
    opened = await open_table(server.url, Settings(seats=2, pace=0))
    async with Player(opened.link, opened.token) as host, Player(opened.link) as guest:
        await guest.sit()
        async for view in guest.views():
            if view.table.chairs[1].stirred:
                break
        await host.start()
        await asyncio.gather(host.game(first_move), guest.game(first_move))
        record = load(server.text(f"/api/tables/{opened.code}/games/1"))
        assert all(record.cards["nonces"])
        for player in (host, guest):
            found = verify(record, Seen(seal=player.seals[1]))
            assert [line.key for line in found[1:4]] == ["verify.seal", "verify.stirred", "verify.starter.chance"]
            assert player.seals[2] != player.seals[1]


# What is said of mistakes


def said(code: str, **values: object) -> str:
    """The sentence of an error, as a pattern."""
    return re.escape(say(line(f"error.{code}", **values)))


@pytest.mark.process
async def test_a_bot_hears_in_a_sentence_what_it_did_wrong(server: Server) -> None:
    with pytest.raises(Denied, match=said("game", text="chess", known=list(game_types()))):
        await open_table(server.url, Settings(game="chess"))
    opened = await open_table(server.url, Settings(seats=2, pace=0, starter="host", late="bots"), ["pip"])
    async with Player(opened.link, opened.token) as host:
        await host.start(first=0)
        with pytest.raises(IllegalMove, match=said("illegal", move="99=99", legal=[])):
            await host.game(lambda view: "99=99")
    async with Player(opened.link) as late:
        await late.sit()  # in the seat of the bot
    async with Player(opened.link) as third:
        with pytest.raises(Denied, match=said("table.full")):
            await third.sit()
    async with Player(f"{server.url}/t/QXZ4BW") as nowhere:
        with pytest.raises(Denied, match=said("table.none")):
            await nowhere.sit()


@pytest.mark.process
async def test_who_comes_during_a_game_waits_for_the_answer_of_those_who_play(server: Server) -> None:
    opened, answered = await open_table(server.url, Settings(seats=2, starter="host"), ["pip"]), 0
    async with Player(opened.link, opened.token) as host, Player(opened.link) as late:
        await host.start(first=0)
        for yes in (False, True):
            sitting = asyncio.create_task(late.sit())
            async for view in host.views():
                if view.table.request and view.table.request.n != answered:
                    answered = view.table.request.n
                    await host.admit(view, yes)
                    break
            if yes:
                assert (await sitting).you == 1
            else:
                with pytest.raises(Denied, match=said("table.not_let_in")):
                    await sitting


class Scripted(Player):
    """A player who hears these news, and nothing else."""

    def __init__(self, *script: Outgoing) -> None:
        super().__init__("http://localhost/t/QXZ4BW")
        self.script, self.lines = script, 1

    async def news(self) -> AsyncIterator[Outgoing]:
        for news in self.script:
            yield self._heard(news)
        raise AssertionError("nobody said no")


async def test_who_is_turned_away_before_a_view_shows_that_they_ask_hears_it(at_home: House) -> None:
    opened = await at_home.open()
    view = msgspec.convert((await at_home.guest(opened["code"])).last, View)
    with pytest.raises(Denied, match=said("table.not_let_in")):
        await Scripted(view, Waiting("mine"), view).sit()


@pytest.mark.parametrize(("name", "value"), [("game", "truie"), ("seats", 3), ("pace", 0)])
async def test_a_setting_outside_of_the_settings_is_told_where_it_belongs(
    at_home: House, name: str, value: object
) -> None:
    answer = await at_home.http.post("/api/tables", json={name: value, "bots": ["otto"]})
    problem = answer.json()
    assert (answer.status_code, problem["code"], at_home.lobby.tables) == (400, "wire.misplaced", {})
    like = json.loads(problem["values"]["like"])
    assert list(like["settings"]) == [name]
    assert (await at_home.http.post("/api/tables", json=like)).status_code == 201
    for language in LANGUAGES:
        sentence = say("error.wire.misplaced", language, **problem["values"])
        assert name in sentence
        assert '{"settings": {' in sentence


async def test_a_setting_outside_of_the_settings_is_told_where_it_belongs_on_the_socket_too(at_home: House) -> None:
    opened = await at_home.open()
    host = await at_home.guest(opened["code"], opened["token"])
    await host.ask("set", game="truie")
    refusal = await host.news("refusal")
    assert refusal["code"] == "wire.misplaced"
    assert at_home.live(opened["code"]).table.settings.game == "pig10"
    await host.say(str(refusal["values"]["like"]).replace("pig10", "truie"))
    await host.view(lambda view: view["table"]["settings"]["game"] == "truie")


async def test_another_word_that_a_message_does_not_have_is_named(at_home: House) -> None:
    for body in ({"rules": "pig10"}, {"settings": {"bots": ["otto"]}}):
        problem = (await at_home.http.post("/api/tables", json=body)).json()
        assert problem["code"] == "wire.shape"
        assert "unknown field" in problem["values"]["text"]


# The seal


async def test_the_seal_of_a_game_is_the_one_that_its_table_had_before(at_home: House) -> None:
    opened = await at_home.open(("greedy",), starter="host", seats=2, deck={str(card): 1 for card in range(11)})
    host = await at_home.guest(opened["code"], opened["token"])
    seal = host.last["table"]["seal"]
    await host.ask("start", first=0)
    view = await host.view(lambda view: view["table"]["phase"] == "play")
    assert (game_in(view)["seal"], view["table"]["seal"]) == (seal, "")
    await host.to_the_end()
    assert game_in(host.last)["seal"] == seal
    assert host.last["table"]["seal"] not in ("", seal)
    record = (await at_home.http.get(f"/api/tables/{opened['code']}/games/1")).json()
    assert record["cards"]["commitment"] == seal
    assert hashlib.sha256(bytes.fromhex(record["cards"]["secret"])).hexdigest() == seal
    assert record["cards"]["nonces"] == game_in(host.last)["nonces"]


# Programs in the arena, by name


def test_a_program_goes_by_its_name_and_one_without_by_its_command() -> None:
    for text, name, command in [
        ("mine=cmd:python3 bot.py --depth=2", "mine", "python3 bot.py --depth=2"),
        ("cmd:python3 bot.py --depth=2", "cmd:python3 bot.py --depth=2", "python3 bot.py --depth=2"),
        (" Pig Nr. 2 =cmd:x=cmd:y", "Pig Nr. 2", "x=cmd:y"),
    ]:
        assert program(text) == (name, command)
        assert called(text) == name
    assert (program("otto"), called("otto"), called("flat:20")) == (None, "otto", "flat:20")
    assert names_in(["a=cmd:python3 -c 'f(1,2)', otto"]) == ["a=cmd:python3 -c 'f(1,2)'", "otto"]


@pytest.mark.parametrize(
    ("bots", "code", "text"),
    [
        ("=cmd:{python}", "name", ""),
        ("a/b=cmd:{python}", "name", "a/b"),
        ("a=b=cmd:{python}", "name", "a=b"),
        (f"{'x' * 21}=cmd:{{python}}", "name", "x" * 21),
        ("otto=cmd:{python}", "name_taken", "otto"),
        ("a=cmd:{python} 1,a=cmd:{python} 2", "name_taken", "a"),
        ("a=cmd:no-such-program", "command", "no-such-program"),
    ],
)
def test_a_bad_name_is_refused_in_one_sentence(bots: str, code: str, text: str) -> None:
    refused = fails("arena", "--bots", f"{bots.format(python=sys.executable)},pip")
    assert refused == say(f"error.arena.{code}", text=text)


def test_only_a_program_can_be_named() -> None:
    assert fails("arena", "--bots", "a=otto,pip") == say("error.bot", text="a=otto", known=names(game_type("pig10")))


@pytest.mark.process
def test_two_programs_are_told_apart_by_their_names_in_tables_pictures_and_ratings() -> None:
    command = f"{sys.executable} {EXAMPLES / 'program.py'}"
    bots = (f"first=cmd:{command}", f"second=cmd:{command}")
    match = Arena("pig10", workers=1).play(bots, 2, 0.001)
    assert match.bots == ("first", "second")
    assert {name for table in match.tables for name in table.seats} == {"first", "second"}
    rated = ratings(match.tables)
    assert {rating.bot for rating in rated} == {"first", "second"}
    drawn = picture(rated, "Pig 10", "rating")
    told = conduct_told([match], "en")
    for name in ("first", "second"):
        assert f">{name}<" in drawn
        assert any(line.startswith(f"{name}: forfeited none") for line in told)
    assert "program.py" not in drawn + "".join(told)


def test_the_same_program_may_play_twice_under_two_names() -> None:
    Arena("pig10").check([f"a=cmd:{sys.executable}", f"b=cmd:{sys.executable}", f"cmd:{sys.executable}", "otto"])
    with pytest.raises(BadOption, match=said("arena.name_taken", text="a")):
        Arena("pig10").check([f"a=cmd:{sys.executable}", f"a=cmd:{sys.executable} -I"])
