"""Printing of all sheets: the requirements of the machine, and the command."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.readback import words

from companion.cli import main
from companion.games import GAMES
from companion.parsing import FORMAT
from companion.pdf import render_process


class TestMachine:
    """The machine may lack libraries for printing."""

    def test_without_pango_a_sentence(self) -> None:
        code = (
            "import sys; sys.modules['weasyprint'] = None\n"
            "from companion.games import GAMES\nfrom companion.pdf import blank_pdf\n"
            "print(blank_pdf(GAMES[0], 4, 'en').sentence)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert "libpango-1.0-0" in done.stdout

    def test_pages_do_not_wait_for_it(self) -> None:
        code = "import sys, companion.pdf; print('weasyprint' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "False"


class TestCommand:
    """`companion sheet FILE -o OUT.pdf [--kind protocol|blank|card]`"""

    def run(self, *arguments: str | Path, text: str = "") -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "companion", "sheet", *map(str, arguments)]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False)

    def test_a_match_from_standard_input(self, tmp_path: Path) -> None:
        out = tmp_path / "out.pdf"
        game = GAMES[0].key
        text = f'{{"format": "{FORMAT}", "game": "{game}", "players": ["Anna", "Bo"], "entries": []}}'
        done = self.run("-", "-o", out, "--lang", "sv", text=text)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert "Anna" in words(out.read_bytes())
        wrong = self.run("-", "-o", out, text=text.replace("[]", '[{"kind": "deal", "dealer": "Cia"}]'))
        assert wrong.returncode == 1
        assert '"entry": 1' in wrong.stderr

    def test_what_cannot_be_printed(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        for arguments in ([], ["--kind", "card", "--game", "whist"]):
            with pytest.raises(SystemExit) as ended:
                main(["sheet", *arguments, "-o", str(tmp_path / "x.pdf")])
            assert ended.value.code == 2
            told = capsys.readouterr()
            assert "message" in told.err
            assert not told.out


class TestApart:
    """A server typesets in a separate process."""

    ORDER = render_process.Job(('<html lang="en"><title>x</title><p>Anna',))

    @pytest.fixture
    def apart(self) -> Iterator[render_process.RenderProcess]:
        made = render_process.RenderProcess()
        yield made
        made._end()

    def test_a_fault_of_ours_is_told_and_one_that_was_ended_is_replaced(
        self, apart: render_process.RenderProcess
    ) -> None:
        first, process = apart.typeset(self.ORDER), apart._process
        assert isinstance(first, render_process.Rendered)
        assert first.pdf.startswith(b"%PDF")
        assert process
        with pytest.raises(RuntimeError, match="asks for file:///etc/passwd"):
            apart.typeset(render_process.Job(("<html lang=en><title>x</title><img src=file:///etc/passwd>",)))
        assert apart._process is process
        assert apart.typeset(self.ORDER) == first
        process.kill()
        process.wait()
        assert apart.typeset(self.ORDER) == first

    @pytest.mark.parametrize("what", ["ends before it has answered", "cannot begin"])
    def test_a_sheet_that_kills_the_process_is_not_retried(
        self, what: str, apart: render_process.RenderProcess, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        pipe, end = subprocess.PIPE, "import sys; sys.stdin.buffer.read(1)"
        process = subprocess.Popen([sys.executable, "-c", end], stdin=pipe, stdout=pipe)
        begun = Mock(side_effect=BlockingIOError if "cannot" in what else [process])
        monkeypatch.setattr(render_process, "_start_process", begun)
        with process, pytest.raises(MemoryError):
            apart.typeset(self.ORDER)
        assert begun.call_count == 1

    def test_it_ends_with_its_pipe_also_in_the_middle(self) -> None:
        process = render_process._start_process()
        assert process.stdin
        assert process.stdout
        pickle.dump(render_process.Job(("<p>Anna" * 100_000,)), process.stdin)
        process.stdin.close()
        assert process.wait(10) == 0
        process.stdout.close()
