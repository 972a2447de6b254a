"""The ladder: every level plays both as a person sees it, by its own character, and looks at nothing hidden."""

from collections.abc import Sequence
from functools import partial
from random import Random

import pytest
from hypothesis import given

from piggery.bots.levels import LEVELS, Player, check_level, ladder, names, nearest, player, playouts, thinks
from piggery.bots.minds import minds_of
from piggery.bots.play import play_game
from piggery.bots.search import Effort, PastTurn, Search
from piggery.core.notation import parse_position
from piggery.engine.bags import members
from piggery.engine.kernel import Numbers, generator
from piggery.errors import BadOption
from piggery.games.checks import view_of
from piggery.games.contract import GameType, State
from piggery.games.pig10 import mind as p
from piggery.games.pig10.minds import LEVELS as PIG10
from piggery.games.pig10.minds import mind as pig10
from piggery.games.registry import game_type, game_types
from piggery.games.truie import mind as t
from piggery.games.truie.minds import LEVELS as TRUIE
from piggery.games.truie.minds import mind as truie
from worlds import Setup, often, played, setups, swap

EVERY = [(game, name) for game in game_types() for name in names(game_type(game))]
QUICK = 2.0  # milliseconds


def chosen(position: str, mind: list[int], tries: int = 200) -> set[str]:
    """Everything a mind plays here in many tries."""
    rules, state = parse_position(position)
    think = minds_of(rules).think
    found = (think(state, rules.legal(state), generator(seed), mind) for seed in range(tries))
    return {rules.move_text(state, move) for move in found}


def test_there_are_enough_steps() -> None:
    assert len(ladder(game_type("pig10"))) >= 8
    assert len(ladder(game_type("truie"))) >= 5
    assert ladder(game_type("pig10"))[-1] == ladder(game_type("truie"))[-1] == "minerva"


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_every_level_plays_whole_games_by_the_rules(game: str, name: str) -> None:
    rules = game_type(game)
    options = {"rounds": 1} if game == "truie" else {}
    for players in (2, 3, rules.seats[-1]):
        checked = [_checked(player(rules, name, QUICK))] * players
        assert len(play_game(rules, checked, Random(players), 1, **options)) == players


def _checked(bot: Player) -> Player:
    def play(seen: State, legal: int, rng: Numbers, past: Sequence[PastTurn]) -> int:
        assert seen.hands[seen.turn]
        assert not any(seen.hands[s] for s in range(seen.players) if s != seen.turn)
        move = bot(seen, legal, rng, past)
        assert move in members(legal)
        return move

    return play


@often(20)
@given(setup=setups())
def test_swapping_hidden_cards_changes_no_choice(setup: Setup) -> None:
    rules = setup.rules
    for game, _ in played(setup, 12):
        state, seat = game.state, game.turn
        other = swap(state, (seat + 1) % setup.players)
        if not rules.legal(state) or other is None:
            continue
        for name in names(rules):
            bot = player(rules, name) if not thinks(name) else _searching(rules)
            seen = (view_of(rules, one, seat) for one in (state, other))
            moves = [bot(one, rules.legal(one), generator(5), []) for one in seen]
            assert moves[0] == moves[1]


def _searching(rules: GameType) -> Player:
    """The strongest, with a number of deals instead of a time, so that chance is all the same."""

    def play(seen: State, legal: int, rng: Numbers, past: Sequence[PastTurn]) -> int:
        search = Search(rules, seen, past, Effort(deals=2))
        return search.choice(rng, search.run(rng))

    return play


def test_a_piglet_overlooks_that_a_pigmaid_can_be_taken_away() -> None:
    knows, forgets = pig10({}), pig10({p.NO_MINUS: 1000})
    assert chosen("pig10 5,9,9/1 8 8 0 -/- ?9", knows) == {"5=3"}
    assert chosen("pig10 5,9,9/1 8 8 0 -/- ?9", forgets) <= {"5=13", "9=17"}


