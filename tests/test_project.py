"""The project's habits: the workflow, the issue forms and the hooks are what the forge and pre-commit expect.

The forge's schemas come with check-jsonschema, so that nothing is fetched.
"""

import importlib.util
import os
import re
import shlex
import socket
import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import NoReturn, TypedDict

import pytest
from check_jsonschema import main as check_jsonschema  # type: ignore[import-untyped]
from click.testing import CliRunner
from ruamel.yaml import YAML

from piggery.words import LANGUAGES, say

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
WORKFLOWS = sorted(GITHUB.glob("workflows/*.yml"))
CONFIG = GITHUB / "ISSUE_TEMPLATE" / "config.yml"
FORMS = sorted(set(GITHUB.glob("ISSUE_TEMPLATE/*.yml")) - {CONFIG})
SYSTEMS = ("ubuntu-latest", "macos-latest", "windows-latest")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
NAMED_FILES = r"(?:--file |cache-dependency-path: )(\S+)"  # where the workflow names a file
Step = TypedDict("Step", {"uses": str, "run": str, "with": dict[str, object]}, total=False)
Job = TypedDict("Job", {"runs-on": str, "strategy": dict[str, dict[str, list[str]]], "steps": list[Step]})


class Hook(TypedDict):
    id: str
    entry: str
    language: str
    args: list[str]


read = YAML(typ="safe", pure=True).load
JOBS: dict[str, Job] = {f"{path.stem}-{name}": job for path in WORKFLOWS for name, job in read(path)["jobs"].items()}
HOOKS: dict[str, Hook] = {
    hook["id"]: hook for repo in read(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]
}


def complaints(schema: str, path: Path) -> str:
    """What a schema of check-jsonschema finds wrong with a file."""
    done = CliRunner().invoke(check_jsonschema, ["--builtin-schema", schema, str(path)], catch_exceptions=False)
    return done.output if done.exit_code else ""


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        raise AssertionError("something wants the network")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture
def run() -> ModuleType:
    """run.py, which stands in no package."""
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_there_are_workflows_and_forms() -> None:
    assert [path.name for path in WORKFLOWS] == ["test.yml"]
    assert [path.name for path in FORMS] == ["bug.yml", "feature.yml", "words.yml"]


# The workflow


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_workflow_is_one_that_the_forge_reads(path: Path) -> None:
    assert complaints("vendor.github-workflows", path) == ""


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_job_has_a_time_limit(path: Path) -> None:
    assert complaints("custom.github-workflows-require-timeout", path) == ""


def test_a_job_without_a_time_limit_is_noticed(tmp_path: Path) -> None:
    text = re.sub(r" +timeout-minutes: .*\n", "", WORKFLOWS[0].read_text(encoding="utf-8"), count=1)
    (tmp_path / "test.yml").write_text(text, encoding="utf-8")
    assert "'timeout-minutes' is a required property" in complaints(
        "custom.github-workflows-require-timeout", tmp_path / "test.yml"
    )


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_only_read_and_knows_no_secret(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert all("permissions" not in job for job in workflow["jobs"].values())
    assert not re.search(r"\{\{[^}]*\bsecrets\b", path.read_text(encoding="utf-8"))
    assert "pull_request_target" not in workflow["on"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_newer_push_ends_the_older_run(path: Path) -> None:
    concurrency = read(path)["concurrency"]
    assert "github.ref" in concurrency["group"]
    assert concurrency["cancel-in-progress"] is True


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_every_job_has_a_machine_and_steps(job: Job) -> None:
    assert job["runs-on"]
    assert job["steps"]


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_every_action_is_pinned_and_the_checkout_keeps_no_token(job: Job) -> None:
    for step in job["steps"]:
        action, _, version = step.get("uses", "run@v0").partition("@")
        assert re.fullmatch(r"v\d+(\.\d+){0,2}|[0-9a-f]{40}", version), step
        assert action != "actions/checkout" or step["with"]["persist-credentials"] is False


def test_the_quick_tests_run_on_three_systems_with_four_pythons() -> None:
    job = JOBS["test-quick"]
    matrix = job["strategy"]["matrix"]
    assert set(matrix) == {"system", "python"}
    assert set(product(matrix["system"], matrix["python"])) == set(product(SYSTEMS, PYTHONS))
    assert job["runs-on"] == "${{ matrix.system }}"
    assert {"python-version": "${{ matrix.python }}"} in [step.get("with") for step in job["steps"]]


def test_every_python_that_is_promised_is_tested() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project.get("classifiers", [])))
    assert {project["requires-python"].removeprefix(">="), *named} <= set(PYTHONS)


