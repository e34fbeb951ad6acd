"""Matches leave as files and come back: export, import, and papers."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.commands import MATCH

from companion.cli import main
from companion.store import open_store


class TestExportAndImport:
    def test_all_matches_are_exported_and_imported(self, run: Any, file: Path, folder: Path) -> None:
        run("import", file)
        file.write_text(json.dumps({**MATCH, "title": "Another"}), encoding="utf-8")
        run("import", file)
        code, exported = run("export", "all")
        assert code == 0
        (folder / "all.json").write_text(json.dumps(exported), encoding="utf-8")
        code, taken = run("import", folder / "all.json")
        assert (code, [one["known"] for one in taken]) == (0, [True, True])
        assert len(run("matches")[1]) == 2
        assert run("export", taken[1]["id"])[1] == exported[1]

    def test_the_readable_files_of_a_list_are_imported(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (folder / "all.json").write_text(json.dumps([MATCH, {**MATCH, "game": "x"}]), encoding="utf-8")
        with pytest.raises(SystemExit) as end:
            main(["import", str(folder / "all.json")])
        told = capsys.readouterr()
        assert (end.value.code, len(json.loads(told.out))) == (2, 1)
        assert "all.json, 2: There is no game named" in told.err

    def test_a_season_is_exported_and_imported(self, run: Any, folder: Path, file: Path) -> None:
        """As a zip, and as a CSV; the exported CSV has the scores of the imported one."""
        scores = folder / "scores.csv"
        scores.write_text("date,game,title,Anna,Bo,Cia\n2026-09-04,free,Hearts,12,7,\n2026-09-05,toy,,1,,2\n")
        assert run("import", file, scores)[0] == 0
        assert run("export", "all", "-o", folder / "all.zip")[0] == 0
        code, taken = run("import", folder / "all.zip")
        assert (code, [one["known"] for one in taken]) == (0, [True] * 3)
        run("export", "all", "-o", folder / "out.csv")
        written = (folder / "out.csv").read_text(encoding="utf-8-sig").splitlines()
        assert "2026-09-04,free,Hearts,12,7," in written
        assert run("export", "all", "-o", folder / "all.txt")[0] == 2

    def test_a_code_gives_to_its_phone_once(self, run: Any, file: Path, folder: Path) -> None:
        run("import", file)
        file.write_text(json.dumps({**MATCH, "title": "Another"}), encoding="utf-8")
        bad = folder / "bad.json"
        bad.write_text("{}")
        with closing(open_store(folder / "instance" / "companion.db")) as store:
            code = store.show_code("me", at="2026-01-01T00:00:00Z", until="2999-01-01T00:00:00Z")
            assert run("import", bad, "--for", code)[0] == 2, "nothing to give: the code is not spent"
            assert run("import", file, "--for", f"{code[:5]}-{code[5:].lower()}")[0] == 0
            assert [row.owner for row in store.matches_of("me")] == ["me"]
            assert run("import", file, "--for", code)[1]["error"]["code"] == "import.code"
            late = store.show_code("me", at="2026-01-01T00:00:00Z", until="2026-01-01T00:10:00Z")
            assert run("import", file, "--for", late)[1]["error"]["code"] == "import.code"

    def test_a_sheet_on_standard_output(self, file: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
        with pytest.raises(SystemExit) as end:
            main(["sheet", str(file), "-o", "-"])
        assert end.value.code == 0
        assert capfdbinary.readouterr().out.startswith(b"%PDF")

    def test_a_backup_that_fails_names_its_own_file(self, run: Any, file: Path, folder: Path) -> None:
        run("import", file)
        code, wrong = run("backup", folder / "nowhere" / "copy.db")
        assert (code, wrong["error"]["message"]) == (
            2,
            f"{folder}/nowhere/copy.db cannot be written: No such file or directory",
        )


def test_a_file_saved_with_a_byte_order_mark_is_read(run: Any, folder: Path) -> None:
    """Some editors write it."""
    file = folder / "match.json"
    file.write_text(json.dumps(MATCH), encoding="utf-8-sig")
    code, sheet = run("replay", file)
    assert code == 0
    assert sheet["scores"] == {"Anna": 7, "Bo": 8}
