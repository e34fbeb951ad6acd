"""Rights: who may join, who may write, and who may only read."""

import re
from typing import Any

import pytest
import toy
from flask import Flask
from support.phones import Phone, codes, entries, new_table, stored, text_of

from companion.limits import ALPHABET, READERS, WRITERS, WRONG_CODES, WRONG_CODES_ALL, WRONG_CODES_HERE
from companion.network import Reach
from companion.store import label, tag
from companion.web.http.rate_limit import Rates
from companion.web.http.server_address import shown_code


@pytest.fixture
def owner(app: Flask) -> Phone:
    return new_table(app)


@pytest.fixture
def writer(app: Flask, owner: Phone) -> Phone:
    phone = Phone(app, owner.match)
    phone.enter(codes(app, owner.match)[0], "Bo")
    return phone


@pytest.fixture
def reader(app: Flask, owner: Phone) -> Phone:
    phone = Phone(app, owner.match)
    phone.enter(codes(app, owner.match)[1])
    return phone


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


class TestHandingOver:
    """A match does not depend on one cookie: the owner can pass it on."""

    def test_to_another_phone(self, app: Flask, owner: Phone, reader: Phone) -> None:
        assert reader.post("/archive").status_code == 403
        assert owner.post(f"/phones/{tag(owner.match, reader.id)}", act="owner").status_code == 303
        assert reader.post("/archive").status_code == 303
        assert owner.post("/archive").status_code == 403
        assert reader.write("AABBC", 1).status_code == 303

    def test_only_by_the_owner(self, owner: Phone, writer: Phone, reader: Phone) -> None:
        assert writer.post(f"/phones/{tag(owner.match, reader.id)}", act="owner").status_code == 403


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


class TestOwner:
    """The phone that made the match gives and takes write access, and removes phones."""

    def rights(self, by: Phone, of: Phone, act: str) -> int:
        status: int = by.post(f"/phones/{tag(by.match, of.id)}", act=act).status_code
        return status

    def test_removes_write_access_permanently(self, app: Flask, owner: Phone, writer: Phone) -> None:
        known = codes(app, owner.match)[0]
        assert self.rights(owner, writer, "only_read") == 303
        assert writer.write("AABBC", 1).status_code == 403
        assert writer.enter(known).status_code == 404
        assert writer.get().status_code == 200

    def test_gives_write_access(self, owner: Phone, reader: Phone) -> None:
        assert self.rights(owner, reader, "write") == 303
        assert reader.write("AABBC", 1).status_code == 303

    def test_removes_a_phone_permanently(self, app: Flask, owner: Phone, reader: Phone) -> None:
        known = codes(app, owner.match)
        assert self.rights(owner, reader, "out") == 303
        assert reader.get().status_code == 404
        assert reader.enter(known[1]).status_code == 404
        assert codes(app, owner.match)[0] == known[0], "which it was never told: what was printed stays good"

    def test_removes_a_writer_permanently(self, app: Flask, owner: Phone, writer: Phone) -> None:
        known = codes(app, owner.match)
        assert self.rights(owner, writer, "out") == 303
        assert [writer.enter(code).status_code for code in known] == [404, 404]

    def test_removes_all_readers_without_a_name(self, app: Flask, owner: Phone, writer: Phone, reader: Phone) -> None:
        named, strangers = Phone(app, owner.match), [Phone(app, owner.match) for _ in range(3)]
        named.enter(codes(app, owner.match)[1], "Cia")
        for stranger in strangers:
            stranger.enter(codes(app, owner.match)[1])
        assert "Remove 4 phones without a name that only watch" in owner.get("/share").text
        assert reader.post("/nameless").status_code == 403
        assert owner.post("/nameless").status_code == 303
        assert [phone.get().status_code for phone in (owner, writer, named)] == [200] * 3
        assert [phone.get().status_code for phone in (reader, *strangers)] == [404] * 4

    def test_nobody_else_may(self, app: Flask, owner: Phone, writer: Phone, reader: Phone) -> None:
        assert self.rights(writer, reader, "write") == 403
        assert self.rights(reader, writer, "out") == 403
        assert writer.post("/codes", which="both").status_code == 403
        assert reader.write("AABBC", 1).status_code == 403

    def test_cannot_lose_the_match(self, owner: Phone) -> None:
        assert self.rights(owner, owner, "only_read") == 400
        assert owner.post("/leave").status_code == 400
        assert owner.write("AABBC", 1).status_code == 303

    def test_others_may_leave(self, owner: Phone, writer: Phone) -> None:
        assert writer.post("/leave").status_code == 303
        assert writer.get().status_code == 404


