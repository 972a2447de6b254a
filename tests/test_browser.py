"""The tables of one device, as the engine in a browser runs them, here without a browser."""

import asyncio
import json
from collections.abc import Sequence

import pytest

from messages import Game, News, game_in
from piggery.browser import Device, token_of
from piggery.table.ports import Clocks

SOLO: dict[str, object] = {
    "settings": {"game": "pig10", "pace": 0, "takeback": True},
    "people": [""],
    "bots": ["greedy", "greedy"],
}
THREE: dict[str, object] = {
    "settings": {"game": "pig10", "takeback": True},
    "people": ["Ada", "Ben", "Cleo"],
    "language": "fr",
}


class Tablet:
    """A device whose drawer is a dict."""

    def __init__(self, drawer: dict[str, list[tuple[int, str]]] | None = None) -> None:
        self.drawer = {} if drawer is None else drawer
        self.news: list[News] = []
        self.device = Device(self.append, self.read, lambda code, text: self.news.append(json.loads(text)))

    async def append(self, code: str, n: int, at: int, texts: str) -> bool:
        log = self.drawer.setdefault(code, [])
        if len(log) >= n:
            return False
        log += [(at, text) for text in json.loads(texts)]
        return True

    async def read(self, code: str) -> str:
        return json.dumps(self.drawer.get(code, []))

    async def gather(self, what: dict[str, object]) -> str:
        good, code = json.loads(await self.device.gather(json.dumps(what)))
        assert good, code
        await self.look(code, 0)
        return str(code)

    async def look(self, code: str, seat: int) -> News:
        await self.ask(code, type="hello", table=code, token=token_of(code, seat))
        return self.view

    async def ask(self, code: str, **ask: object) -> None:
        await self.device.ask(code, json.dumps(ask))

    @property
    def view(self) -> News:
        return next(news for news in reversed(self.news) if news["type"] == "view")

    @property
    def game(self) -> Game:
        return game_in(self.view)

    async def play(self, code: str) -> None:
        await self.ask(code, type="play", ply=self.game["ply"], move=self.view["moves"][0]["move"])

    async def until_mine(self) -> None:
        async with asyncio.timeout(10):
            while self.view["table"]["phase"] == "play" and self.game["turn"] != self.view["you"]:
                await asyncio.sleep(0)


@pytest.fixture
def tablet() -> Tablet:
    return Tablet()


async def test_a_game_alone_is_played_to_its_end_and_can_be_read(tablet: Tablet) -> None:
    code = await tablet.gather(SOLO)
    while True:
        await tablet.until_mine()
        if tablet.view["table"]["phase"] == "over":
            break
        await tablet.play(code)
    good, text = json.loads(await tablet.device.record(code, 1))
    assert good
    good, shown = json.loads(await tablet.device.answer(json.dumps({"type": "replay", "record": text})))
    assert good
    assert shown["frames"][-1]["scores"] == tablet.game["scores"]


async def test_a_finished_game_is_checked_against_what_the_device_saw(tablet: Tablet) -> None:
    code = await tablet.gather(
        {**SOLO, "settings": {"game": "pig10", "pace": 0, "deck": {str(n): 1 for n in range(10)}}}
    )
    await tablet.until_mine()
    seen = {"seal": tablet.game["seal"], "seat": 0, "nonce": "", "hands": [[tablet.game["ply"], tablet.view["hand"]]]}
    while tablet.view["table"]["phase"] != "over":
        await tablet.play(code)
        await tablet.until_mine()
    _, record = json.loads(await tablet.device.record(code, 1))
    good, lines = json.loads(await tablet.device.verify(record, json.dumps({"number": 1, **seen})))
    assert good
    assert {"verify.seal", "verify.unstirred", "verify.hands"} <= {key for key, _ in lines}
    good, why = json.loads(await tablet.device.verify(record, json.dumps({**seen, "seal": "0" * 64})))
    assert (good, why["code"]) == (False, "cards.seal")
    good, why = json.loads(await tablet.device.verify(record, json.dumps({**seen, "hands": [[1, ["0"]]]})))
    assert (good, why["code"]) == (False, "cards.hand")


