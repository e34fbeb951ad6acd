"""The pages of a match of Rams."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from support.match_forms import begin, count, deal


@pytest.fixture
def phone(app) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


TRICKS = {"passed[]": ["Cia"], "tricks[]": ["Anna", "Bo", "Anna", "Bo", "Bo"]}


class TestNumbersOfAFinishedMatch:
    def test_each_leads_to_what_explains_it(self, phone) -> None:
        """The sums, each rams, flights and places; there were two rams, and the board shows the last."""
        at = {"scores": (1, 8, 9), "sums": (10, 4, 4), "flights": (1, 0, 0)}
        opening = {f"opening[{name}][@{n}]": str(x) for name, found in at.items() for n, x in enumerate(found)}
        address = begin(phone, "rams", 3, **opening, **{"opening[rams_finished]": "5"})
        answer = phone.post(f"{address}/entries", data=deal(**{"tricks[]": ["Anna", "Bo", "Bo", "Bo", "Bo"]}))
        assert answer.status_code == 303
        page = phone.get(address).text
        rows = dict(re.findall(r'<tr><th scope="row">([^<]*)</th>(<td>.*?)</tr>', page, re.DOTALL))
        assert "numbers?leg=6" in rows["Rams 6"]
        assert "Rams 6" in rows["Sum"]
        assert re.findall(r"<li>(.*?) <b>", rows["Flights"]) == ["Brought forward", "deal 1"]
        assert re.search(r'<details class="why"><summary>1</summary>\s*<p>(?:<span[^>]*>)?<b>[^<]+</b> ', rows["Place"])
        assert "href" not in rows["Brought forward"], "nothing is known of it but the number"
        told = [
            re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", phone.get(f"{address}/numbers{q}").text)) for q in ("", "?leg=6")
        ]
        assert "Match Anna 10 at first 0 The match +10 Brought forward +10" in told[0]
        assert "Rams 6 Anna 0 at first 1 Deal 1 −1" in told[1]
        assert phone.get(f"{address}/numbers?leg=9").status_code == 404


class TestADeal:
    def test_the_preview_shows_money_and_points(self, phone) -> None:
        address = begin(phone, "rams", 4, **{"options[money]": "True"})
        phone.post(f"{address}/entries", data=deal(**TRICKS))
        text = phone.post(f"{address}/preview", data=deal(2, **TRICKS)).text
        told = [re.sub(r"<.*?>", "", one) for one in re.findall(r'id="to-\d"[^>]*>(.*?)</span>', text)]
        phone.post(f"{address}/entries", data=deal(2, **TRICKS))
        board = re.findall(r'title="Money">([^<]*)<', phone.get(address).text)
        assert told == ["→ 6", "→ 4", "", f"→ {board[3]}"]

    def test_previews_name_the_players_who_are_asked(self, phone) -> None:
        address = begin(phone, "rams", 4, **{"options[money]": "True"})
        asked = 'id="triggered-choices" value=\'{"bought_down": ["Dag"]}\''
        assert asked in phone.post(f"{address}/preview", data=deal(**TRICKS)).text
        phone.post(f"{address}/entries", data=deal(**TRICKS))
        assert asked in phone.post(f"{address}/preview", data=deal(correct="1", seen="1.0", **TRICKS)).text


class TestPenalty:
    """The form asks for cost or gain without a sign; the game decides the effect on the player's number."""

    def test_its_result_is_shown_before_it_is_written(self, app, phone) -> None:
        """The preview and the sheet say if a ceiling cancels it; without scripts the preview is a page of its own."""
        address = begin(phone, "rams", 3)
        fields = {"kind": "penalty", "player": "Bo", "cost": "4", "way": "gives", "seen": "0.0"}
        scripted = {"HX-Request": "true"}
        told = [
            phone.post(f"{address}/preview/penalty", data={**fields, **more}, headers=scripted).text
            for more in ({}, {"way": "costs"}, {"way": "costs", "cost": "4x"}, {"cost": ""})
        ]
        assert "<span>Bo −4 → 6</span>" in told[0]
        assert 'id="to-1" hx-swap-oob="true">→ 6</span>' in told[0]
        assert "<span>Bo 10 → 10 (+4 Penalty, −4 Never more than 10)</span>" in told[1]
        assert "must be a whole number, not 4x" in told[2]
        assert "Enter the penalty." in told[3]
        page = phone.post(f"{address}/preview/penalty", data={**fields, "way": "costs"}).text
        assert "Bo 10 → 10" in page
        assert count(app, address) == 0
        typed = dict(re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)">', page.partition("<main")[2]))
        assert phone.post(f"{address}/entries", data=typed).status_code == 303
        assert "Bo +4 → 10: Never more than 10" in phone.get(address).text


class TestANewMatch:
    @pytest.mark.parametrize(
        ("fields", "sentence"),
        [
            ({"players[]": ["Anna"]}, "2 to 5 players, not 1"),
            ({"players[]": ["Anna", "Bo"], "presets[]": ["Rams for money"], "beside[stake]": "much"}, "much"),
            ({"players[]": ["Anna", "Anna"]}, "Anna is at the table twice"),
            ({"players[]": ["Anna", "x" * 41]}, "1 to 40 characters"),
            ({"players[]": ["Anna", "Bo"], "options[rams_count]": "#", "options[rams_count_number]": "99"}, "99"),
            ({"players[]": ["Anna", "Bo"], "opening[scores][@0]": "11"}, "between 1 and 10"),
        ],
    )
    def test_impossible_values_are_reported_and_kept(self, phone, fields, sentence) -> None:
        answer = phone.post("/new/rams", data=fields)
        assert answer.status_code == 422
        assert sentence in answer.text
        assert "Anna" in answer.text
        assert '<input name="title" value=""' in answer.text  # an emptied field stays empty


def test_the_preview_says_the_new_numbers(phone) -> None:
    address = begin(phone, "rams", 4)
    answer = phone.post(f"{address}/preview", data=deal(**TRICKS))
    assert '<span class="to" id="to-0" hx-swap-oob="true">→ 8</span>' in answer.text
    assert "Anna −2 → 8" in answer.text


def test_other_rules_are_shown_beside_the_name(phone) -> None:
    page = phone.get(begin(phone, "rams", 3, title="Friday", **{"options[floor_at_zero]": "True"})).text
    assert "Rams, 6 rams · 1 house rule ›" in page
