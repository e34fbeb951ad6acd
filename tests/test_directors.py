"""Directors beside the owner of a tournament: named by the owner, or let in by a code."""

import pytest
from flask import Flask
from support.director import NAMES, Director
from support.phones import Phone, codes, read, stored
from support.strict import faults

from companion.store import tag


class TestSecondDirector:
    def test_may_do_all_but_delete(self, app: Flask) -> None:
        director = Director(app, "series", "toy", NAMES[:4], seats="2", rounds="3")
        director.start()
        listed = director.session.listed[0]
        other, third = Phone(app), Phone(app)
        for phone in (other, third):
            phone.enter(codes(app, listed.row.id)[0], "")
        named = {tag(director.event, one.id): one for one in (other, third)}
        page = director.look("/director").text
        assert all(f"/directors/{one}" in page for one in named)
        sign = tag(director.event, other.id)
        assert other.client.post(f"/e/{director.event}/directors/{sign}", data={"act": "name"}).status_code == 403
        assert director.send(f"/directors/{sign}", act="name").status_code == 303
        for path in ("/director", "/rounds/1/1", "/rounds/1/1/absent", "/seats.pdf"):
            assert other.client.get(f"/e/{director.event}{path}").status_code == 200, path
            assert third.client.get(f"/e/{director.event}{path}").status_code == 403, path
        for n, table in enumerate(director.state.rounds[0].tables, start=1):
            sent = {f"typed[scores][{seat}]": str(seat) for seat in range(len(table.seats))}
            assert other.client.post(f"/e/{director.event}/rounds/1/{n}", data=sent).status_code == 303
        assert other.client.post(f"/e/{director.event}/act", data={"kind": "close", "round": 1}).status_code == 303
        director.start()
        assert {one.row.id for one in director.session.listed} <= {row.id for row in stored(app).matches_of(other.id)}
        assert other.client.get(f"/e/{director.event}/delete").status_code in (403, 404)
        third_sign = tag(director.event, third.id)
        assert other.client.post(f"/e/{director.event}/directors/{third_sign}", data={"act": "name"}).status_code == 403
        assert director.send(f"/directors/{sign}", act="dismiss").status_code == 303
        assert other.client.get(f"/e/{director.event}/director").status_code == 403
        guests = [stored(app).guest(one.row.id, other.id) for one in director.session.listed]
        assert not any(guest and guest.may_write for guest in guests), "nor may it write at the tables"


class TestInvitedDirector:
    """A code of the owner's makes a director of one phone, once, also before there is a table."""

    @pytest.mark.parametrize("way", ["link", "typed"])
    def test_comes_in_without_a_table(self, director: Director, way: str) -> None:
        other, code = Phone(director.client.application), director.invite()
        sent = {"code": code}
        shown = other.client.get(f"/j/{code}") if way == "link" else other.client.post("/join", data=sent)
        assert "directs the tournament beside its owner" in read(shown)
        assert list(faults(shown.text)) == []
        assert other.client.get(f"/e/{director.event}/rounds").status_code == 404, "programs fetch links too"
        answer = other.client.post("/join", data={**sent, "player": ""})
        assert (answer.status_code, answer.location) == (303, f"/e/{director.event}/rounds")
        assert other.client.get(f"/e/{director.event}/director").status_code == 200
        director.start()
        assert {one.row.id for one in director.session.listed} <= {
            row.id for row in stored(director.client.application).matches_of(other.id)
        }
        late = Phone(director.client.application)
        assert late.client.post("/join", data={**sent, "player": ""}).status_code == 404, "once"

    def test_may_not_invite_nor_delete_and_can_be_dismissed(self, director: Director) -> None:
        other = Phone(director.client.application)
        other.client.post("/join", data={"code": director.invite(), "player": ""})
        for path in ("directors", "delete"):
            assert other.client.post(f"/e/{director.event}/{path}").status_code == 403
        sign = tag(director.event, other.id)
        assert f"/directors/{sign}" in director.look("/director").text
        assert director.send(f"/directors/{sign}", act="dismiss").status_code == 303
        assert other.client.get(f"/e/{director.event}/director").status_code == 403

    def test_the_owner_keeps_the_code(self, director: Director) -> None:
        code = director.invite()
        assert director.client.get(f"/j/{code}").location == f"/e/{director.event}/rounds"
        assert "directs the tournament" in read(Phone(director.client.application).client.get(f"/j/{code}"))

    @pytest.mark.parametrize("owns", [False, True])
    def test_the_host_invites_by_the_command(self, director: Director, owns: bool) -> None:
        store, other = stored(director.client.application), Phone(director.client.application)
        code = store.invite(director.event, owner=owns, until="9999-01-01T00:00:00Z")
        assert other.client.post("/join", data={"code": code, "player": ""}).status_code == 303
        assert other.client.get(f"/e/{director.event}/director").status_code == 200
        assert other.client.get(f"/e/{director.event}/delete").status_code == (200 if owns else 403)

    def test_no_other_code_of_an_event_opens_it(self, director: Director) -> None:
        row = director.session.row
        for code in (row.write_code, row.read_code):
            assert Phone(director.client.application).client.get(f"/j/{code}").status_code == 404