class TestForgotten:
    """If a phone is given away, or its cookie was copied, its identity can be made worthless."""

    def test_the_match_goes_to_a_writer(self, app: Flask, owner: Phone, reader: Phone, writer: Phone) -> None:
        copy = app.test_client()
        stolen = owner.client.get_cookie("companion")
        assert stolen
        copy.set_cookie("companion", stolen.value)
        page = owner.client.get("/forget").text
        assert "These matches go on without this phone" in page
        assert "They will be deleted." not in page
        answer = owner.client.post("/forget")
        assert (answer.status_code, owner.client.get_cookie("companion")) == (303, None)
        assert copy.get(f"/m/{owner.match}").status_code == 404
        row = stored(app).match(owner.match)
        assert row
        assert row.owner == writer.id
        assert reader.get().status_code == 200

    def test_without_a_writer_the_match_goes_to_a_reader(self, app: Flask, owner: Phone, reader: Phone) -> None:
        owner.client.post("/forget")
        assert reader.write("AABBC", 1).status_code == 303

    def test_matches_are_told_by_the_name_of_their_game(self, app: Flask) -> None:
        owner = new_table(app, title="")
        assert ">toy</b>" not in owner.client.get("/forget").text
        assert f"<b>{toy.GAME.name}</b>" in owner.client.get("/forget").text

    def test_a_match_without_other_phones_is_deleted(self, app: Flask, owner: Phone) -> None:
        assert "They will be deleted." in owner.client.get("/forget").text
        owner.client.post("/forget")
        assert stored(app).match(owner.match) is None

    def test_the_way_there_begins_on_every_page_of_a_match(self, owner: Phone) -> None:
        share = f'href="/m/{owner.match}/share"'
        assert all(share in owner.get(page).text for page in ("", "/referee", "/rules", "/settings"))
        page = owner.get("/share").text
        assert 'href="/forget"' in page
        assert 'href="/"' in page

    def test_a_phone_without_identity_takes_nothing_along(self, app: Flask, owner: Phone) -> None:
        taken_in = stored(app).create("toy", {"title": "", "players": ["Anna", "Bo"]}, owner="", at="")
        assert app.test_client().post("/forget").status_code == 303
        assert stored(app).match(taken_in.id)


