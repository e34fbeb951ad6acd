"""Joining a match by its codes, reading, and saying which player one is."""

import re

import pytest
from flask import Flask
from support.phones import Phone, codes, entries, stored, text_of

from companion.limits import ALPHABET, READERS, WRITERS, WRONG_CODES, WRONG_CODES_ALL, WRONG_CODES_HERE
from companion.network import Reach
from companion.store import label
from companion.web.http.rate_limit import Rates
from companion.web.http.server_address import shown_code


def rates_of(app: Flask) -> Rates:
    found: Rates = app.extensions["rates"]
    return found


class TestStrangers:
    """Nobody can see a match without having joined it."""

    PAGES = ("", "/live", "/board", "/board/live", "/share", "/match.json", "/who", "/entries/1")

    @pytest.mark.parametrize("path", PAGES)
    def test_strangers_get_not_found(self, app: Flask, owner: Phone, path: str) -> None:
        owner.write("AABBC", 1)
        stranger = Phone(app, owner.match)
        assert stranger.get(path).status_code == 404
        assert owner.get(path).status_code in (200, 204)

    def test_their_start_page_lists_only_their_own(self, app: Flask, owner: Phone) -> None:
        assert owner.match in owner.client.get("/").text
        assert owner.match not in Phone(app).client.get("/").text

    def test_they_write_nothing(self, app: Flask, owner: Phone) -> None:
        assert Phone(app, owner.match).write("AABBC", 1).status_code == 404
        assert entries(app, owner.match) == []


