"""Rights of phones in a match: the owner gives, takes and hands them over; a phone can be forgotten."""

import pytest
import toy
from flask import Flask
from support.phones import Phone, codes, new_table, stored

from companion.store import tag


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
