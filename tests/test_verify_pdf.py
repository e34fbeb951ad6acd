"""A PDF is compared with the record: what agrees, what was written since, and where they differ."""

import json
import re
import zlib
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from pypdf import PdfWriter
from support.hostile_pdf import attached, packed
from support.share import every

from companion.app import create_app
from companion.cli import main
from companion.match_cache import match_of
from companion.parsing import FORMAT, Match, checksums, read_match
from companion.pdf import protocol, render, verify
from companion.pdf.attachment import files, print_settings, read_paper
from companion.pdf.verify import by_file, by_pages, by_paper, by_signs, ends, not_drawn_here
from companion.rules.messages import Say
from companion.rules.rulings import Ruling
from companion.store import open_store
from companion.translation import language, speak


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
    """Twelve characters of checksum identify the state of the match on paper."""

    @pytest.mark.parametrize("change", [str, str.upper, lambda signs: signs.replace(" ", "")])
    def test_a_current_paper(self, change: Any) -> None:
        assert "everything" in english(by_signs(now(), change(checksums(now()).record)).sentences)
        assert "the score here" in english(by_signs(now(), change(checksums(now()).score)).sentences)

    def test_the_foot_of_a_page_as_it_is_copied(self) -> None:
        found = checksums(now())
        compared = by_signs(now(), f"companion · score {found.score} · record {found.record}")
        said = english(compared.sentences)
        assert said == "The codes fit the score here. The codes fit everything that was entered here."
        assert compared.shows == now()

    def test_an_earlier_paper(self) -> None:
        compared = by_signs(now(), checksums(toy(*DEALS[:2])).record)
        said = english(compared.sentences)
        assert compared.shows
        assert ends(compared.shows) == ends(toy(*DEALS[:2])), "what the paper shows, not what the match has come to"
        assert "as it was before deal 3" in said
        assert "Since then: Anna entered deal 3" in said

    def test_a_paper_of_something_else(self) -> None:
        other = toy({"Anna": 5}, *DEALS[1:])
        found = by_signs(now(), checksums(other).score)
        assert "does not fit the match" in english(found.sentences)
        assert found.shows is None

    @pytest.mark.parametrize("typed", ["", "19d0", "zzzz zzzz zzzz", "0" * 40])
    def test_no_signs(self, typed: str) -> None:
        assert "12 characters" in english(by_signs(now(), typed).sentences)


class TestByPaper:
    """The match file in a PDF, entry by entry."""

    def test_the_same(self) -> None:
        assert "everything" in english(by_paper(now(), toy(*DEALS)))

    def test_a_deal_that_differs_is_named(self) -> None:
        said = english(by_paper(now(), toy(DEALS[0], {"Anna": 2, "Bo": 3}, DEALS[2])))
        assert said == "deal 2: here Rounds: Anna 1, Bo 4; on the paper Rounds: Anna 2, Bo 3"

    def test_what_only_one_of_them_has(self) -> None:
        assert "Not on the paper: Anna entered deal 3" in english(by_paper(now(), toy(*DEALS[:2])))
        assert "Only on the paper: Anna entered deal 3" in english(by_paper(toy(*DEALS[:2]), now()))

    def test_heads(self) -> None:
        assert "a different title" in english(
            by_paper(now(), replace(now(), record=replace(now().record, title="Friday")))
        )
        assert "other house rules" in english(by_paper(now(), toy(*DEALS, options={"start": 7})))
        assert "another match" in english(by_paper(now(), toy(*DEALS, players=["Bo", "Anna"])))


def drawn_of(match: Match, carried: Match, monkeypatch: pytest.MonkeyPatch, *, how: bool = True) -> bytes:
    """Return a PDF that shows one match and contains another."""
    with monkeypatch.context() as patched:
        count = None if how else 1
        patched.setattr(protocol, "files", lambda _match, printed: files(carried, printed)[:count])
        paper = protocol.protocol_pdf(match, "en")
    assert isinstance(paper, bytes)
    return paper


@pytest.fixture(scope="module")
def once() -> tuple[Any, Any]:
    """Return typesetting and reading that do the same work only once: tests here draw the same few sheets."""
    return cache(render.typeset), cache(verify.drawn)


