"""A sixth game needs a folder, test data and one line: the toy works on the web, in replay and on paper."""

import io

import pytest
import test_crawl as crawl
import toy
from pypdf import PdfReader
from support.phones import new_app, stored
from support.share import every

from companion import json_output
from companion.parsing import FORMAT, read_facts, read_match
from companion.pdf import protocol_pdf
from companion.referee import ask
from companion.repository import take_in


@pytest.fixture(scope="module")
def app(sixth_game, tmp_path_factory):
    return new_app(tmp_path_factory.mktemp("toy"))


@pytest.fixture
def phone(app):
    return crawl.hosting(app)


def match_file(*rounds: str) -> dict:
    names = {"A": "Anna", "B": "Bo"}
    entries = [{"kind": "deal", "rounds": [names[one] for one in deal]} for deal in rounds]
    return {"format": FORMAT, "game": "toy", "players": ["Anna", "Bo"], "entries": entries}


WON = match_file("AAAAB", "BBBBB", "ABBBB")


def test_the_match_page(phone) -> None:
    phone = phone.client
    assert "Toy" in phone.get("/new").text
    assert "Rounds played" in phone.get("/new/toy").text
    begun = phone.post("/new/toy", data={"players[]": ["Anna", "Bo"], "dealer": "1"})
    assert begun.status_code == 303
    for number in (1, 2):
        sent = {"seen": f"{number - 1}.0", "entry_id": f"e{number}", "kind": "deal", "rounds[]": ["Anna"] * 5}
        assert phone.post(f"{begun.location}/entries", data=sent).status_code == 303
    assert "wins with 0, ten ahead of Bo." in phone.get(begun.location).text
    derivation = phone.get(f"{begun.location}/entries/2").text
    assert "5 rounds" in derivation
    assert "A point for a round" in derivation


def test_every_page(app, phone) -> None:
    match = read_match(WON)
    row = take_in(stored(app), match, owner=phone.id, at="2026-11-20T20:00:00Z")
    for address in every(2, list(crawl.addresses(app, toy.GAME, row.id, match.record))):
        crawl.check(phone, address)
    crawl.TestEveryPage().test_of_a_game(app, toy.GAME)


def test_in_the_words_of_its_own_folder(app, phone) -> None:
    """Statistics, rules and referee know the game, its events and its facts."""
    take_in(stored(app), read_match(WON), owner=phone.id, at="2026-11-20T20:00:00Z")
    assert "rounds won" in phone.client.get("/statistics").text
    assert "Toy" in phone.client.get("/rules").text
    assert "A point for a round" in phone.client.get("/rules/toy").text
    assert "Points now" in phone.client.get("/referee/toy/needs").text
    assert "2 to go." in phone.client.get("/referee/toy/needs?ask=1&points=2").text


def test_replay() -> None:
    result, well = json_output.replay(read_match(WON))
    assert well
    assert result["winners"] == ["Bo"]
    assert [deal["dealer"] for deal in result["deals"]] == ["Bo", "Anna", "Bo"]
    result, well = json_output.replay(read_match(match_file("BBBBB", "BBBBB", "BBBBB")))
    assert not well
    assert result["error"]["entry"] == 3


def test_the_referee() -> None:
    question = toy.GAME.questions["needs"]
    found = json_output.answer_json(
        ask(question, read_facts(toy.GAME, question, {"points": 4, "options": {"target": 1}})), "en"
    )
    assert (found["answer"], found["basis"]) == ({"needs": 3}, "ours")


def test_paper() -> None:
    printed = protocol_pdf(read_match(WON), "en")
    assert isinstance(printed, bytes)
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(printed)).pages)
    assert "Anna" in text
    assert "Toy" in text
