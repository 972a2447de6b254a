"""No numbered rule without a test that is named after it, and no test of a rule that is not there."""

import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.parametrize("game", ["pig10", "truie"])
def test_every_numbered_rule_has_a_test(game: str) -> None:
    page = (HERE.parent / "docs" / f"rules-{game}.md").read_text(encoding="utf-8")
    tests = (HERE / f"test_rules_{game}.py").read_text(encoding="utf-8")
    written = set(re.findall(r"^## Rule (\d+)", page, re.MULTILINE))
    tested = set(re.findall(r"^def test_rule_(\d+)_", tests, re.MULTILINE))
    assert written
    assert written == tested