def test_a_piglet_overlooks_the_same_number() -> None:
    assert chosen("pig10 8,9/1 8 8 0 -/- ?9", pig10({})) == {"8=8"}
    assert chosen("pig10 8,9/1 8 8 0 -/- ?9", pig10({p.NO_SAME: 1000})) <= {"8=16", "9=17"}


def test_a_piglet_miscounts_sums_by_one_and_numbers_on_cards_never() -> None:
    assert chosen("pig10 3,4/1 6 6 0 -/- ?9", pig10({})) == {"4=10"}
    assert chosen("pig10 3,4/1 6 6 0 -/- ?9", pig10({p.OFF_BY_ONE: 500})) == {"3=9", "4=10"}
    assert chosen("pig10 10,4/1 - 0 0 -/- ?9", pig10({p.OFF_BY_ONE: 1000})) == {"10=10"}


def test_a_careful_pig_leaves_the_value_that_others_can_hardly_make_ten_of() -> None:
    position = "pig10 2,3/?3 2 2 0 -/- ?74"  # 2 + 3 = 5 waits for one of few pigmaids, 2 + 2 = 4 for a 6
    assert chosen(position, pig10({})) == {"2=4", "3=5", "2=2"}
    assert chosen(position, pig10({p.HIT: 1000})) == {"3=5"}


def test_a_counter_sees_that_the_sixes_are_gone() -> None:
    gone = ",".join(["6"] * 8)
    position = f"pig10 2,3/?3 2 2 0 {gone}/- ?66"
    assert chosen(position, pig10({p.HIT: 1000, p.COUNTS: 1})) == {"2=4"}


def test_a_child_forgets_to_grunt_and_grunts_wrongly() -> None:
    position = "truie 8,8/1,1,1 7 0 G 1:0 0/0 - 9"
    assert chosen(position, truie({})) == {"g2"}
    assert chosen(position, truie({t.NO_GRUNT: 500})) == {"g0", "g2"}
    assert chosen(position, truie({t.WRONG_GRUNT: 500})) == {"g1", "g2"}


def test_a_child_overlooks_sums() -> None:
    position = "truie 2,3,5,9/1,1,1 2 0 - 1:0 0/0 - 9"
    assert chosen(position, truie({})) == {"+3=5"}
    assert chosen(position, truie({t.NO_SUM: 1000})) == {"2"}
    assert chosen("truie 3,5/1,1,1 8 0 - 1:0 0/0 - 9", truie({t.NO_MINUS: 1000})) == {"draw"}


def test_a_mind_is_all_its_numbers() -> None:
    assert {len(mind) for mind in PIG10.values()} == {p.LENGTH}
    assert {len(mind) for mind in TRUIE.values()} == {t.LENGTH}


def test_who_does_not_play_a_game_is_replaced_by_the_next_below() -> None:
    assert nearest(game_type("truie"), "momo") == "bella"
    assert nearest(game_type("truie"), "bruno") == "tilda"
    assert nearest(game_type("truie"), "otto") == "otto"
    assert nearest(game_type("pig10"), "somebody") == "pip"


def test_flat_is_no_level_that_a_table_may_ask_for() -> None:
    assert (playouts("flat:20"), playouts("luna")) == (20, 0)
    with pytest.raises(BadOption, match="flat:20"):
        check_level(game_type("pig10"), "flat:20")
    with pytest.raises(BadOption, match="playouts"):
        player(game_type("pig10"), "flat:none")


def test_a_search_may_be_told_how_many_deals_to_look_at() -> None:
    rules, state = parse_position("pig10 3,4,9/?3 4,3 7 0 -/- ?72")
    bot = player(rules, "minerva", 60_000.0, deals=3)
    assert isinstance(bot, partial)
    assert bot.args[1] == Effort(deals=3)
    assert bot(state, rules.legal(state), generator(1), []) in members(rules.legal(state))


def test_only_the_strongest_takes_time() -> None:
    assert [name for name in LEVELS if thinks(name)] == ["minerva"]