class TestCodes:
    """A code or its link lets a phone join; after that the cookie does, and the address has no code."""

    def test_looking_at_a_link_lets_nobody_in(self, app: Flask, owner: Phone) -> None:
        """Programs that show link previews fetch the link too."""
        phone = Phone(app, owner.match)
        page = phone.client.get(f"/j/{codes(app, owner.match)[0]}")
        assert page.status_code == 200
        assert "Friday" in page.text
        assert phone.get().status_code == 404
        assert len(stored(app).guests(owner.match)) == 1

    def test_choosing_a_name_lets_a_phone_in(self, app: Flask, owner: Phone) -> None:
        phone = Phone(app, owner.match)
        code = codes(app, owner.match)[0]
        answer = phone.enter(code, "Bo")
        assert answer.status_code == 303
        assert code not in answer.location
        assert phone.get().status_code == 200
        guest = stored(app).guest(owner.match, phone.id)
        assert guest
        assert guest.player == "Bo"
        assert Phone(app, owner.match).enter(code, "Zoe").status_code == 400

    @pytest.mark.parametrize("way", ["{} ", "http://192.168.4.1:8000/j/{}", "https://cards.club/companion/j/{}/"])
    def test_a_code_may_be_typed_in_halves_and_small_letters_or_its_link_pasted(
        self, app: Flask, owner: Phone, way: str
    ) -> None:
        phone = Phone(app, owner.match)
        typed = way.format(shown_code(codes(app, owner.match)[0]).lower())
        page = phone.client.post("/join", data={"code": typed})
        assert page.status_code == 200
        assert phone.client.post("/join", data={"code": typed, "player": "Bo"}).location == f"/m/{owner.match}"
        assert phone.write("AABBC", 1).status_code == 303

    def test_who_only_watches_writes_nothing_whatever_the_link(self, app: Flask, owner: Phone) -> None:
        write, _ = codes(app, owner.match)
        phone = Phone(app, owner.match)
        phone.client.post("/join", data={"code": write, "player": ""})
        assert phone.write("AABBC", 1).status_code == 403
        assert "I keep the score" in phone.client.post("/join", data={"code": write}).text
        phone.enter(write)
        assert phone.write("AABBC", 1).status_code == 303, "and keeps the score if it says so"
        assert phone.client.post("/join", data={"code": write}).location == f"/m/{owner.match}/who", "not asked again"

    def test_a_wrong_code_says_so(self, app: Flask) -> None:
        """A wrong code stays in its field, so that one letter can be corrected."""
        phone = Phone(app)
        assert phone.enter("AAAAAAAA").status_code == 404
        answer = phone.client.post("/join", data={"code": "AAAAA-AAAAB"})
        assert answer.status_code == 404
        assert "No match has this code" in answer.text
        assert re.search(r'<input name="code"[^>]* value="AAAAA-AAAAB"', answer.text)

    def test_guessing_is_slowed_down(self, app: Flask, owner: Phone) -> None:
        """After ten wrong codes in a minute a phone is refused; a right code still works."""
        phone, other = Phone(app, owner.match), Phone(app, owner.match)
        assert [phone.enter("AAAAAAAA").status_code for _ in range(WRONG_CODES.times)] == [404] * WRONG_CODES.times
        answer = phone.enter("AAAAAAAA")
        assert answer.status_code == 429
        assert "Wait a minute" in answer.text
        assert other.enter("AAAAAAAA").status_code == 404, "each phone is counted for itself"
        assert phone.enter(codes(app, owner.match)[0]).status_code == 303

    def test_an_address_that_only_guesses_is_told_to_wait_and_a_right_code_passes(
        self, app: Flask, owner: Phone
    ) -> None:
        """Behind the same router somebody else may have guessed."""
        for _ in range(WRONG_CODES_HERE.times):
            rates_of(app).wrong_codes_here.count("127.0.0.1")
        assert Phone(app).enter("AAAAAAAA").status_code == 429
        assert Phone(app, owner.match).enter(codes(app, owner.match)[0]).status_code == 303

    def test_all_who_guess_together_are_told_to_wait_and_a_right_code_passes(self, app: Flask, owner: Phone) -> None:
        """From many addresses at once."""
        for _ in range(WRONG_CODES_ALL.times):
            rates_of(app).wrong_codes_all.count("")
        assert Phone(app).enter("AAAAAAAA").status_code == 429
        assert Phone(app, owner.match).enter(codes(app, owner.match)[0]).status_code == 303

    def test_there_are_too_many_to_guess(self, app: Flask, owner: Phone) -> None:
        """So right codes need no limit; nor do the identities of phones."""
        for code in codes(app, owner.match):
            assert len(ALPHABET) ** len(code) == 31**10
        assert int(owner.id, 16) < 2**128 == 16 ** len(owner.id)

    def test_renewed_codes_lock_out_but_phones_stay(self, app: Flask, owner: Phone, writer: Phone) -> None:
        old = codes(app, owner.match)
        assert owner.post("/codes", which="both").status_code == 303
        assert [Phone(app).enter(code).status_code for code in old] == [404, 404]
        assert not set(old) & set(codes(app, owner.match))
        assert writer.write("AABBC", 1).status_code == 303

    def test_a_known_phone_goes_straight_to_the_match(self, app: Flask, owner: Phone, writer: Phone) -> None:
        assert writer.enter(codes(app, owner.match)[0]).location == f"/m/{owner.match}"

    def test_a_reading_code_does_not_remove_write_access(self, app: Flask, owner: Phone, writer: Phone) -> None:
        writer.enter(codes(app, owner.match)[1])
        assert writer.write("AABBC", 1).status_code == 303

    @pytest.mark.parametrize("may_write", [True, False])
    def test_a_table_has_room_for_so_many_phones(self, app: Flask, owner: Phone, may_write: bool) -> None:
        """Writing and reading phones have separate limits, so that neither group excludes the other."""
        for n in range(WRITERS - 1 if may_write else READERS):
            stored(app).let_in(owner.match, f"phone {n}", may_write=may_write, at="")
        write, read = codes(app, owner.match)
        full, free = (write, read) if may_write else (read, write)
        answer = Phone(app).enter(full)
        assert answer.status_code == 403
        assert "No more can join" in answer.text
        assert Phone(app).enter(free).status_code == 303
        assert owner.enter(full).status_code == 303, "it is in"