class TestEvents:
    """The log says who joined and was removed, and that codes were tried, in one line and without codes."""

    def test_they_are_noted(self, app: Flask, owner: Phone, reader: Phone, caplog: pytest.LogCaptureFixture) -> None:
        caplog.set_level("INFO", "companion.audit_log")
        write = codes(app, owner.match)[0]
        Phone(app, owner.match).enter(write, "Bo")
        Phone(app).enter("WRONG\nCODE")
        owner.post(f"/phones/{tag(owner.match, reader.id)}", act="out")
        owner.post("/codes", which="both")
        owner.post("/delete", answers=2)
        told = [record.getMessage() for record in caplog.records if record.name == "companion.audit_log"]
        assert [line.partition(" {")[0] for line in told] == [
            "joined",
            "wrong code",
            "rights out",
            "codes renewed",
            "match deleted",
        ]
        assert all('"address": "127.0.0.1"' in line for line in told)
        assert write not in "".join(told)
        assert all("\n" not in line for line in told)

    def test_changes_of_rights_and_forgotten_phones_are_logged(
        self, app: Flask, owner: Phone, reader: Phone, writer: Phone, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level("INFO", "companion.audit_log")
        for act in ("write", "only_read", "owner"):
            owner.post(f"/phones/{tag(owner.match, reader.id)}", act=act)
        known = [owner.id, reader.id, writer.id]
        writer.post("/leave")
        owner.client.post("/forget")
        told = [record.getMessage() for record in caplog.records if record.name == "companion.audit_log"]
        what = [line.partition(" {")[0] for line in told]
        assert what == ["rights write", "rights only_read", "rights owner", "left", "phone forgotten"]
        assert not any(phone in "".join(told) for phone in known)


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


class TestCookies:
    """A phone is known by its cookie: requests without one change nothing, and an old copy is invalid."""

    def test_a_browser_without_cookies_is_told_so_and_not_stored(self, app: Flask, owner: Phone) -> None:
        code, blocked = codes(app, owner.match)[0], app.test_client(use_cookies=False)
        assert blocked.get(f"/j/{code}").status_code == 200
        for _ in range(2):
            answer = blocked.post("/join", data={"code": code, "player": "Bo"})
            assert answer.status_code == 403
            assert "does not keep cookies" in answer.text
        assert len(stored(app).guests(owner.match)) == 1

    @pytest.mark.parametrize("path", ["/new/toy", "/import", "/tv"])
    def test_a_browser_without_a_cookie_cannot_make_a_match(self, app: Flask, owner: Phone, path: str) -> None:
        known, sent = stored(app).ids(), {"players[]": ["Anna", "Bo"], "code": codes(app, owner.match)[0]}
        answer = app.test_client().post(path, data=sent, headers={"Origin": "http://localhost"})
        assert (answer.status_code, "does not keep cookies" in answer.text) == (403, True)
        assert stored(app).ids() == known
        assert len(stored(app).guests(owner.match)) == 1

    def test_the_answer_brings_one_and_what_was_sent_can_be_sent_again(self, app: Flask, owner: Phone) -> None:
        """A phone whose cookie was deleted joins by sending the same request again."""
        client, sent = app.test_client(), {"code": codes(app, owner.match)[0], "player": "Bo"}
        answer = client.post("/join", data=sent)
        assert all(f'name="{name}" value="{text}"' in answer.text for name, text in sent.items())
        assert client.post("/join", data=sent).status_code == 303
        assert client.get(f"/m/{owner.match}").status_code == 200

    @staticmethod
    def copy(app: Flask, phone: Phone) -> Phone:
        """Return another person's phone with a copy of this phone's cookie."""
        cookie, found = phone.client.get_cookie("companion"), Phone(app, phone.match)
        assert cookie
        found.client.set_cookie("companion", cookie.value)
        return found

    @staticmethod
    def sent(phone: Phone, path: str, **fields: object) -> Any:
        """Return a form as its page has it."""
        offered = re.search(r'name="offered" value="(\w+)"', phone.client.get(path).text)
        assert offered
        data = {"offered": offered[1], **{name.replace("__", "[]"): value for name, value in fields.items()}}
        return phone.client.post("/join" if path.startswith("/j/") else path, data=data)

    def test_a_copy_from_before_counts_no_more_once_a_match_is_gained(self, app: Flask, owner: Phone) -> None:
        ways: list[tuple[str, dict[str, object]]] = [
            ("/new/toy", {"players__": ["Anna", "Bo"]}),
            (f"/j/{codes(app, owner.match)[0]}", {"code": codes(app, owner.match)[0], "player": "Bo"}),
            ("/tv", {"code": codes(app, owner.match)[0]}),
        ]
        for path, fields in ways:
            phone = Phone(app)
            planted, known = self.copy(app, phone), phone.id
            answer = self.sent(phone, path, **fields)
            assert answer.status_code == 303
            address = answer.location
            assert phone.client.get(address).status_code == 200
            assert planted.client.get(address).status_code == 404
            assert planted.client.get(f"{address}/live?after=0.0").status_code == 404
            assert phone.id == known, "by which the others know it"

    def test_a_phone_keeps_its_matches(self, app: Flask, owner: Phone, writer: Phone) -> None:
        writer.write("AABBC", 1)
        other = new_table(app)
        before = stored(app).guest(owner.match, writer.id)
        self.sent(writer, f"/j/{codes(app, other.match)[0]}", code=codes(app, other.match)[0], player="Bo")
        assert stored(app).guest(owner.match, writer.id) == before
        assert writer.write("AABBC", 2).status_code == 303

    def test_an_answer_that_is_lost_loses_nothing(self, app: Flask, owner: Phone, writer: Phone) -> None:
        """The phone has the cookie of the page, which came with the next key."""
        other = new_table(app)
        code = codes(app, other.match)[0]
        page = writer.client.get(f"/j/{code}").text
        offered = re.findall(r'name="offered" value="(\w+)"', page)[0]
        lost = self.copy(app, writer)  # the same cookie that it sends
        for phone in (writer, lost):  # a second tap is the same submission
            answer = phone.client.post("/join", data={"code": code, "player": "Bo", "offered": offered})
            assert answer.status_code == 303
        assert len(stored(app).guests(other.match)) == 2

        lost = self.copy(app, other)
        lost.client.get("/new/toy")
        kept = self.copy(app, lost)
        self.sent(lost, "/new/toy", players__=["Anna", "Bo"])
        assert kept.get().status_code == 404, "the page of another form is another"

    def test_a_lost_answer_after_further_pages_loses_nothing(self, app: Flask, owner: Phone) -> None:
        offered = re.findall(r'name="offered" value="(\w+)"', owner.client.get("/new/toy").text)[0]
        lost = self.copy(app, owner)
        owner.client.post("/new/toy", data={"players[]": ["Anna", "Bo"], "offered": offered})
        for _ in range(6):
            lost.client.get("/new/toy")
        assert lost.get().status_code == 200

    def test_an_invalid_cookie_is_replaced(self, app: Flask, owner: Phone) -> None:
        planted = self.copy(app, owner)
        self.sent(owner, "/new/toy", players__=["Anna", "Bo"])
        code = codes(app, owner.match)[1]
        assert self.sent(planted, f"/j/{code}", code=code, player="").status_code == 303
        assert planted.id != owner.id

    def test_one_from_before_there_were_keys_counts_until_it_gains_a_match(self, app: Flask) -> None:
        phone = Phone(app)
        row = stored(app).create("toy", {"title": "", "players": ["Anna", "Bo"]}, owner=phone.id, at="")
        assert phone.client.get(f"/m/{row.id}").status_code == 200