async def test_everybody_round_the_device_is_here_and_sees_their_own_cards(tablet: Tablet) -> None:
    code = await tablet.gather(THREE)
    views = [await tablet.look(code, seat) for seat in range(3)]
    assert [view["you"] for view in views] == [0, 1, 2]
    assert all(chair["here"] for chair in views[2]["table"]["chairs"])
    assert [chair["name"] for chair in views[0]["table"]["chairs"]] == ["Ada", "Ben", "Cleo"]
    assert all(len(view["hand"]) == 3 for view in views)
    turn = tablet.game["turn"]
    assert [bool(view["moves"]) for view in views] == [seat == turn for seat in range(3)]


async def test_a_name_that_is_left_out_is_made_up_in_the_language(tablet: Tablet) -> None:
    code = await tablet.gather({**THREE, "people": ["", "Ben"]})
    assert tablet.view["table"]["chairs"][0]["name"]
    assert len(tablet.view["table"]["chairs"]) == 2
    assert code


async def test_nobody_is_waited_for_and_no_bot_sits_in(tablet: Tablet) -> None:
    code = await tablet.gather(THREE)
    assert tablet.device.tables[code].upcoming is None


async def test_a_closed_tab_loses_nothing(tablet: Tablet) -> None:
    code = await tablet.gather(THREE)
    await tablet.look(code, tablet.game["turn"])
    await tablet.play(code)
    before = await tablet.look(code, 1)
    again = Tablet(tablet.drawer)
    after = await again.look(code, 1)
    assert (after["hand"], after["table"]["game"]) == (before["hand"], before["table"]["game"])


async def test_two_tabs_of_one_table_agree(tablet: Tablet) -> None:
    code = await tablet.gather(THREE)
    other = Tablet(tablet.drawer)
    turn = tablet.game["turn"]
    await other.look(code, turn)
    await tablet.look(code, turn)
    await tablet.play(code)
    await other.play(code)  # at the same ply: somebody was quicker
    assert other.news[-1]["type"] == "refusal"
    tablet.device.changed(code)
    other.device.changed(code)
    await asyncio.sleep(0.01)
    assert other.game["ply"] == tablet.game["ply"]


async def test_a_move_is_taken_back_until_the_next_person_moves(tablet: Tablet) -> None:
    code = await tablet.gather(THREE)
    turn = tablet.game["turn"]
    before = await tablet.look(code, turn)
    assert not before["back"]
    await tablet.play(code)
    assert tablet.view["back"]
    await tablet.ask(code, type="back", ply=tablet.game["ply"])
    assert (tablet.view["hand"], tablet.game["ply"]) == (before["hand"], game_in(before)["ply"])
    await tablet.play(code)
    await tablet.look(code, (turn + 1) % 3)
    assert not tablet.view["back"]
    await tablet.play(code)
    await tablet.look(code, turn)
    await tablet.ask(code, type="back", ply=tablet.game["ply"])
    assert tablet.news[-1]["code"] == "table.no_back"


async def test_nobody_looks_any_more_and_bots_wait(tablet: Tablet) -> None:
    code = await tablet.gather({**SOLO, "settings": {"game": "pig10", "pace": 10_000}})
    live = tablet.device.tables[code]
    tablet.device.leave(code)
    assert not live.clockwork.alarm.on
    assert code not in tablet.device.tables


@pytest.mark.parametrize("text", ["{", "{}", '{"settings":{"game":"go"},"people":[""]}', '{"settings":{},"people":[]}'])
async def test_a_gathering_that_cannot_be_is_refused_in_words(tablet: Tablet, text: str) -> None:
    good, problem = json.loads(await tablet.device.gather(text))
    assert not good
    assert problem["code"]
    assert tablet.drawer == {}


async def test_a_table_that_is_not_here_says_so(tablet: Tablet) -> None:
    await tablet.ask("QXZ4BW", type="hello", table="QXZ4BW")
    assert tablet.news[-1]["code"] == "table.none"
    await tablet.ask("QXZ4BW", type="nonsense")
    assert tablet.news[-1]["code"] == "wire.shape"
    good, problem = json.loads(await tablet.device.record("QXZ4BW", 1))
    assert (good, problem["code"]) == (False, "table.no_game")