@pytest.fixture
def drawn_once(once: tuple[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    typeset, drawn = once
    monkeypatch.setattr(render, "typeset", typeset)
    monkeypatch.setattr(verify, "drawn", drawn)


class TestByPages:
    """The text of a PDF's pages is compared with a new print of the match file in it."""

    @pytest.mark.parametrize(
        ("lang", "size", "url", "with_terms"), every(2, [("sv", "a5", "x:/y", True), ("en", "a4", None, False)])
    )
    def test_as_it_was_printed(self, lang: str, size: str, url: str | None, with_terms: bool) -> None:
        paper = protocol.protocol_pdf(now(), lang, size=size, url=url, with_terms=with_terms)
        assert isinstance(paper, bytes)
        assert "exactly what this program prints" in english(by_pages(now(), paper))

    @pytest.mark.usefixtures("drawn_once")
    def test_other_numbers_are_drawn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        swapped = toy({"Anna": 2, "Bo": 3}, *DEALS[1:])
        said = english(by_pages(now(), drawn_of(swapped, now(), monkeypatch)))
        assert said.startswith("The text on its pages is not what this program prints for the match in the PDF:")
        assert "Page 1: printed here 1 7 −3 8 −2 ▸; on the paper 1 8 −2 7 −3 ▸" in said

    @pytest.mark.usefixtures("drawn_once")
    def test_numbers_to_compare_come_from_the_record(self) -> None:
        """For another file there are none; for an earlier paper those of that time."""
        other, earlier = toy({"Anna": 2, "Bo": 3}, *DEALS[1:]), toy(*DEALS[:2])
        for paper, shows in ((now(), now()), (earlier, earlier), (other, None)):
            content = protocol.protocol_pdf(paper, "en")
            assert isinstance(content, bytes)
            assert by_file(now(), paper, content).shows == shows

    @pytest.mark.usefixtures("drawn_once")
    def test_rewritten_by_another_program(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Its text can be read, but not its positions and layout."""
        written = BytesIO()
        PdfWriter(clone_from=BytesIO(drawn_of(now(), now(), monkeypatch))).write(written)
        said = english(by_pages(now(), written.getvalue()))
        assert "their position and appearance were not compared" in said

    @pytest.mark.usefixtures("drawn_once")
    def test_a_page_more(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The page has no words, but should not be there."""
        written, longer = BytesIO(), PdfWriter(clone_from=BytesIO(drawn_of(now(), now(), monkeypatch)))
        longer.add_blank_page()
        longer.write(written)
        assert "Printed here it would have 1 pages. The paper has 2." in english(by_pages(now(), written.getvalue()))

    @pytest.mark.usefixtures("drawn_once")
    def test_of_another_version(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It may have another layout, which is not called a forgery; a difference in the text is reported."""
        swapped = toy({"Anna": 2, "Bo": 3}, *DEALS[1:])
        earlier = drawn_of(swapped, now(), monkeypatch, how=False)
        assert english(by_pages(now(), earlier)) == english([not_drawn_here()])
        with monkeypatch.context() as patched:
            patched.setattr("companion.resources.edition", lambda: "another")
            other, same = (drawn_of(one, now(), monkeypatch) for one in (swapped, now()))
        assert english(by_pages(now(), other)) == english([not_drawn_here()])
        assert "their position and appearance" in english(by_pages(now(), same))

    def test_invalid_print_settings_are_ignored(self) -> None:
        for how in (
            b"",
            b"[]",
            b'{"lang": "xx"}',
            b'{"lang": "en", "size": "a0", "explained": 1, "url": "", "by": ""}',
        ):
            content = attached(packed(b"/FlateDecode", zlib.compress(b'{"paper": ' + how + b"}")))
            assert print_settings(content) is None
            assert isinstance(read_paper(content), Ruling)


def test_the_page(tmp_path: Path) -> None:
    """By checksums, by a file, and by a file that is neither; the share page shows the checksums."""
    client = create_app(tmp_path, TESTING=True).test_client()
    address = client.post("/new/toy", data={"players[]": ["Anna", "Bo"], "dealer": "1"}).location
    page = f"{address}/check"
    file = client.get(f"{address}/match.json").data
    match = read_match(json.loads(file))
    assert isinstance(match, Match)
    for shown in (page, f"{address}/share"):
        assert checksums(match).score in client.get(shown).text
    same = client.post(page, data={"file": (BytesIO(file), "match.json")})
    assert "everything" in same.text
    typed = client.post(page, data={"signs": checksums(match).score})
    assert "Only the codes were compared." in typed.text
    assert "the printed score sheet ends with these numbers" in typed.text
    assert "12 characters" in client.post(page, data={"signs": "abc"}).text
    wrong = client.post(page, data={"file": (BytesIO(b"%PDF-1.7 x"), "x.pdf")})
    assert wrong.status_code == 422
    assert "This PDF does not contain a match" in wrong.text
    photo = client.post(page, data={"file": (BytesIO(b"\xff\xd8\xff\xe0 JFIF"), "photo.jpg")})
    assert "A picture cannot be read" in photo.text


def test_a_protocol_goes_out_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Printed on one machine, opened on the page of another, imported by its command: the same match."""
    here = create_app(tmp_path / "here", TESTING=True).test_client()
    address = here.post(
        "/new/toy", data={"players[]": ["Anna", "Bo"], "dealer": "1", "title": "Friday at Bo's"}
    ).location
    deal = {"kind": "deal", "rounds[@0]": "3", "rounds[@1]": "2", "seen": "0.0", "entry_id": "e1"}
    assert here.post(f"{address}/entries", data=deal).status_code == 303
    answer = here.get(f"{address}/protocol.pdf")
    assert re.search(r'filename="Toy 20\d\d-\d\d-\d\d Friday at Bo s.pdf"', answer.headers["Content-Disposition"])
    paper = answer.data
    signs = checksums(match_at(here, address))

    there = create_app(tmp_path / "there", TESTING=True).test_client()
    opened = there.post("/import", data={"file": (BytesIO(paper), "protocol.pdf")})
    assert opened.status_code == 303
    assert checksums(match_at(there, opened.location)) == signs

    same = here.post(f"{address}/check", data={"file": (BytesIO(paper), "protocol.pdf")})
    assert "everything" in same.text
    assert "exactly what this program prints for the match in the PDF" in same.text
    assert "the printed score sheet ends with these numbers" in same.text
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
