"""A paper compared with the record: what agrees, what was written since, and where they differ."""

import json
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.app import create_app
from companion.checksum import checksums
from companion.cli import main
from companion.keeping import match_of
from companion.reading import FORMAT, Match, read_match
from companion.rules.words import Say
from companion.sheets.compare import by_paper, by_signs
from companion.speech import language, speak
from companion.store import open_store


def toy(*rounds: dict[str, int], **head: Any) -> Match:
    entries = [{"kind": "deal", "rounds": one, "by": "Anna"} for one in rounds]
    match = read_match({"format": FORMAT, "game": "toy", "players": ["Anna", "Bo"], "entries": entries, **head})
    assert isinstance(match, Match)
    return match


def english(found: list[Say]) -> str:
    return " ".join(speak(one, language("en")) for one in found)


DEALS = ({"Anna": 3, "Bo": 2}, {"Anna": 1, "Bo": 4}, {"Anna": 4, "Bo": 1})


@cache
def now() -> Match:
    return toy(*DEALS)


class TestBySigns:
    """Twelve signs tell which state of the match a paper shows."""

    @pytest.mark.parametrize("change", [str, str.upper, lambda signs: signs.replace(" ", "")])
    def test_the_paper_of_now(self, change: Any) -> None:
        assert "all that is written" in english(by_signs(now(), change(checksums(now()).record)))
        assert "the score here" in english(by_signs(now(), change(checksums(now()).score)))

    def test_the_foot_of_a_page_as_it_is_copied(self) -> None:
        found = checksums(now())
        said = english(by_signs(now(), f"companion · score {found.score} · record {found.record}"))
        assert said == "The score on the paper is the score here. The paper holds all that is written here."

    def test_an_earlier_paper(self) -> None:
        said = english(by_signs(now(), checksums(toy(*DEALS[:2])).record))
        assert "as it was before deal 3" in said
        assert "Since then: Anna wrote deal 3" in said

    def test_a_paper_of_something_else(self) -> None:
        other = toy({"Anna": 5}, *DEALS[1:])
        assert "no state of this match" in english(by_signs(now(), checksums(other).score))

    @pytest.mark.parametrize("typed", ["", "19d0", "zzzz zzzz zzzz", "0" * 40])
    def test_no_signs(self, typed: str) -> None:
        assert "twelve signs" in english(by_signs(now(), typed))


class TestByPaper:
    """The match that a PDF carries, entry by entry."""

    def test_the_same(self) -> None:
        assert "all that is written" in english(by_paper(now(), toy(*DEALS)))

    def test_a_deal_that_differs_is_named(self) -> None:
        said = english(by_paper(now(), toy(DEALS[0], {"Anna": 2, "Bo": 3}, DEALS[2])))
        assert said == "deal 2: here Rounds: Anna 1, Bo 4; on the paper Rounds: Anna 2, Bo 3"

    def test_what_only_one_of_them_has(self) -> None:
        assert "Not on the paper: Anna wrote deal 3" in english(by_paper(now(), toy(*DEALS[:2])))
        assert "Only on the paper: Anna wrote deal 3" in english(by_paper(toy(*DEALS[:2]), now()))

    def test_heads(self) -> None:
        assert "Another title" in english(by_paper(now(), replace(now(), record=replace(now().record, title="Friday"))))
        assert "other house rules" in english(by_paper(now(), toy(*DEALS, options={"start": 7})))
        assert "another match" in english(by_paper(now(), toy(*DEALS, players=["Bo", "Anna"])))


def test_the_page(tmp_path: Path) -> None:
    """By signs, by a file, and a file that is neither; the share page shows the signs."""
    client = create_app(tmp_path, TESTING=True).test_client()
    address = client.post("/new/toy", data={"players[]": ["Anna", "Bo"], "dealer": "1"}).location
    page = f"{address}/check"
    file = client.get(f"{address}/match.json").data
    match = read_match(json.loads(file))
    assert isinstance(match, Match)
    for shown in (page, f"{address}/share"):
        assert checksums(match).score in client.get(shown).text
    same = client.post(page, data={"file": (BytesIO(file), "match.json")})
    assert "all that is written" in same.text
    assert "twelve signs" in client.post(page, data={"signs": "abc"}).text
    wrong = client.post(page, data={"file": (BytesIO(b"%PDF-1.7 x"), "x.pdf")})
    assert wrong.status_code == 422
    assert "This PDF carries no match" in wrong.text
    photo = client.post(page, data={"file": (BytesIO(b"\xff\xd8\xff\xe0 JFIF"), "photo.jpg")})
    assert "A picture cannot be read" in photo.text


def test_a_protocol_goes_out_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Printed by one machine; opened on the page of another, taken in by its command, and compared: the same match."""
    here = create_app(tmp_path / "here", TESTING=True).test_client()
    address = here.post("/new/toy", data={"players[]": ["Anna", "Bo"], "dealer": "1", "title": "Friday"}).location
    deal = {"kind": "deal", "rounds[@0]": "3", "rounds[@1]": "2", "seen": "0.0", "entry_id": "e1"}
    assert here.post(f"{address}/entries", data=deal).status_code == 303
    paper = here.get(f"{address}/protocol.pdf").data
    signs = checksums(match_at(here, address))

    there = create_app(tmp_path / "there", TESTING=True).test_client()
    opened = there.post("/import", data={"file": (BytesIO(paper), "protocol.pdf")})
    assert opened.status_code == 303
    assert checksums(match_at(there, opened.location)) == signs

    same = here.post(f"{address}/check", data={"file": (BytesIO(paper), "protocol.pdf")})
    assert "all that is written" in same.text
    assert "What is drawn on its pages can be changed" in same.text
    later = {**deal, "seen": "1.0", "entry_id": "e2"}
    assert here.post(f"{address}/entries", data=later).status_code == 303
    assert "Not on the paper" in here.post(f"{address}/check", data={"file": (BytesIO(paper), "protocol.pdf")}).text

    file = tmp_path / "protocol.pdf"
    file.write_bytes(paper)
    monkeypatch.setenv("COMPANION_INSTANCE", str(tmp_path / "command"))
    with pytest.raises(SystemExit) as end:
        main(["import", str(file)])
    assert end.value.code == 0
    store = open_store(tmp_path / "command" / "companion.db")
    (taken,) = [match_of(row, store.entries(row.id)) for row in filter(None, map(store.match, store.ids()))]
    assert taken
    assert checksums(taken).score == signs.score
    store.close()


def match_at(client: FlaskClient, address: str) -> Match:
    match = read_match(json.loads(client.get(f"{address}/match.json").data))
    assert isinstance(match, Match)
    return match
