"""Rules of gin found in people's words."""

import json

import pytest
from flask import Flask

from companion.cli import main
from companion.games.gin import GAME
from companion.search import find


class TestCommand:
    def run(self, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as end:
            main(["find", *words])
        return int(str(end.value.code)), capsys.readouterr().out

    def test_words(self, capsys: pytest.CaptureFixture[str]) -> None:
        code, out = self.run(capsys, "gin", "knock")
        found = json.loads(out)
        assert (code, found["query"], found["lang"], found["silent"]) == (0, "knock", "en", False)
        assert found["hits"][0] == {
            "clause": "gin.knock.limit",
            "heading": "Knocking with ten points or fewer",
            "kind": "clause",
        }


class TestHits:
    def test_heading_in_a_language_without_a_book(self) -> None:
        assert find(GAME, "frapper", "fr").hits[0].heading == "Frapper avec dix points ou moins"

    def test_the_first_three_lead_to_different_clauses(self) -> None:
        """So one wrong guess does not hide the right rule."""
        hits = find(GAME, "lay off", "en").hits
        assert len({hit.clause for hit in hits[:3]}) == 3
        assert len(hits) <= 12


class TestPage:
    """All hits are on one page; without hits, the table saves its own decision."""

    def test_found(self, app: Flask) -> None:
        page = app.test_client().get("/rules/gin?q=frapper", headers={"Accept-Language": "fr"}).text
        assert page.index("Frapper avec dix points ou moins") < page.index("/referee/gin/arrange")


class TestTable:
    @pytest.mark.parametrize("name", ["Anna", "Åsas", "goran"])
    def test_the_player_does_not_matter(self, name: str) -> None:
        def clauses(text: str) -> list[str]:
            return [hit.clause for hit in find(GAME, text, "en").hits]

        assert clauses(f"{name} drew two cards") == clauses("drew two cards")