# Who starts, round one device

CHOOSERS: dict[str, object] = {"people": ["Ada", "Ben", "Cleo"], "bots": ["greedy"]}


def choosing(how: str) -> dict[str, object]:
    return CHOOSERS | {"settings": {"game": "pig10", "starter": how, "pace": 0}}


async def count_to_ten(tablet: Tablet, code: str, seat: int, numbers: Sequence[int] = range(1, 11)) -> None:
    await tablet.look(code, seat)
    for number in numbers:
        await tablet.ask(code, type="tap", number=number)


async def test_who_counts_fastest_round_the_device_starts(tablet: Tablet) -> None:
    paces, now = {0: 300, 1: 200, 2: 400}, [0]
    tablet.device.clocks = Clocks(lambda: now[0], lambda: now[0])
    code = await tablet.gather(choosing("race"))
    for seat, pace in paces.items():
        assert tablet.view["table"]["phase"] == "starter"
        now[0] += 600_000  # passing it on may take its time
        await tablet.look(code, seat)
        for number in range(1, 11):
            await tablet.ask(code, type="tap", number=number)
            now[0] += pace
    assert tablet.view["table"]["phase"] == "play"
    assert tablet.game["turn"] == 1
    assert [chair["race"] for chair in tablet.view["table"]["chairs"]] == [2700, 1800, 3600, 0]


async def test_nothing_hurries_those_who_settle_it_round_the_device(tablet: Tablet) -> None:
    await tablet.gather(choosing("race"))
    assert tablet.view["table"]["deadline"] is None


async def test_a_slip_loses_the_race_round_the_device(tablet: Tablet) -> None:
    code = await tablet.gather(choosing("race"))
    await count_to_ten(tablet, code, 0, [1, 2, 4])
    await count_to_ten(tablet, code, 1, [2])
    await count_to_ten(tablet, code, 2)
    assert tablet.game["turn"] == 2


async def test_the_best_pig_round_the_device_is_voted_for(tablet: Tablet) -> None:
    code = await tablet.gather(choosing("vote"))
    for seat, vote in enumerate((2, 3, 3)):
        assert tablet.view["table"]["phase"] == "starter"
        await tablet.look(code, seat)
        await tablet.ask(code, type="vote", seat=vote)
    (started,) = [event for _, text in tablet.drawer[code] if (event := json.loads(text))["type"] == "started"]
    assert started["first"] == 3


async def test_a_vote_is_seen_by_its_voter_alone_and_all_hear_who_starts(tablet: Tablet) -> None:
    code = await tablet.gather(choosing("vote"))
    await tablet.look(code, 0)
    await tablet.ask(code, type="vote", seat=1)
    assert tablet.view["vote"] == 1
    await tablet.look(code, 1)
    assert tablet.view["vote"] == -1
    assert [(chair["voted"], "vote" in chair) for chair in tablet.view["table"]["chairs"][:2]] == [
        (True, False), (False, False),
    ]  # fmt: skip
    for seat in (1, 2):
        await tablet.look(code, seat)
        await tablet.ask(code, type="vote", seat=1)
    assert [*tablet.game["story"][0]["lines"][0]] == ["page.starts", {"player": "Ben"}]


async def test_whoever_starts_to_count_again_goes_back_to_the_start_of_the_race(tablet: Tablet) -> None:
    now = [0]
    tablet.device.clocks = Clocks(lambda: now[0], lambda: now[0])
    code = await tablet.gather(choosing("race"))
    await count_to_ten(tablet, code, 0, [1, 2, 3])
    now[0] = 5000
    for number in range(1, 11):
        await tablet.ask(code, type="tap", number=number)
        now[0] += 100
    assert tablet.view["table"]["chairs"][0]["race"] == 900


async def test_somebody_can_be_named_to_start_round_the_device(tablet: Tablet) -> None:
    await tablet.gather(choosing("host") | {"first": 2})
    assert tablet.game["turn"] == 2
