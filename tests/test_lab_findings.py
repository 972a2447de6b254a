"""The findings of the laboratory: numbers as each language writes them, sentences that follow from them."""

from dataclasses import replace
from pathlib import Path

import pytest

from piggery.games.registry import game_type, game_types
from piggery.lab import compare, house, length, report, skill, specials, starter, style, trial
from piggery.lab import play as lab_play
from piggery.lab.answer import Inquiry, Side
from piggery.lab.counts import GAMES, LENGTHS, TURNS, WON
from piggery.lab.figures import change, grouped, pair, part, span, spread, tick
from piggery.lab.part import lab_of
from piggery.lab.play import room
from piggery.lab.questions import QUESTIONS
from piggery.lab.setting import Setting
from piggery.lab.tally import Tally
from piggery.lab.trial import Plan, run
from piggery.sim.summary import SHARE, Mean
from piggery.words import LANGUAGES, Line, figure, say

game_types()  # they bring their words


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few games need no compiler, and two house rules tell as much as nine."""
    for module in (trial, lab_play, report):
        monkeypatch.setattr(module, "available", lambda: False)
    monkeypatch.setattr(house, "lab_of", lambda game: replace(lab_of(game), variants=lab_of(game).variants[:2]))


def tally(setting: Setting, **counts: int) -> Tally:
    """Two batches alike."""
    places = {"games": GAMES, "turns": TURNS, "won": WON}
    line = [0] * room(setting)
    for name, value in counts.items():
        line[places[name] if name in places else room(setting) - LENGTHS + int(name.removeprefix("of_"))] = value
    return Tally(setting, [line[:-LENGTHS]] * 2, [2 * n for n in line[-LENGTHS:]])


def asked(question: str, game: str = "pig10") -> Inquiry:
    return Inquiry(question, game, 40)


# Numbers


def test_numbers_are_written_as_the_language_does() -> None:
    assert say_all(figure(-12.34)) == ["−12.3", "−12,3", "−12,3", "−12,3"]
    assert figure(7, 0, sign=True) == "+7"
    assert figure(-0.001, 0) == "0"
    assert figure(float("nan")) == "–"
    assert say(spread(Mean(0.25, 0.02), 1, 100)) == "25.0 ± 2.0"
    assert say(spread(Mean(0.07, 0.015), 1)) == "0.07 ± 0.01"
    assert say(spread(Mean(2.79, 0.0046), 2)) == "2.790 ± 0.005"
    assert say(spread(Mean(80, 0), 1)) == "80.0 ± 0.0"
    assert say(change(Mean(0.07, 0.015), 1)) == "+0.07"
    assert say(tick(-2.5, sign=True)) == "−2.5"
    assert tick(0, sign=True) == "0"
    assert say(part(0.999)) == "99.9"
    assert part(0.5) == "50"
    assert grouped(100_000) == "100\u202f000"
    assert pair(Mean(float("nan"), 1.0)) == ["", 1.0]
    assert span([2, 3, 4]) == "2–4"
    assert span([2, 4]) == "2, 4"


def say_all(what: Line | str) -> list[str]:
    assert isinstance(what, Line)
    return [say(what, language) for language in LANGUAGES]


# Findings follow the numbers


@pytest.mark.parametrize(
    ("edges", "key"),
    [
        ({2: Mean(0.001, 0.01), 3: Mean(-0.002, 0.01)}, "lab.starter.none"),
        ({2: Mean(0.03, 0.01), 3: Mean(0.002, 0.01)}, "lab.starter.more"),
        ({2: Mean(-0.03, 0.01), 3: Mean(-0.04, 0.01)}, "lab.starter.less"),
        ({2: Mean(-0.03, 0.01), 3: Mean(0.04, 0.01)}, "lab.starter.mixed"),
    ],
)
def test_who_starts_is_told_by_the_intervals(edges: dict[int, Mean], key: str) -> None:
    assert starter.finding("pig10", edges).key == key


def test_rounds_and_whole_games_are_told_apart() -> None:
    told = starter.finding_of_rounds("truie", {2: Mean(0.001, 0.01)}, {2: Mean(0.02, 0.004)})
    assert say(told) == (
        "Un, deux, truie: whoever starts a round wins it more often (up to +2.0 percentage points, with 2 players); "
        "no edge found in whole games (within ± 1.0)"
    )


def test_a_turn_more_is_told_before_who_starts() -> None:
    first = {2: Mean(-0.007, 0.005), 3: Mean(0.013, 0.004), 4: Mean(0.001, 0.004), 6: Mean(0.014, 0.004)}
    ahead = {3: Mean(0.037, 0.006), 6: Mean(0.022, 0.005)}
    told = say(starter.finding_of_turns("pig10", first, ahead))
    assert told == (
        "Pig 10: with 3 and 6 players, some get one more turn and win more often (+2.2 to +3.7 percentage points); "
        "otherwise the starter’s edge is at most −0.7 (with 2)"
    )
    assert starter.finding_of_turns("pig10", {3: first[3]}, {3: ahead[3]}).key == "lab.starter.found"
    assert starter.finding_of_turns("pig10", first, {3: Mean(0.001, 0.006)}).key == "lab.starter.mixed"
    assert starter.finding_of_turns("pig10", {2: first[2]}, {}).key == "lab.starter.less"


def test_who_has_a_turn_more_follows_from_the_deck() -> None:
    assert [starter.left_over(Setting("pig10", ("otto",) * n)) for n in range(2, 9)] == [0, 2, 0, 0, 2, 3, 0]
    assert starter.left_over(Setting("pig10", ("otto",) * 3, {"0": 6})) == 1
    assert starter.left_over(Setting("truie", ("otto",) * 3)) == 0


def test_the_length_is_told_by_the_middle_game() -> None:
    few = tally(Setting("truie", ("otto",) * 2), games=10, turns=1000, of_100=10)
    many = tally(Setting("truie", ("otto",) * 4), games=10, turns=1500, of_150=10)
    assert length.finding(asked("length", "truie"), [few, few]).key == "lab.length.fixed"
    assert length.finding(asked("length", "truie"), [few, many]).key == "lab.length.longer"
    assert length.finding(asked("length", "truie"), [many, few]).key == "lab.length.shorter"
    near = tally(Setting("truie", ("otto",) * 4), games=10, turns=1020, of_102=10)
    assert length.finding(asked("length", "truie"), [few, near]).key == "lab.length.same"
    told = say(length.finding(replace(asked("length", "truie"), seconds=30), [few, many]))
    assert "100 turns with 2 players, 150 with 4 (about 50 and 75 minutes)" in told
    spreading = tally(Setting("truie", ("otto",) * 2), games=10, turns=1000, of_80=2, of_100=6, of_140=2)
    assert "eight games in ten take 80 to 140" in say(length.finding(asked("length", "truie"), [spreading]))


def matrix(low: float, high: float, error: float) -> skill.Matrix:
    return {("b", "a"): Mean(low, error), ("c", "b"): Mean(high, error), ("c", "a"): Mean(high, error)}


def test_skill_is_told_by_the_steps() -> None:
    order = ["a", "b", "c"]
    assert skill.finding(asked("skill"), matrix(0.6, 0.8, 0.01), order).key == "lab.skill.each"
    assert skill.finding(asked("skill"), matrix(0.5, 0.8, 0.01), order).key == "lab.skill.some"
    assert skill.finding(asked("skill"), matrix(0.5, 0.51, 0.02), order).key == "lab.skill.none"
    assert skill.finding(asked("skill"), matrix(0.6, 0.8, 0.01), ["a", "b"]).key == "lab.skill.two"


def test_how_many_games_show_who_is_better() -> None:
    assert skill.games_to_tell(0.96) == 1
    assert skill.games_to_tell(0.9) == 3  # 0.9³ + 3 · 0.9² · 0.1 = 0.972
    assert skill.games_to_tell(0.5) is None
    assert skill.games_to_tell(0.501) is None
    few, many = skill.games_to_tell(0.6), skill.games_to_tell(0.53)
    assert few is not None
    assert many is not None
    assert 60 < few < 75 < 700 < many < 800  # (1.645 / 0.06)² · 0.25 = 188 · 4


def test_two_players_share_every_game() -> None:
    found = skill.matrix([tally(Setting("pig10", ("b", "a")), games=10, won=7 * SHARE)])
    assert found["b", "a"].value == pytest.approx(0.7)
    assert found["a", "b"].value == pytest.approx(0.3)


def test_special_cards_are_told_the_clearest_first() -> None:
    told = specials.finding(game_type("pig10"), {"0": Mean(-0.04, 0.001), "5": Mean(0.0, 0.01), "7": Mean(0.5, 0.01)})
    assert say(told).endswith("frog\u00a0−4.0 and pigmaid (no difference found)")
    assert specials.finding(game_type("pig10"), {"7": Mean(0.5, 0.01)}).key == "lab.specials.none"


def test_a_card_without_a_clear_difference_is_drawn_open(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: dict[float, tuple[bool, bool]] = {}

    def noted(panel: object, x: float, y: float, error: float, strong: bool, across: bool, filled: bool) -> None:
        seen[y] = strong, filled

    monkeypatch.setattr(style.Panel, "dot", noted)
    found = {"0": Mean(-0.04, 0.001), "5": Mean(0.0, 0.01), "7": Mean(0.5, 0.01)}
    path, title = tmp_path / "one.svg", Line("lab.players")
    style.draw(path, title, [], "en", lambda sheet: specials.draw(sheet, game_type("pig10"), found, []))
    assert list(seen.values()) == [(True, True), (True, False), (False, True)]


def test_rules_are_told_only_where_they_change_something() -> None:
    def ahead(*_: object) -> Mean:
        raise AssertionError("there is only one")

    columns = house.columns_of(game_type("truie"), 4)
    still = {one.key: Mean(0.0, 0.1) for one in columns}
    assert house.finding("truie", {"lab.rules.copy": still}, columns, ahead).key == "lab.rules.none"
    moved = still | {"lab.rules.skill": Mean(-0.2, 0.01)}
    told = say(house.finding("truie", {"lab.rules.copy": still, "lab.rules.one_round": moved}, columns, ahead))
    assert told == "Un, deux, truie: “one round” has the biggest effect on what skill is worth (−20.0 points)"


def test_a_rule_changes_most_only_where_it_is_clearly_ahead() -> None:
    columns = house.columns_of(game_type("truie"), 4)
    still = {one.key: Mean(0.0, 0.1) for one in columns}
    turns = {"lab.rules.no_heaps": 9.4, "lab.rules.no_lucky": 9.1, "lab.rules.no_hogs": -7.0, "lab.rules.pigs": 6.0}
    found = {key: still | {"lab.rules.turns": Mean(value, 0.3)} for key, value in turns.items()}

    def told(*near: str) -> str:
        return say(house.finding("truie", found, columns, lambda _, __, key: Mean(0.4, 0.5 if key in near else 0.1)))

    assert (
        told() == "Un, deux, truie: “without dung heaps” has the biggest effect on the length of a round (+9.4 turns)"
    )
    both = (
        "Un, deux, truie: “without dung heaps” (+9.4){} “without lucky pigs” (+9.1){} "
        "have the biggest effect on the length of a round"
    )
    assert told("lab.rules.no_lucky").startswith(both.format(" and", ""))
    assert told("lab.rules.no_lucky", "lab.rules.no_hogs").startswith(both.format(",", " and others"))


def test_a_comparison_names_the_clearest_differences() -> None:
    ask = replace(asked("compare", "truie"), a=Side("lucky=copy"))
    one, *_ = compare.shown(*compare.settings(ask))
    none = compare.finding(ask, [(one, Mean(0.1, 0.2))], 5000)
    assert say(none).endswith("between A “lucky=copy” and B “the plain game” in 5\u202f000 games each")
    assert say(compare.finding(ask, [(one, Mean(-3.0, 0.2))], 5000)).endswith("turns per game: −3.0")


def test_the_same_setting_twice_shows_no_difference_at_all() -> None:
    ask = replace(asked("compare"), a=Side("players=3", 3), b=Side("players=3", 3))
    answer = QUESTIONS["compare"].answer(ask, run(Plan(compare.settings(ask), 40)).tallies)
    assert answer.finding.key == "lab.compare.none"
    assert all(line[-2:] == [0, 0] for line in answer.lines)


def test_what_a_side_leaves_open_is_as_asked_for_both() -> None:
    ask = Inquiry(
        "compare", "truie", 40, bots=("otto",), copies={"F": 1}, a=Side("", 3, ("luna", "pip"), {"H": 0}, {"rounds": 1})
    )
    assert compare.settings(ask) == [
        Setting("truie", ("luna", "pip", "pip"), {"F": 1, "H": 0}, {"rounds": 1}),
        Setting("truie", ("otto",) * 4, {"F": 1}, {}),
    ]
