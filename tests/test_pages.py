"""Pages sent to a phone: how a match begins, who may see it, its file, and what every page needs."""

import dataclasses
import html
import io
import json
import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from support.examples import ALL
from support.match_forms import NAMES, ROUNDS, begin, deal
from support.phones import stored

from companion.games import GAMES
from companion.web.http import assets
from companion.web.http.filters import sign


@pytest.fixture
def phone(app) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


class TestFromTheEmptyStartPage:
    @pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
    def test_every_game_starts_and_shows_its_form(self, phone, game) -> None:
        choice = phone.get("/new").text
        assert f"{sign(game)}</svg><span>{game.name}</span>" in choice
        assert phone.get(f"/new/{game.key}").status_code == 200
        address = begin(phone, game.key, game.seats[0])
        page = phone.get(address)
        assert page.status_code == 200
        for name in NAMES[: game.seats[0]]:
            assert name in page.text
        assert address in phone.get("/").text

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_a_position_on_paper_can_be_gone_on_from(self, phone, game) -> None:
        page = phone.get(f"/new/{game.key}").text
        for one in dataclasses.fields(game.opening):
            assert f'name="opening[{one.name}]' in page or one.name == "dealer"

    @pytest.mark.parametrize(
        ("game", "money"), [(game.key, one.name) for game in GAMES for one in game.by_name if one.asks == "stake"]
    )
    def test_the_stake_stands_beside_for_money(self, app, phone, game, money) -> None:
        fields = {"players[]": ["Anna", "Bo"], "presets[]": [money], "beside[stake]": "25"}
        begun = phone.post(f"/new/{game}", data=fields)
        assert begun.status_code == 303
        again = phone.get(f"/new/{game}").text
        assert 'name="beside[stake]" value="25"' in again
        assert re.search(rf'value="{money}"[^>]* checked', again), "taken back by the same tap"
        untouched = phone.post(f"/new/{game}", data=fields | {"presets[]": []})
        row = stored(app).match(untouched.headers["Location"].rpartition("/")[2])
        assert row and not row.head["options"], "no money, no stake"

    @pytest.mark.parametrize(
        ("game", "preset"),
        [pytest.param(one, two, id=f"{one.key}-{two.name}") for one in GAMES for two in one.by_name if two.rules],
    )
    def test_the_list_of_rules_shows_the_played_rules(self, app, phone, game, preset) -> None:
        """The list follows a preset, and single rules can be changed there; if it was drawn before, it follows too."""
        rule, value = next(iter(preset.rules.items()))
        usual = getattr(game.options(), rule)
        sent = {"presets[]": [preset.name], "beside[stake]": "7"}

        def played(**fields: object) -> object:
            begun = begin(phone, game.key, game.seats[0], **sent, **fields)
            row = stored(app).match(begun.rpartition("/")[2])
            assert row
            return row.head["options"].get(rule, usual)

        chosen = {f"options[{rule}]": "#", f"options[{rule}_number]": str(usual)} if type(usual) is int else {}
        as_before = chosen or {f"options[{rule}]": str(usual)}
        brought = 7 if preset.asks == rule else value
        assert played(**as_before) == brought, "drawn before the preset was tapped"
        assert played(**as_before, **{"drawn[]": [preset.name]}) == usual, "set there by somebody"
        refused = phone.post(f"/new/{game.key}", data={"players[]": ["Anna", "Anna"], **sent, **as_before}).text
        shown = {re.findall(r'name="options\[(\w+)\]"', one)[0]: one for one in refused.split('data-usual="')[1:]}
        assert shown[rule].startswith(f'{value}"')
        assert f'name="drawn[]" value="{preset.name}" >' in refused, "and the list says so"

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"players[]": ["Anna"]}, "2 to 8 players, not 1"),
            ({"players[]": ["Anna", "Anna"]}, "Anna is at the table twice"),
            ({"players[]": ["Anna", "x" * 41]}, "1 to 40 characters"),
            ({"players[]": ["Anna", "Bo"], "options[table]": "#", "options[table_number]": "9999"}, "9999"),
        ],
    )
    def test_impossible_values_are_reported_and_kept(self, phone, fields, sentence) -> None:
        answer = phone.post("/new/toy", data=fields)
        assert answer.status_code == 422
        assert sentence in answer.text
        assert "Anna" in answer.text
        assert '<input name="title" value=""' in answer.text  # an emptied field stays empty


class TestNoSuchPage:
    def test_of_a_match_that_is_open_here(self, phone) -> None:
        """A missing page of a match leads to its score, which has the form for what was typed."""
        address = begin(phone)
        for path, sentence in (("/entries/4", "no entry 4"), ("/sheet?before=0", "This page does not exist.")):
            answer = phone.get(address + path)
            assert answer.status_code == 404
            assert sentence in answer.text
            assert f'href="{address}">Back to the score' in answer.text
            assert "It cannot be entered now." not in answer.text
        assert "It cannot be entered now." in phone.get("/m/000000000000").text


