"""Forms for entries: written once, previewed, corrected, and refused without losing what was typed."""

import html
import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from support.examples import ALL, example
from support.match_forms import ROUNDS, begin, count, deal
from support.pdf_text import words
from support.share import every

from companion.games import GAMES
from companion.presentation.entry_text import FORMERLY, STEP, WHY_CORRECTED, WHY_ENDED, reason_words
from companion.translation import language, signed


@pytest.fixture
def phone(app) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


class TestADeal:
    def test_is_written_once_however_often_it_is_sent(self, app, phone) -> None:
        address = begin(phone)
        for _ in range(3):
            answer = phone.post(f"{address}/entries", data=deal(**ROUNDS))
            assert answer.status_code == 303
        assert count(app, address) == 1
        page = phone.get(address).text
        assert re.search(r'class="n\s*">8<', page)

    def test_says_saved_to_htmx_with_the_whole_sheet(self, phone) -> None:
        address = begin(phone)
        answer = phone.post(f"{address}/entries", data=deal(**ROUNDS), headers={"HX-Request": "true"})
        assert answer.status_code == 200
        assert "Saved." in answer.text

    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"rounds[]": ["Anna", "Bo", "Anna", "Bo"]}, "Only 4 rounds of five are written."),
            ({"rounds[]": ["Anna"] * 6}, "6 rounds are too many"),
            ({"rounds[]": ["Anna", "Zed", "Anna", "Bo", "Bo"]}, "Zed is not at this table."),
            ({"sat_out[]": ["Bo", "Bo"], "rounds[]": ["Anna"] * 5}, "Bo is listed twice."),
            ({"sat_out[]": ["Bo"], "rounds[]": ["Bo"] * 5}, "Bo sat out and wins no round."),
            ({"kind": "nonsense"}, "The page sent something unexpected"),
            ({"kind": "let_stand", "entry": "1"}, "There is no entry 1 before this one."),
        ],
    )
    def test_refused_is_not_written_and_keeps_the_form(self, app, phone, fields, sentence) -> None:
        address = begin(phone)
        answer = phone.post(f"{address}/entries", data={**deal(), **fields})
        assert answer.status_code == 422
        assert sentence in answer.text
        assert count(app, address) == 0
        if fields.get("sat_out[]"):
            assert re.search(r'value="Bo"\s+checked', answer.text)

    def test_refused_in_the_language_of_the_phone(self, phone) -> None:
        address = begin(phone)
        sent = deal(**{"rounds[]": ["Anna"] * 5, "sat_out[]": ["Bo", "Bo"]})
        answer = phone.post(f"{address}/entries", data=sent, headers={"Accept-Language": "sv"})
        assert answer.status_code == 422
        assert "Bo" in answer.text
        assert "Bo is listed twice." not in answer.text

    @pytest.mark.parametrize(
        ("accepted", "spoken"),
        [
            ("sv-SE,en;q=0.9", "sv"),
            ("en-US,sv;q=0.9", "en"),
            ("de,it-CH;q=0.7,en;q=0.3", "it"),
            ("fr;q=0,en;q=0.1", "en"),
            ("de", "en"),
            ("", "en"),
        ],
    )
    def test_the_language_that_a_browser_likes_best(self, phone, accepted, spoken) -> None:
        """With its region or without."""
        assert phone.get("/", headers={"Accept-Language": accepted}).headers["Content-Language"] == spoken

    def test_after_another_phone_was_first_shows_both(self, app, phone) -> None:
        address = begin(phone)
        phone.post(f"{address}/entries", data=deal(**ROUNDS))
        mine = {**deal(**{"rounds[]": ["Dag"] * 5}), "entry_id": "other"}
        answer = phone.post(f"{address}/entries", data=mine)
        assert answer.status_code == 409
        assert "other values than yours" in answer.text
        assert answer.text.count("<option selected>Dag") == 5
        assert count(app, address) == 1

    def test_preview_shows_the_effect_and_writes_nothing(self, app, phone) -> None:
        address = begin(phone)
        answer = phone.post(f"{address}/preview", data=deal(**ROUNDS))
        assert '<span class="to" id="to-0" hx-swap-oob="true">→ 8</span>' in answer.text
        assert "Anna −2 → 8" in answer.text
        assert count(app, address) == 0