class TestReading:
    """A reading phone sees everything and writes nothing, not even by handmade requests."""

    FORMS = (
        {"kind": "deal", "rounds[]": ["Anna"] * 3 + ["Bo"] * 2},
        {"kind": "note", "text": "hello"},
        {"kind": "penalty", "player": "Bo", "points": "5"},
        {"kind": "confirm", "entry": "1"},
        {"strike": "1"},
        {"correct": "1", "kind": "deal", "rounds[]": ["Anna"] * 5},
    )

    @pytest.mark.parametrize("form", FORMS)
    def test_no_entry_of_any_kind(self, app: Flask, owner: Phone, reader: Phone, form: dict[str, object]) -> None:
        owner.write("AABBC", 1)
        sent = {**form, "seen": "1.0", "entry_id": "by hand"}
        assert reader.client.post(f"/m/{owner.match}/entries", data=sent).status_code == 403
        assert len(entries(app, owner.match)) == 1

    def test_a_reader_sees_the_sheet_but_no_form_and_no_writing_code(
        self, app: Flask, owner: Phone, reader: Phone
    ) -> None:
        owner.write("AABBC", 1)
        page = reader.get().text
        assert 'name="rounds[]"' not in page
        assert "/entries/1" in page
        shared = reader.get("/share").text
        write, read = (shown_code(code) for code in codes(app, owner.match))
        assert write not in shared
        assert read in shared

    def test_a_writing_code_gives_write_access(self, app: Flask, owner: Phone, reader: Phone) -> None:
        reader.enter(codes(app, owner.match)[0])
        assert reader.write("AABBC", 1).status_code == 303


class TestWho:
    """A phone may say which player it is; otherwise it has a short name of its own."""

    def test_the_name_stands_beside_what_it_writes(self, app: Flask, owner: Phone, writer: Phone) -> None:
        writer.write("AABBC", 1)
        owner.write("AABBC", 2)
        assert entries(app, owner.match)[0].by == "Bo"
        written = owner.get("/match.json").get_json()["entries"]
        assert [entry["by"] for entry in written] == ["Bo", label(owner.match, owner.id)]

    def test_only_players_of_the_table(self, owner: Phone) -> None:
        assert owner.post("/who", player="Zoe").status_code == 400

    def test_it_may_be_left_open(self, owner: Phone, writer: Phone) -> None:
        assert writer.post("/who", player="").status_code == 303
        assert label(owner.match, writer.id) in text_of(owner.get("/share").text)


class TestName:
    """At the server's number a phone is asked whether it can resolve the name; otherwise it is not."""

    @pytest.mark.parametrize(
        ("announced", "host", "asked"),
        [(True, "192.168.1.7:8000", True), (True, "companion.local:8000", False), (False, "192.168.1.7:8000", False)],
    )
    def test_asked(self, app: Flask, owner: Phone, announced: bool, host: str, asked: bool) -> None:
        app.extensions["reach"] = Reach(8000, named=announced)
        answer = Phone(app).client.get(f"/j/{codes(app, owner.match)[0]}", base_url=f"http://{host}")
        del app.extensions["reach"]
        assert ("data-named" in answer.text) == asked
        assert ("http://companion.local:8000" in answer.headers["Content-Security-Policy"]) == asked

    def test_the_picture_tells_this_server_from_others(self, app: Flask, owner: Phone) -> None:
        app.extensions["reach"] = Reach(8000, named=True)
        page = Phone(app).client.get(f"/j/{codes(app, owner.match)[0]}", base_url="http://192.168.1.7:8000").text
        del app.extensions["reach"]
        picture = page.partition('data-picture="http://companion.local:8000')[2].partition('"')[0]
        assert owner.client.get(picture).mimetype == "image/svg+xml"
        assert owner.client.get("/here/0123456789abcdef.svg").status_code == 404
