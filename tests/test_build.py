"""The packages: an archive of the source that can be built from, a wheel that runs, a README that holds elsewhere.

The builder is called as `python -m build --no-isolation` calls it, so nothing is fetched; the web client is not built.
"""

import importlib.util
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections import Counter
from email import message_from_string
from email.message import Message
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
HOME = "https://pigs.example/piggery"
NEEDED = [
    "pyproject.toml", "hatch_build.py", "run.py", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "PKG-INFO",
    "requirements/base.txt", "requirements/fast.txt", "requirements/dev.txt", "requirements/web.txt",
    "requirements/node.txt", "requirements/build.in", "src/piggery/__init__.py", "src/piggery/py.typed",
    "src/piggery/locale/fr.json", "src/piggery/games/truie/words/it.json", "src/piggery/games/pig10/puzzles.jsonl",
    "web/package.json", "web/package-lock.json", "web/engine.txt", "web/src/main.ts", "tests/test_build.py",
    "tests/golden/pig10-two.json", "examples/host.py", "docs/protocol.md", "docs/web-phone.png",
    "deploy/piggery.service", ".github/workflows/test.yml", ".gitattributes", ".pre-commit-config.yaml",
]  # fmt: skip
UNWANTED = re.compile(
    r"(^|/)(\.venv|node_modules|__pycache__|\.git|\.\w+_cache|\.hypothesis|\.web-\w+)/|\.pyc$|^web/dist/"
)
TARGET = re.compile(r"\]\(([^)]+)\)|<img src=\"([^\"]+)\"")
BUILD = "import sys; from hatchling import build; print(getattr(build, sys.argv[1])(sys.argv[2]))"

needs_builder = pytest.mark.skipif(
    not importlib.util.find_spec("hatchling"), reason="HATCHLING IS NOT HERE: nothing is built"
)