class TestPenalty:
    """The form asks for cost or gain without a sign; the game decides the effect on the player's number."""

    @pytest.mark.parametrize(
        ("game", "sign"), [pytest.param(game.key, example(game).penalty, id=game.key) for game in ALL]
    )
    def test_costs_and_gives(self, phone, game, sign) -> None:
        address = begin(phone, game, 3)
        for n, way in enumerate(("costs", "gives"), start=1):
            fields = {"kind": "penalty", "player": "Bo", "cost": "3+4", "way": way, "seen": f"{n - 1}.0"}
            assert phone.post(f"{address}/entries", data=fields).status_code == 303
        told = html.unescape(phone.get(f"{address}/log").text)
        assert [f"penalty for Bo: {signed(n * sign)}." in told for n in (7, -7)] == [True, True]

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_the_usual_reasons_are_in_the_readers_language(self, phone, game) -> None:
        address = begin(phone, game.key, 3)
        for n, reason in enumerate(game.reasons):
            fields = {"kind": "penalty", "player": "Bo", "cost": "3", "reason": reason, "seen": f"{n}.0"}
            assert phone.post(f"{address}/entries", data={**fields, "entry_id": f"p{n}"}).status_code == 303
        for lang in every(3, ["sv", "fr", "it"], first=GAMES.index(game) % 3):
            own_page = {f"/entries/{n}": [reason] for n, reason in enumerate(game.reasons, start=1)}
            for place, reasons in {
                "": game.reasons,
                "/log": game.reasons,
                "/numbers": game.reasons,
                **own_page,
            }.items():
                page = phone.get(f"{address}{place}", headers={"Accept-Language": lang}).text
                told = html.unescape(re.sub(r' value="[^"]*"', "", page))
                for reason in reasons:
                    assert (language(lang).gettext(reason) in told, reason in told) == (True, False), place

    @pytest.mark.parametrize("game", every(3, GAMES), ids=lambda game: game.key)
    def test_a_usual_reason_is_printed_in_the_readers_language(self, phone, game) -> None:
        address = begin(phone, game.key, 3)
        fields = {"kind": "penalty", "player": "Bo", "cost": "3", "reason": game.reasons[0], "seen": "0.0"}
        assert phone.post(f"{address}/entries", data=fields).status_code == 303
        printed = words(phone.get(f"{address}/protocol.pdf?part=explained", headers={"Accept-Language": "fr"}).data)
        assert printed.count(language("fr").gettext(game.reasons[0])) > 1
        assert game.reasons[0] not in printed

    @pytest.mark.parametrize(
        ("cost", "sentence"),
        [
            ("-7", "without a plus or minus sign"),
            ("7o", "“How much?” must be a whole number, not 7o."),
            ("0", "A penalty of 0 changes nothing"),
            ("9999999999", "9999999999 is too large. You can enter at most 1000000000"),
        ],
    )
    @pytest.mark.parametrize("scripts", [True, False])
    def test_refused(self, app, phone, cost, sentence, scripts) -> None:
        """The field keeps its value, is marked and has the focus; also in answers to scripts."""
        address = begin(phone)
        fields = {"kind": "penalty", "player": "Bo", "cost": cost, "seen": "0.0", "entry_id": "p"}
        answer = phone.post(f"{address}/entries", data=fields, headers={"HX-Request": "true"} if scripts else {})
        assert sentence in answer.text
        field = f'<input aria-invalid="true" aria-describedby="wrong" autofocus name="cost" value="{cost}"'
        assert answer.text.count(field) == answer.text.count('id="wrong"') == 1
        assert count(app, address) == 0


class TestReasons:
    """A usual reason is stored in English and shown in each reader's language; a typed one stays as it is."""

    def test_all_offered_reasons_are_known(self, phone) -> None:
        address = begin(phone)
        phone.post(f"{address}/entries", data=deal(**ROUNDS))
        pages = (phone.get(f"{address}{place}").text for place in ("", "/entries/1"))
        offered = {html.unescape(one) for page in pages for one in re.findall(r'name="reason" value="([^"]+)"', page)}
        offered -= {STEP}
        assert {*WHY_CORRECTED, *WHY_ENDED} <= offered
        assert {one for one in offered if reason_words(one).args} == set()

    @pytest.mark.parametrize(("stored", "told"), [(one, one) for one in WHY_CORRECTED] + [*FORMERLY.items()])
    def test_a_correction_tells_why(self, phone, stored, told) -> None:
        address = begin(phone)
        phone.post(f"{address}/entries", data=deal(**ROUNDS))
        corrected = {**deal(2, **{"rounds[]": ["Dag"] * 5}), "correct": "1", "reason": stored}
        assert phone.post(f"{address}/entries", data=corrected).status_code == 303
        page = html.unescape(phone.get(f"{address}/log", headers={"Accept-Language": "fr"}).text)
        assert language("fr").gettext(told) in page
        assert stored not in page


