"""README.md and docs name existing files, commands and make targets, and there is one version number."""

import argparse
import re
import shlex
from pathlib import Path

import pytest

import companion
from companion.cli import _parser

TOP = Path(__file__).parents[1]
PAGES = sorted(path for path in (*TOP.glob("*.md"), *(TOP / "docs").glob("*.md")))
COMMANDS = next(one for one in _parser()._actions if isinstance(one, argparse._SubParsersAction)).choices
NAMED = re.compile(r"`(?:\.venv/bin/)?companion ([a-z]+)\b")
TYPED = re.compile(r"^    (?:sudo |\.venv/bin/|podman exec companion )?companion ([a-z].*)$", re.MULTILINE)
RELEASE = re.compile(r"^## (\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d$", re.MULTILINE)
CHANGELOG = (TOP / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
class TestPages:
    def test_links_lead_somewhere(self, page: Path) -> None:
        links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
        assert [link for link in links if not (page.parent / link).exists()] == []

    def test_commands_are_there(self, page: Path) -> None:
        assert set(NAMED.findall(page.read_text(encoding="utf-8"))) <= set(COMMANDS)

    def test_command_lines_are_understood(self, page: Path) -> None:
        for line in TYPED.findall(page.read_text(encoding="utf-8")):
            typed = re.split(r" [<>#] ?|  ", line)[0]
            assert _parser().parse_args(shlex.split(typed))

    def test_targets_of_make_are_there(self, page: Path) -> None:
        makefile = (TOP / "Makefile").read_text(encoding="utf-8")
        targets = {name for line in re.findall(r"^([a-z][\w -]*):", makefile, re.MULTILINE) for name in line.split()}
        assert set(re.findall(r"`make ([a-z-]+)", page.read_text(encoding="utf-8"))) <= targets


def test_the_readme_is_short() -> None:
    assert len((TOP / "README.md").read_text(encoding="utf-8").split()) <= 700


def test_every_command_is_told() -> None:
    assert set(NAMED.findall((TOP / "docs" / "cli.md").read_text(encoding="utf-8"))) == set(COMMANDS)


class TestChangelog:
    def test_its_newest_release_is_this_version(self) -> None:
        assert RELEASE.findall(CHANGELOG)[0] == companion.__version__

    def test_releases_have_dates_and_changes_their_kind(self) -> None:
        assert re.findall(r"^## (.+)$", CHANGELOG, re.MULTILINE)[0] == "Unreleased"
        assert len(re.findall(r"^## ", CHANGELOG, re.MULTILINE)) == 1 + len(RELEASE.findall(CHANGELOG))
        assert set(re.findall(r"^### (.+)$", CHANGELOG, re.MULTILINE)) <= {"Added", "Changed", "Fixed", "Removed"}

    def test_a_change_is_one_line(self) -> None:
        lines = CHANGELOG.partition("## Unreleased")[2].splitlines()
        assert not [line for line in lines if len(line) > 200 or line.startswith(" ")]


def test_only_one_place_has_the_version() -> None:
    assert "\nversion =" not in (TOP / "pyproject.toml").read_text(encoding="utf-8")
