"""Printing of all sheets: the requirements of the machine, and the command."""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import Mock

import pytest
from support.pdf_text import words

from companion.cli import main
from companion.games import GAMES
from companion.parsing import FORMAT
from companion.pdf import render_process


class TestMachine:
    """The machine may lack libraries for printing."""

    def test_pages_do_not_wait_for_it_and_without_pango_a_sentence(self) -> None:
        code = (
            "import sys\nfrom companion.games import GAMES\nfrom companion.pdf import blank_pdf\n"
            "print('weasyprint' in sys.modules)\nsys.modules['weasyprint'] = None\n"
            "print(blank_pdf(GAMES[0], 4, 'en').sentence)"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        loaded, sentence = done.stdout.split("\n", 1)
        assert loaded == "False"
        assert "libpango-1.0-0" in sentence


class TestCommand:
    """`companion sheet FILE -o OUT.pdf [--kind protocol|blank|card]`"""

    TEXT = f'{{"format": "{FORMAT}", "game": "{GAMES[0].key}", "players": ["Anna", "Bo"], "entries": []}}'

    def test_a_match_from_standard_input(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
    ) -> None:
        """The command tells nothing more, nor do the libraries that print."""
        out = tmp_path / "out.pdf"
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(self.TEXT.encode())))
        with pytest.raises(SystemExit, match=r"^0$"):
            main(["sheet", "-", "-o", str(out), "--lang", "sv"])
        assert capfd.readouterr() == ("", "")
        assert "Anna" in words(out.read_bytes())

    def test_a_match_with_a_wrong_entry(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        file = tmp_path / "match.json"
        file.write_text(self.TEXT.replace("[]", '[{"kind": "deal", "dealer": "Cia"}]'), encoding="utf-8")
        with pytest.raises(SystemExit) as ended:
            main(["sheet", str(file), "-o", str(tmp_path / "x.pdf")])
        assert ended.value.code == 1
        assert '"entry": 1' in capsys.readouterr().err

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