class TestCorrecting:
    def test_a_misdeal_that_was_a_deal_gets_the_number_of_its_place(self, phone) -> None:
        address = begin(phone)
        phone.post(f"{address}/entries", data=deal(**ROUNDS))
        phone.post(f"{address}/entries", data={"kind": "misdeal", "seen": "1.0", "entry_id": "m"})
        phone.post(f"{address}/entries", data=deal(3, **{"rounds[]": ["Dag"] * 5}))
        page = phone.get(f"{address}/entries/2").text
        for told in ("It was a deal: enter it", "Deal 2, no misdeal", "Save deal 2"):
            assert told in page
        corrected = {**deal(4, **{"rounds[]": ["Dag"] * 5}), "correct": "2"}
        assert phone.post(f"{address}/entries", data=corrected).status_code == 303
        assert '<h2 id="which">Deal 2' in phone.get(f"{address}/entries/2").text

    def test_preview_says_what_the_deal_does_and_where_all_would_stand_today(self, phone) -> None:
        address = begin(phone)
        phone.post(f"{address}/entries", data=deal(**ROUNDS))
        later = {"rounds[]": ["Anna", "Anna", "Anna", "Bo", "Bo"]}
        phone.post(f"{address}/entries", data=deal(2, **later))
        assert ">8</" in re.sub(r"\s", "", phone.get(f"{address}/entries/1").text)
        mine = ROUNDS | {"rounds[]": ["Anna", "Bo", "Anna", "Bo", "Anna"]}
        text = phone.post(f"{address}/preview", data=deal(correct="1", seen="2.0", **mine)).text
        board = [(at, told.strip()) for at, told in re.findall(r'id="to-(\d)"[^>]*>([^<]*)<', text)]
        assert board == [("0", "→ 4"), ("1", "→ 6"), ("2", ""), ("3", "")]
        assert re.findall(r'class="one-line">([^<]*)<', text) == ["Anna −3 → 4,", "Bo −2 → 6"]
        both = [re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<td>(.*?)</td>", text)]
        assert both == ["Anna −2, Bo −3", "Anna 5, Bo 5", "Anna −3, Bo −2", "Anna 4, Bo 6"]

    def test_a_correction_recomputes_and_shows_the_old_figures_struck(self, phone) -> None:
        address = begin(phone)
        phone.post(f"{address}/entries", data=deal(**ROUNDS))
        assert "Anna" in phone.get(f"{address}/entries/1").text
        corrected = {**deal(2, **{"rounds[]": ["Dag"] * 5}), "correct": "1", "reason": "counted wrong"}
        assert phone.post(f"{address}/entries", data=corrected).status_code == 303
        page = phone.get(address).text
        assert 'class="struck' in page
        assert "counted wrong" in phone.get(f"{address}/entries/1").text

    def test_undo_strikes_the_last_entry_out(self, phone) -> None:
        address = begin(phone)
        phone.post(f"{address}/entries", data=deal(**ROUNDS))
        undo = {"seen": "1.0", "entry_id": "u", "strike": "1", "reason": "undone"}
        assert phone.post(f"{address}/entries", data=undo).status_code == 303
        assert phone.get(address).text.count(">10<") >= 4

    def test_an_illegal_correction_is_refused_and_keeps_the_form(self, app, phone) -> None:
        address = begin(phone)
        phone.post(f"{address}/entries", data=deal(**ROUNDS))
        wrong = {**deal(2, **{"rounds[]": ["Dag"] * 4}), "correct": "1"}
        answer = phone.post(f"{address}/entries", data=wrong)
        assert answer.status_code == 422
        assert "Only 4 rounds" in answer.text
        assert count(app, address) == 1
