"""The third game for one test. What lies in its folder are no tests."""

from collections.abc import Iterator

import pytest

from piggery.games.contract import GameType
from piggery.games.registry import game_type
from third_game.third import plugged_in

collect_ignore_glob = ["climb*"]


@pytest.fixture
def climb() -> Iterator[GameType]:
    with plugged_in():
        yield game_type("climb")
