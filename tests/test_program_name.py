"""Messages name the command that works in the folder where the server was started."""

import sys
from pathlib import Path

import pytest
from support.each import each

from companion import program_name


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with an executable program, one that is not executable, and a module."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in (".venv/bin/companion", "our cards/companion", "companion.pyz", "dist/companion.pyz", "gunicorn"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).touch(mode=0o644 if name.startswith("dist") else 0o755)
    return tmp_path


@each(
    "started, typed",
    [
        (".venv/bin/companion", ".venv/bin/companion"),
        ("./companion.pyz", "./companion.pyz"),
        ("companion.pyz", "python3 companion.pyz"),  # as given to python3
        ("dist/companion.pyz", "python3 dist/companion.pyz"),  # it is not executable
        ("our cards/companion", "'our cards/companion'"),
        ("{home}/.venv/bin/companion", "~/.venv/bin/companion"),
        ("{home}/our cards/companion", "~/'our cards/companion'"),
        ("{home}/gunicorn", "companion"),
    ],
)
def test_as_it_was_started(started: str, typed: str, home: Path) -> None:
    assert program_name._started(started.format(home=home), None) == typed


def test_its_name_where_a_shell_finds_it(home: Path) -> None:
    found = str(home / ".venv/bin/companion")
    assert program_name._started(".venv/bin/companion", found) == "companion"
    assert program_name._started("/usr/lib/companion/__main__.py", found) == "companion"
    assert program_name._started("./companion.pyz", found) == "./companion.pyz", "another one is installed beside it"
    assert program_name._started("/usr/lib/companion/__main__.py", None) == f"{sys.executable} -m companion"


def test_the_folder_is_named_where_it_was_chosen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_INSTANCE", raising=False)
    assert program_name.placed_command() == program_name.command()
    monkeypatch.setenv("COMPANION_INSTANCE", "evenings")
    assert program_name.placed_command() == f"COMPANION_INSTANCE=~/evenings {program_name.command()}"
    monkeypatch.setenv("COMPANION_COMMAND", "sudo companion")
    assert program_name.placed_command() == program_name.command() == "sudo companion"
    assert program_name.command_elsewhere("matches") == "COMPANION_INSTANCE"


def test_the_matches_of_the_package_are_asked_after_as_root(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_name, "SERVICE", home)
    told = {}
    for user in (0, 1000):
        monkeypatch.setattr("os.getuid", lambda user=user: user)
        told[user] = program_name.command_elsewhere("matches")
    assert told == {0: f"COMPANION_INSTANCE=FOLDER {program_name.command()} matches", 1000: "sudo companion matches"}