def built(kind: str, source: Path, target: Path) -> Path:
    """What a build of this source is: its archive, or its wheel."""
    done = subprocess.run(
        [sys.executable, "-c", BUILD, f"build_{kind}", str(target)],
        cwd=source, capture_output=True, text=True, env=os.environ | {"PIGGERY_NO_WEB": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return target / done.stdout.splitlines()[-1]


class Packages:
    """An archive of this source, unpacked, and the wheel that was made of it, unpacked too."""

    def __init__(self, folder: Path) -> None:
        with tarfile.open(built("sdist", ROOT, folder)) as archive:
            names = [member.name for member in archive if member.isfile()]
            archive.extractall(folder, filter="data")
        (self.source,) = {folder / name.partition("/")[0] for name in names}
        self.files = [name.partition("/")[2] for name in names]
        wheel = built("wheel", self.source, folder)
        self.installed = folder / "installed"
        with zipfile.ZipFile(wheel) as packed:
            self.packed = packed.namelist()
            packed.extractall(self.installed)  # noqa: S202

    @property
    def metadata(self) -> Message:
        (found,) = self.installed.glob("*.dist-info/METADATA")
        return message_from_string(found.read_text(encoding="utf-8"))

    def python(self, *words: str) -> str:
        """What Python says that finds the wheel first, far from the source."""
        env = os.environ | {"PYTHONPATH": str(self.installed)}
        return subprocess.run(
            [sys.executable, *words], cwd=self.installed, capture_output=True, text=True, check=True, env=env
        ).stdout


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    return Packages(tmp_path_factory.mktemp("packages"))


@needs_builder
@pytest.mark.process
def test_the_archive_has_all_that_it_takes_to_build_test_and_run(packages: Packages) -> None:
    assert [name for name in NEEDED if name not in packages.files] == []
    modules = {path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.py")}
    assert modules - set(packages.files) == set()


@needs_builder
@pytest.mark.process
def test_the_archive_has_nothing_that_was_made_here_and_nothing_twice(packages: Packages) -> None:
    assert [name for name in packages.files if UNWANTED.search(name)] == []
    assert [name for name, times in Counter(packages.files).items() if times > 1] == []
    assert (packages.source / "src" / "piggery" / "web").exists() == (ROOT / "src" / "piggery" / "web").exists()


@needs_builder
@pytest.mark.process
def test_a_wheel_made_of_the_archive_has_the_package_and_nothing_else(packages: Packages) -> None:
    assert {name.partition("/")[0].partition("-")[0] for name in packages.packed} == {"piggery"}
    source = {name.removeprefix("src/") for name in packages.files if name.startswith("src/piggery/")}
    assert {name for name in packages.packed if ".dist-info/" not in name} == source


@needs_builder
@pytest.mark.process
def test_what_a_wheel_installs_runs_by_itself(packages: Packages) -> None:
    assert Path(packages.python("-c", "import piggery; print(piggery.__file__)").strip()).is_relative_to(
        packages.installed
    )
    said = packages.python("-m", "piggery", "hint", "pig10 3,4,9/?3 4,3 7 0 -/- ?72", "--step", "2", "--language", "de")
    assert "10" in said
    assert packages.python("-m", "piggery", "--version").startswith("piggery ")
    assert (
        "piggery = piggery.cli.main:main" in next(packages.installed.glob("*.dist-info/entry_points.txt")).read_text()
    )


@needs_builder
@pytest.mark.process
def test_the_readme_of_the_package_leads_somewhere_on_any_page(packages: Packages) -> None:
    text, home = (
        str(packages.metadata.get_payload()),
        dict(str(url).split(", ") for url in packages.metadata.get_all("Project-URL", []))["Homepage"],
    )
    assert packages.metadata["Description-Content-Type"] == "text/markdown"
    found = targets(text)
    assert len(found) == len(targets((ROOT / "README.md").read_text(encoding="utf-8"))) > 20
    assert [target for target in found if not target.startswith((home, "#"))] == []


# The README elsewhere


@pytest.fixture
def hatch_build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def targets(text: str) -> list[str]:
    """Where links lead, and where pictures are."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return [link or picture for link, picture in TARGET.findall(prose)]


@pytest.mark.parametrize(
    ("here", "elsewhere"),
    [
        ("[rules](docs/rules.md)", f"[rules]({HOME}/blob/main/docs/rules.md)"),
        ("[limits](docs/protocol.md#limits)", f"[limits]({HOME}/blob/main/docs/protocol.md#limits)"),
        ("[`examples/bot.py`](examples/bot.py)", f"[`examples/bot.py`]({HOME}/blob/main/examples/bot.py)"),
        ("![a table](docs/table.svg)", f"![a table]({HOME}/raw/main/docs/table.svg)"),
        ('<img src="docs/phone.png" width="24%">', f'<img src="{HOME}/raw/main/docs/phone.png" width="24%">'),
        ("[below](#below)", "[below](#below)"),
        ("[pigs](https://pigs.example/x)", "[pigs](https://pigs.example/x)"),
        ("![pigs](https://pigs.example/x.png)", "![pigs](https://pigs.example/x.png)"),
        ("[write](mailto:pigs@pigs.example)", "[write](mailto:pigs@pigs.example)"),
        (">>> game.moves()[0]\n['3=10'] (so)", ">>> game.moves()[0]\n['3=10'] (so)"),
    ],
)
def test_a_link_of_the_readme_is_whole_elsewhere(hatch_build: ModuleType, here: str, elsewhere: str) -> None:
    assert hatch_build.published(here, HOME) == elsewhere
    assert hatch_build.published(elsewhere, HOME) == elsewhere


def test_every_link_and_picture_of_the_readme_names_a_file_that_is_there() -> None:
    found = [target.partition("#")[0] for target in targets((ROOT / "README.md").read_text(encoding="utf-8"))]
    here = [target for target in found if target and ":" not in target]
    assert len(here) > 20
    assert [target for target in here if not (ROOT / target).is_file()] == []


def test_a_build_of_what_is_built_already_needs_nothing(
    hatch_build: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hatch_build, "up_to_date", lambda: True)
    assert hatch_build.needed() == []
    monkeypatch.setattr(hatch_build, "up_to_date", lambda: False)
    monkeypatch.setattr(hatch_build, "find_node", list)
    assert hatch_build.needed() == ["pip", hatch_build.NODE_WHEEL]


# Waiting for a build


@pytest.mark.process
def test_whoever_waits_for_a_build_sees_that_it_goes_on(
    hatch_build: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hatch_build, "SIGN", 0.1)
    hatch_build.run([sys.executable, "-c", "import time; time.sleep(0.5)"], "It went wrong.")
    assert capsys.readouterr().out.splitlines()[:2] == ["    0.1 s", "    0.2 s"]
    with pytest.raises(hatch_build.BuildError, match=r"It went wrong\.\nalas"):
        hatch_build.run([sys.executable, "-c", "print('alas'); exit(1)"], "It went wrong.")


def test_each_step_of_a_build_is_named(
    hatch_build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    web, made = tmp_path / "web", tmp_path / "made"
    for name, place in {"WEB": web, "TARGET": made, "STAMP": made / "stamp"}.items():
        monkeypatch.setattr(hatch_build, name, place)
    (web / "node_modules").mkdir(parents=True)
    (web / "package-lock.json").write_text("{}", encoding="utf-8")
    monkeypatch.setattr(hatch_build, "find_node", lambda: ["node"])
    monkeypatch.setattr(hatch_build, "npm", lambda node: ["npm"])
    monkeypatch.setattr(hatch_build, "run", lambda command, problem: None)
    monkeypatch.setattr(hatch_build, "engine", lambda target: target.mkdir(parents=True))
    hatch_build.build()
    assert [line.strip().partition(" ")[0] for line in capsys.readouterr().out.splitlines()] == [
        "fetching", "putting", "compressing",
    ]  # fmt: skip
    assert hatch_build.up_to_date()
