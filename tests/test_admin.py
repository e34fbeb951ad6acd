"""The admin page of the host: all matches, their QR codes, and letting in a phone whose address has changed."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from support.phones import Phone, codes, new_table, stored, text_of

from companion.instance import host_code, renew_host_code
from companion.limits import WRONG_CODES
from companion.store import tag
from companion.web.http.rate_limit import Rates


@pytest.fixture
def owner(app: Flask) -> Phone:
    app.extensions["rates"] = Rates()
    return new_table(app)


class Host(Phone):
    """A browser on the server's machine."""

    def see(self, path: str = "", **more: Any) -> Any:
        return self.client.get(f"/host{path}", base_url="http://localhost", **more)

    def send(self, path: str = "", **fields: str) -> Any:
        return self.client.post(f"/host{path}", data=fields, base_url="http://localhost")


@pytest.fixture
def here(app: Flask, owner: Phone) -> Host:
    browser = Host(app, owner.match)
    assert browser.send(code=code_of(app)).status_code == 303
    return browser


def code_of(app: Flask) -> str:
    return host_code(Path(app.instance_path))


class TestDoor:
    """It opens on this machine only, at its own address, with the code of the terminal."""

    @pytest.mark.parametrize(
        "come",
        [
            {"base_url": "http://192.168.1.7"},
            {"base_url": "http://companion.local"},
            {"base_url": "http://localhost", "environ_base": {"REMOTE_ADDR": "192.168.1.9"}},
            {"base_url": "http://localhost", "headers": {"X-Forwarded-For": "192.168.1.9"}},
            {"base_url": "http://localhost", "headers": {"Forwarded": "for=192.168.1.9"}},
            {"base_url": "http://localhost", "headers": {"Via": "1.1 proxy"}},
        ],
    )
    def test_from_elsewhere_there_is_no_such_page(self, app: Flask, here: Host, come: dict[str, Any]) -> None:
        for path in ("/host", f"/host/{here.match}"):
            assert here.client.get(path, **come).status_code == 404
        assert here.client.post("/host", data={"code": code_of(app)}, **come).status_code == 404
        assert here.client.post(f"/host/{here.match}/back", **come).status_code == 404

    def test_without_the_code_no_match_is_shown(self, app: Flask, owner: Phone) -> None:
        stranger = Host(app)
        answer = stranger.see()
        assert answer.status_code == 200
        assert "Friday" not in answer.text
        assert stranger.see(f"/{owner.match}").status_code == 404
        assert stranger.send(f"/{owner.match}/back").status_code == 404

    def test_wrong_codes_are_counted(self, app: Flask, owner: Phone) -> None:
        stranger = Host(app)
        seen = [stranger.send(code="AAAAA-BBBBB").status_code for _ in range(WRONG_CODES.times + 1)]
        assert seen == [422] * WRONG_CODES.times + [429]

    def test_a_new_code_ends_the_access(self, app: Flask, here: Host) -> None:
        assert "Friday" in here.see().text
        renew_host_code(Path(app.instance_path))
        assert "Friday" not in here.see().text

    def test_the_start_page_leads_there_on_this_machine_only(self, app: Flask, here: Host) -> None:
        assert "/host" in here.client.get("/", base_url="http://localhost").text
        assert "/host" not in here.client.get("/", base_url="http://192.168.1.7").text


class TestLetInAgain:
    def test_every_qr_again(self, app: Flask, here: Host) -> None:
        page = here.see(f"/{here.match}").text
        for code in codes(app, here.match):
            assert f"{code[:5]}-{code[5:]}" in page

    def test_a_phone_gets_its_player_and_ownership_back(self, app: Flask, here: Host, owner: Phone) -> None:
        owner.post("/who", player="Anna")
        page = here.send(f"/{here.match}/back", phone=tag(owner.match, owner.id))
        code = page.text.partition("/j/")[2][:10]
        again = Phone(app, owner.match)
        assert "Bo" not in text_of(again.client.get(f"/j/{code}").text).partition("Friday")[2]  # no choice of players
        again.client.post("/join", data={"code": code, "player": "Anna"})
        row = stored(app).match(owner.match)
        assert row
        assert row.owner == again.id
        assert [(one.phone, one.player) for one in stored(app).guests(owner.match)] == [(again.id, "Anna")]
        assert owner.get().status_code == 404

    def test_no_notice_about_a_second_phone_of_the_player(self, app: Flask, here: Host, owner: Phone) -> None:
        owner.post("/who", player="Anna")
        other = Phone(app, owner.match)
        stored(app).let_in(owner.match, other.id, may_write=True, at="2026-01-01T00:00:00Z")
        page = here.send(f"/{here.match}/back", phone=tag(owner.match, owner.id))
        again = Phone(app, owner.match)
        again.client.post("/join", data={"code": page.text.partition("/j/")[2][:10], "player": "Anna"})
        assert again.id in [one.phone for one in stored(app).guests(owner.match)]
        assert "Two phones say they are" not in text_of(other.get().text)

    def test_there_is_no_such_phone(self, here: Host) -> None:
        assert here.send(f"/{here.match}/back", phone="x").status_code == 404


def test_names_as_they_are_shown(here: Host, owner: Phone) -> None:
    owner.post("/who", player="Anna")
    owner.post("/entries", kind="rename", player="Anna", name="Annika", seen="0.0", entry_id="name")
    for page in ("", f"/{here.match}"):
        told = text_of(here.see(page).text)
        assert "Annika, Bo, Cia" in told
    assert "Annika enters scores, owner" in told


def test_evenings_and_leagues_are_listed(here: Host, owner: Phone) -> None:
    again = owner.post("/rematch").location.rpartition("/")[2]
    owner.client.post("/evenings/new/league/any", data={"title": "The winter", "score": "places"})
    page = here.see().text
    assert "The winter" in page
    listed = page.partition("Evenings, leagues and tournaments")[2]
    assert f"/host/{owner.match}" in listed
    assert f"/host/{again}" in listed