class TestPolling:
    def test_nothing_new_is_204_and_news_are_the_sheet(self, phone) -> None:
        address = begin(phone)
        assert phone.get(f"{address}/live?after=0.0").status_code == 204
        phone.post(f"{address}/entries", data=deal(**ROUNDS))
        answer = phone.get(f"{address}/live?after=0.0")
        assert answer.status_code == 200
        assert 'id="entry"' not in answer.text, "a form in which something is typed is left alone"
        assert 'id="entry"' in phone.get(f"{address}/live?after=0&form=blank").text

    @pytest.mark.parametrize("page", ["", "/board"])
    def test_a_page_polls_for_the_version_it_shows(self, phone, page: str) -> None:
        shown = phone.get(begin(phone) + page).text
        asks = re.search(r'hx-get="([^"]*/live[^"]*)"', shown)
        assert asks and phone.get(html.unescape(asks[1])).status_code == 204


class TestWhoMaySee:
    def test_a_stranger_sees_no_match(self, app, phone) -> None:
        address = begin(phone)
        stranger = app.test_client()
        for path in ("", "/live", "/match.json", "/share", "/entries/1", "/protocol.pdf"):
            assert stranger.get(address + path).status_code == 404, path
            assert f'href="{address}"' not in stranger.get(address + path).text
        assert stranger.post(f"{address}/entries", data=deal(**ROUNDS)).status_code == 404
        assert address not in stranger.get("/").text

    @pytest.mark.parametrize(
        "headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "http://evil.example"}, {"Origin": "null"}]
    )
    def test_another_site_cannot_write(self, phone, headers) -> None:
        address = begin(phone)
        assert phone.post(f"{address}/entries", data=deal(**ROUNDS), headers=headers).status_code == 403

    def test_every_page_carries_the_policy(self, phone) -> None:
        for path in ("/", "/new", begin(phone), "/nowhere"):
            policy = phone.get(path).headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy


class TestMatchFiles:
    def test_out_and_in_again(self, app, phone) -> None:
        address = begin(phone)
        phone.post(f"{address}/entries", data=deal(**ROUNDS))
        data = phone.get(f"{address}/match.json").data
        other = app.test_client()
        answer = other.post("/import", data={"file": (io.BytesIO(data), "match.json")})
        assert answer.status_code == 303
        assert json.loads(other.get(f"{answer.location}/match.json").data) == json.loads(data)

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (b"", "This is not a match file."),
            (b"\xff\xfe", "This is not a match file."),
            (b"[" * 100_000, "This is not a match file."),
            (rb'{"players": ["A\u0000"]}', "cannot be saved"),
            (rb'{"players": ["A\ud800"]}', "cannot be saved"),
            (b'{"format": "companion-match/1", "game": "toy", "players": ["A", "B"], "options": {"x": 1}}', "named x"),
            (b"[]", "not a match file"),
            (b'{"format": "companion-match/1", "game": "whist"}', "no game named whist"),
        ],
    )
    def test_what_is_no_match_is_refused_with_a_sentence(self, phone, content, sentence) -> None:
        answer = phone.post("/import", data={"file": (io.BytesIO(content), "match.json")})
        assert answer.status_code == 422
        assert sentence in answer.text


def beside(phone: FlaskClient) -> list[str]:
    """Return the scripts and style sheets of a page."""
    return re.findall(r'(?:src|href)="(/of/[^"]+\.(?:js|css))"', phone.get("/").text)


def test_scripts_of_one_version_are_kept_and_never_meet_a_page_of_another(phone: FlaskClient) -> None:
    scripts = beside(phone)
    assert len(scripts) == len(assets.BESIDE_EVERY_PAGE)
    for address in scripts:
        with phone.get(address) as now, phone.get(re.sub("/of/[^/]+/", "/of/before/", address)) as before:
            assert (now.status_code, before.status_code) == (200, 200)
            assert now.cache_control.immutable
            assert not before.cache_control.immutable


def test_what_every_page_needs_is_packed_before_anybody_asks(app, phone: FlaskClient, monkeypatch) -> None:
    packed: list[bytes] = []
    monkeypatch.setattr(assets, "_packed", lambda content: packed.append(content) or b"")
    with app.app_context():
        assets.warm()
    beforehand, packed[:] = set(packed), []
    for address in beside(phone):
        phone.get(address, headers={"Accept-Encoding": "br"}).close()
    assert set(packed) == beforehand
    assert len(beforehand) == len(assets.BESIDE_EVERY_PAGE)
