"""A sixth game costs a folder, a test file and a line: a toy plays through web, replay and paper."""

import io
from pathlib import Path

import pytest
import toy
from pypdf import PdfReader

from companion import books, games, wire
from companion.app import create_app
from companion.reading import FORMAT, read_facts, read_match
from companion.sheets import protocol_pdf

HERE = Path(__file__).parent / "toy"


@pytest.fixture(autouse=True)
def registered(monkeypatch):
    """The line in games/__init__.py."""
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, toy.GAME))


@pytest.fixture
def phone(tmp_path):
    app = create_app(tmp_path / "instance", TESTING=True)
    with app.test_client() as client:
        yield client


def match_file(*winners: str) -> dict:
    entries = [{"kind": "deal", "winner": winner} for winner in winners]
    return {"format": FORMAT, "game": "toy", "players": ["Anna", "Bo"], "options": {"target": 2}, "entries": entries}


def test_the_match_page(phone) -> None:
    assert "Toy" in phone.get("/new").text
    two = {"options[target]": "#", "options[target_number]": "2"}
    begun = phone.post("/new/toy", data={"players[]": ["Anna", "Bo"], "dealer": "1", **two})
    assert begun.status_code == 303
    for number in (1, 2):
        sent = {"seen": f"{number - 1}.0", "entry_id": f"e{number}", "kind": "deal", "winner": "Anna"}
        assert phone.post(f"{begun.location}/entries", data=sent).status_code == 303
    assert "Anna has won." in phone.get(begun.location).text
    derivation = phone.get(f"{begun.location}/entries/2").text
    assert "won the deal" in derivation
    assert "A point for a deal" in derivation


def test_replay() -> None:
    result, well = wire.replay(read_match(match_file("Anna", "Bo", "Bo")))
    assert well
    assert result["winners"] == ["Bo"]
    assert [deal["dealer"] for deal in result["deals"]] == ["Bo", "Anna", "Bo"]
    result, well = wire.replay(read_match(match_file("Bo", "Bo", "Bo")))
    assert not well
    assert result["error"]["entry"] == 3


def test_the_referee() -> None:
    question = toy.GAME.questions["needs"]
    ruling = question.rule(read_facts(toy.GAME, question, {"points": 1, "options": {"target": 4}}))
    found = wire.ruling_json(ruling, books.Books(), "en")
    assert (found["answer"], found["basis"], found["option"]) == ({"needs": 3}, "ours", "target")


def test_paper() -> None:
    printed = protocol_pdf(read_match(match_file("Anna", "Bo", "Bo")), "en")
    assert isinstance(printed, bytes)
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(printed)).pages)
    assert "Anna" in text
    assert "Toy" in text
