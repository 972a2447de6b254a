"""The rules in short say what holds at this table: its house rules, and only cards of its deck."""

import json
from itertools import product

import msgspec
import pytest
from textual.widgets import Static

from house import House
from messages import News, line_of
from piggery.core.story import numbered_rules, rules_lines
from piggery.games.checks import deck_of, options_of
from piggery.games.contract import Options
from piggery.games.registry import game_type
from piggery.table import wire
from piggery.table.events import Opened
from piggery.table.state import Table
from piggery.table.views import ViewEncoder
from piggery.words import LANGUAGES, say
from pilots import SMALL, app_of, until_asked
from test_plain import seated

WORDS = {
    ("pig10", "0"): ("frog", "grenouille", "frosch", "rana"),
    ("pig10", "5"): ("pigmaid", "sirène", "meerjungfrau", "sirena"),
    ("truie", "F"): ("farmer", "fermier", "bauer", "contadin"),
    ("truie", "H"): ("hog", "porc", "eber", "maialon"),
    ("truie", "L"): ("lucky", "porte-bonheur", "glück", "fortun"),
    ("truie", "D"): ("heap", "fumier", "mist", "letame"),
}
SPECIALS = [(game, card, language) for game, card in WORDS for language in LANGUAGES]


def rules(game: str, language: str = "en", deck: dict[str, int] | None = None, **options: str | int) -> list[str]:
    return under(game, options, language, deck)


def under(game: str, options: Options, language: str = "en", deck: dict[str, int] | None = None) -> list[str]:
    """The rules in short, as they are read under these house rules."""
    rules = game_type(game)
    state = rules.start(2, 0, deck_of(rules, deck), options_of(rules, options))
    return [say(rule, language) for rule in rules_lines(rules, state)]


def word(game: str, card: str, language: str) -> str:
    return WORDS[game, card][LANGUAGES.index(language)]


@pytest.mark.parametrize(("game", "card", "language"), SPECIALS)
def test_a_card_is_spoken_of_only_if_it_is_in_the_deck(game: str, card: str, language: str) -> None:
    there, missing = " ".join(rules(game, language)), " ".join(rules(game, language, deck={card: 0}))
    assert word(game, card, language) in there.lower()
    assert word(game, card, language) not in missing.lower()
    others = [other for its_game, other in WORDS if its_game == game and other != card]
    assert all(word(game, other, language) in missing.lower() for other in others)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_mixture_of_cards_leaves_a_gap_in_a_sentence(language: str) -> None:
    for copies in product((0, 2, 5), repeat=4):
        for lucky in ("wild", "copy"):
            deck = dict(zip("FHLD", copies, strict=True))
            said = rules("truie", language, deck=deck, lucky=lucky)
            assert not [rule for rule in said if "{" in rule or "  " in rule or rule.startswith("rules.")]
            for card, many in deck.items():
                assert bool(many) == (word("truie", card, language) in " ".join(said).lower())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("option", "value"), [("lucky", "copy"), ("grunting", "auto"), ("last_card", "draws")])
def test_a_house_rule_changes_the_one_rule_it_is_about(language: str, option: str, value: str) -> None:
    usual, changed = rules("truie", language), under("truie", {option: value}, language)
    assert len([1 for one, other in zip(usual, changed, strict=True) if one != other]) == 1


def test_each_house_rule_is_said_in_words() -> None:
    assert "laid alone, it always has the number on top" in " ".join(rules("truie", lucky="copy"))
    assert "At this table" in " ".join(rules("truie", grunting="auto"))
    assert "after a hog you draw first" in " ".join(rules("truie", last_card="draws"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_number_of_rounds_is_said(language: str) -> None:
    ends = [rules("truie", language, rounds=n)[-1] for n in range(1, 11)]
    assert len(set(ends)) == 10
    assert all(say(f"number.{n}", language) in end for n, end in enumerate(ends[1:], 2))


def test_without_hogs_nothing_is_said_of_the_last_card() -> None:
    assert rules("truie", deck={"H": 0}) == rules("truie", deck={"H": 0}, last_card="draws")


def test_three_heaps_bring_points_only_where_there_are_three() -> None:
    assert "30" in " ".join(rules("truie"))
    assert "30" not in " ".join(rules("truie", deck={"D": 2}))


def test_an_example_is_made_of_cards_in_the_deck() -> None:
    assert "a 3 makes 7" in " ".join(rules("pig10"))
    assert "a 3 makes 7" not in " ".join(rules("pig10", deck={"3": 0}))
    assert "8 − 5 = 3" in " ".join(rules("truie"))
    assert "8 − 5 = 3" not in " ".join(rules("truie", deck={"5": 0}))


@pytest.mark.parametrize("game", ["pig10", "truie"])
def test_the_usual_game_has_a_line_for_every_numbered_rule(game: str) -> None:
    assert len(rules(game)) == len(numbered_rules(game_type(game)))


async def test_a_view_brings_the_rules_of_its_table_before_and_in_a_game(at_home: House) -> None:
    chosen: Options = {"lucky": "copy", "rounds": 2}
    deck = {"F": 0}
    opened = await at_home.open(game="truie", seats=2, options=chosen, deck=deck)
    before = await at_home.guest(opened["code"])
    assert said(before.last) == under("truie", chosen, deck=deck)
    host, _ = await at_home.together(2, game="truie", options=chosen, deck=deck)
    assert said(host.last) == said(before.last)


async def test_other_settings_bring_other_rules(at_home: House) -> None:
    opened = await at_home.open(game="truie", seats=2, deck={"F": 0})
    host = await at_home.guest(opened["code"], opened["token"])
    await host.ask("set", settings={"game": "truie", "seats": 2, "options": {"grunting": "auto"}})
    view = await host.view(lambda view: not view["table"]["settings"]["deck"])
    assert said(view) == rules("truie", grunting="auto")


def test_a_table_of_the_first_rules_plays_on_as_it_did() -> None:
    table = Table("QXZ4BW")
    table.apply(Opened(wire.Settings(game="truie"), "host", rules=1), 0)
    told = json.loads(msgspec.json.encode(ViewEncoder().public(table, set(), None)))
    assert [say(line_of(rule)) for rule in told["rules"]] == rules("truie", last_card="draws")


async def test_the_rules_are_read_out_line_by_line_as_they_hold() -> None:
    answers = iter(["?", "q"])
    table, written = seated("truie", ["person", "greedy"], lambda question: next(answers), grunting="auto")
    await table.run()
    assert [rule for rule in written if rule in rules("truie", grunting="auto")] == rules("truie", grunting="auto")


async def test_the_screen_of_rules_shows_them_as_they_hold() -> None:
    app = app_of("truie", players=2, copies={"H": 0}, options={"lucky": "copy"})
    async with app.run_test(size=SMALL) as pilot:
        await until_asked(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        shown = [str(rule.content).removeprefix("• ") for rule in app.screen.query(".rule").results(Static)]
        assert [rule.replace("\u00a0", " ") for rule in shown] == rules("truie", deck={"H": 0}, lucky="copy")


def said(view: News) -> list[str]:
    return [say(line_of(rule)) for rule in view["table"]["rules"]]
