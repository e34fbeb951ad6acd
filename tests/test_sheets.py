"""The printing of any sheet: the machine it needs, and the command."""

import subprocess
import sys
from pathlib import Path

import pytest
from readback import words

from companion.cli import main


class TestMachine:
    """The machine may lack what printing needs."""

    def test_without_pango_a_sentence(self) -> None:
        code = (
            "import sys; sys.modules['weasyprint'] = None\n"
            "from companion.games import GAMES\nfrom companion.sheets import blank_pdf\n"
            "print(blank_pdf(GAMES[0], 4, 'en').sentence)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert "libpango-1.0-0" in done.stdout

    def test_pages_do_not_wait_for_it(self) -> None:
        code = "import sys, companion.sheets; print('weasyprint' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "False"


class TestCommand:
    """`companion sheet FILE -o OUT.pdf [--kind protocol|blank|card]`"""

    def run(self, *arguments: str | Path, text: str = "") -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "companion", "sheet", *map(str, arguments)]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False)

    def test_a_match_from_standard_input(self, tmp_path: Path) -> None:
        out = tmp_path / "out.pdf"
        text = '{"format": "companion-match/1", "game": "rams", "players": ["Anna", "Bo"], "entries": []}'
        done = self.run("-", "-o", out, "--lang", "sv", text=text)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert "Anna" in words(out.read_bytes())
        wrong = self.run("-", "-o", out, text=text.replace("[]", '[{"kind": "deal", "tricks": {"Cia": 5}}]'))
        assert wrong.returncode == 1
        assert '"entry": 1' in wrong.stdout

    def test_what_cannot_be_printed(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        for arguments in ([], ["--kind", "card", "--game", "whist"]):
            with pytest.raises(SystemExit) as ended:
                main(["sheet", *arguments, "-o", str(tmp_path / "x.pdf")])
            assert ended.value.code == 2
            told = capsys.readouterr()
            assert "message" in told.out
            assert not told.err
