"""Rules of Rams found in people's words."""

import io
import json

import pytest

from companion.cli import main
from companion.games.rams import GAME
from companion.search import find


class TestCommand:
    def run(self, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as end:
            main(["find", *words])
        return int(str(end.value.code)), capsys.readouterr().out

    def test_lines(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        lines = "flygning\n\nvem köper öl\r\n\xff\n".encode("latin-1").replace(b"flygning", "flög".encode())
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines), "utf-8"))
        code, out = self.run(capsys, "rams", "--lang", "sv", "-")
        found = [json.loads(line) for line in out.splitlines()]
        assert code == 0
        assert [one["hits"][0]["clause"] if one["hits"] else one["silent"] for one in found][:2] == [
            "rams.score.flight",
            False,
        ]
        assert len(found) == 4


class TestHits:
    def test_clause_case_and_question_in_one_list(self) -> None:
        hits = find(GAME, "kan jag passa på tvåan", "sv").hits
        found = {(hit.kind, hit.name) for hit in hits if hit.clause == "rams.pass.two"}
        assert {("clause", ""), ("case", "RAMS-R12"), ("question", "must_knock")} <= found