def test_every_command_of_run_py_in_a_workflow_is_in_its_help(run: ModuleType) -> None:
    usages = re.findall(r"^python3 run\.py +(.+?)  ", str(run.__doc__), re.M)
    known = [set(re.findall(r"\w+", usage)) for usage in usages]
    runs = [step.get("run", "") for job in JOBS.values() for step in job["steps"]]
    used = re.findall(r"^python run\.py (.+)$", "\n".join(runs), re.M)
    assert used
    for command in used:
        assert any(set(command.split()) <= words for words in known), command


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_file_that_a_workflow_names_exists(path: Path) -> None:
    named = re.findall(NAMED_FILES, path.read_text(encoding="utf-8"))
    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []


# The forms


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_every_form_is_one_that_the_forge_shows(path: Path) -> None:
    assert complaints("vendor.github-issue-forms", path) == ""


def test_a_form_without_a_description_is_noticed(tmp_path: Path) -> None:
    text = re.sub(r"^description: .*\n", "", FORMS[0].read_text(encoding="utf-8"), flags=re.M)
    (tmp_path / "bug.yml").write_text(text, encoding="utf-8")
    assert "'description' is a required property" in complaints("vendor.github-issue-forms", tmp_path / "bug.yml")


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_no_two_questions_of_a_form_share_an_id_or_a_label(path: Path) -> None:
    """The schema cannot say that, and the forge refuses the form."""
    questions = [part for part in read(path)["body"] if part["type"] != "markdown"]
    assert questions
    for keys in ([part["id"] for part in questions], [part["attributes"]["label"] for part in questions]):
        assert len(keys) == len(set(keys))


def test_no_two_forms_share_a_name() -> None:
    assert len({read(path)["name"] for path in FORMS}) == len(FORMS)


def test_the_page_that_offers_the_forms_is_one_that_the_forge_reads() -> None:
    assert complaints("vendor.github-issue-config", CONFIG) == ""


def test_the_form_for_words_offers_every_language() -> None:
    questions = {part.get("id"): part for part in read(GITHUB / "ISSUE_TEMPLATE" / "words.yml")["body"]}
    offered = questions["language"]["attributes"]["options"]
    assert set(offered) == {say("language.name", language) for language in LANGUAGES}


# Hooks and attributes


def test_the_hooks_come_from_this_repository_alone() -> None:
    """So that a commit needs no network."""
    assert {repo["repo"] for repo in read(ROOT / ".pre-commit-config.yaml")["repos"]} == {"local"}
    for hook in HOOKS.values():
        assert {"id", "name", "entry"} <= set(hook)
        assert hook["language"] == "system"


@pytest.mark.parametrize("hook", HOOKS.values(), ids=HOOKS)
def test_every_hook_runs_a_tool_of_the_environment(
    hook: Hook, run: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    python, option, program = shlex.split(hook["entry"])
    assert (python, option) == ("python", "-c")
    ran: list[list[str]] = []

    def pretend(command: list[str]) -> NoReturn:
        ran.append(command)
        raise SystemExit(7)

    monkeypatch.setattr(os, "execv", lambda path, command: pretend(command))
    monkeypatch.setattr(subprocess, "Popen", pretend)  # where there is no other way
    monkeypatch.setattr(sys, "argv", ["-c", *hook["args"]])
    monkeypatch.setitem(sys.modules, "run", run)
    with pytest.raises(SystemExit, match="7"):
        exec(program, {})  # noqa: S102
    ((command, *words),) = ran
    assert Path(command).is_relative_to(ROOT / ".venv")
    assert words == ["-m", *hook["args"]]
    assert importlib.util.find_spec(hook["args"][0])


def test_every_file_marked_as_generated_exists() -> None:
    lines = (ROOT / ".gitattributes").read_text(encoding="utf-8").splitlines()
    patterns = [line.split()[0] for line in lines if "linguist-generated" in line]
    paths = [pattern for pattern in patterns if "/" in pattern]  # the others are names that may be anywhere
    assert paths
    assert [path for path in paths if not any(ROOT.glob(path))] == []


def test_the_project_has_one_address_and_it_is_a_placeholder() -> None:
    urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
    assert all(url.startswith(urls["Homepage"]) for url in urls.values())
    for path in (ROOT / "SECURITY.md", CONFIG):
        text = path.read_text(encoding="utf-8")
        named = re.findall(r"https://[\w./-]+", text)
        assert urls["Homepage"] in "".join(named)
        assert all(url.startswith(urls["Homepage"]) for url in named)
        assert "placeholder" in text.lower()
