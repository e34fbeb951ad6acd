"""A TV gets a scoreboard: by its own code typed on a phone of the table, or by the code of the match."""

import re

import pytest
from flask import Flask
from support.phones import Phone, codes, new_table, stored

from companion.limits import NEW_SCREENS, SCREEN_CODE, SCREEN_SECONDS, SCREENS, WRONG_CODES, WRONG_CODES_ALL, Pace
from companion.store.shared import MemoryScreens
from companion.web.http.rate_limit import Rates


@pytest.fixture
def anna(app: Flask) -> Phone:
    return new_table(app)


def shown(tv: Phone) -> str:
    found = re.search(r'class="tv-code">(\w+)<', tv.client.get("/tv").text)
    assert found
    return found[1]


class TestSentFromAPhone:
    def test_the_television_goes_to_the_board_and_only_reads(self, app: Flask, anna: Phone) -> None:
        tv = Phone(app, anna.match)
        code = shown(tv)
        assert tv.client.get("/tv/live", query_string={"code": code}).status_code == 204
        assert anna.post("/tv", code=code.lower()).status_code == 303
        assert tv.client.get("/tv/live", query_string={"code": code}).headers["HX-Redirect"] == f"/m/{anna.match}/board"
        assert tv.get("/board").status_code == 200
        assert tv.write("AAABC", 1).status_code == 403

    def test_the_owner_shows_it_out(self, app: Flask, anna: Phone) -> None:
        tv = Phone(app, anna.match)
        anna.post("/tv", code=shown(tv))
        tagged = re.search(r"/phones/(\w+)", anna.get("/share").text)
        assert tagged
        anna.post(f"/phones/{tagged[1]}", act="out")
        assert tv.get("/board").status_code == 404
        assert "HX-Redirect" not in tv.client.get("/tv/live").headers

    def test_a_stranger_sends_nothing(self, app: Flask, anna: Phone) -> None:
        tv, stranger = Phone(app, anna.match), Phone(app, anna.match)
        assert stranger.post("/tv", code=shown(tv)).status_code == 404
        assert tv.get("/board").status_code == 404

    def test_a_code_is_spent_and_a_wrong_one_says_so(self, app: Flask, anna: Phone) -> None:
        code = shown(Phone(app))
        assert anna.post("/tv", code=code).status_code == 303
        again = anna.post("/tv", code=code)
        assert again.status_code == 404
        assert "No TV is showing this code" in again.text

    def test_a_wrong_one_stays_in_its_field_with_the_reason(self, anna: Phone) -> None:
        """The answer is the page where it was typed."""
        page = anna.post("/tv", code="qq<7").text
        field = re.search(r'<input id="tv-code"[^>]*>', page)
        assert field
        assert 'value="qq&lt;7" aria-invalid="true" aria-describedby="wrong-screen" autofocus' in field[0]
        assert 'id="wrong-screen" role="alert"' in page
        assert f'href="/m/{anna.match}/protocol.pdf"' in page

    def test_wrong_codes_are_slowed_down_and_right_ones_work(self, app: Flask, anna: Phone) -> None:
        for _ in range(WRONG_CODES.times):
            assert anna.post("/tv", code="????").status_code == 404
        assert anna.post("/tv", code="????").status_code == 429
        assert anna.post("/tv", code=shown(Phone(app))).status_code == 303

    def test_many_that_guess_together_keep_nobody_from_sending(self, app: Flask, anna: Phone) -> None:
        """From any address. There are too many codes to guess one, and a guess would reveal nothing."""
        for _ in range(WRONG_CODES_ALL.times):
            app.extensions["rates"].wrong_codes_all.count("")
        assert anna.post("/tv", code="????").status_code == 429
        code = shown(Phone(app))
        assert len(code) == SCREEN_CODE
        assert anna.post("/tv", code=code).status_code == 303

    def test_write_access_is_not_lost_on_the_way(self, app: Flask, anna: Phone) -> None:
        assert anna.post("/tv", code=shown(anna)).status_code == 303
        guest = stored(app).guest(anna.match, anna.id)
        assert guest
        assert guest.may_write


class TestTypedOnTv:
    @pytest.mark.parametrize("which", [0, 1])
    def test_any_code_of_the_match_lets_it_read(self, app: Flask, anna: Phone, which: int) -> None:
        tv = Phone(app, anna.match)
        answer = tv.client.post("/tv", data={"code": codes(app, anna.match)[which]})
        assert answer.location == f"/m/{anna.match}/board"
        assert tv.write("AAABC", 1).status_code == 403

    def test_a_wrong_one_lets_in_nowhere(self, app: Flask, anna: Phone) -> None:
        assert Phone(app).client.post("/tv", data={"code": "AAAAAAAA"}).status_code == 404


class TestScreens:
    def test_a_code_grows_old_and_another_takes_its_place(self) -> None:
        time = [0.0]
        screens = MemoryScreens(lambda: time[0])
        code = screens.new_code("tv")
        assert screens.code_of("tv") == code
        time[0] = SCREEN_SECONDS + 1.0
        assert screens.take(code, "m") is None
        assert not screens.shows("tv", code)
        assert screens.code_of("tv") == ""
        assert screens.new_code("tv") not in ("", code)

    def test_waiting_screens_are_not_removed_for_new_ones(self) -> None:
        time = [0.0]
        screens = MemoryScreens(lambda: time[0])
        first = screens.new_code("first")
        given = [screens.new_code(str(n)) for n in range(SCREENS)]
        assert [bool(code) for code in given] == [True] * (SCREENS - 1) + [False]
        assert screens.take(first, "m") == "first"
        time[0] = SCREEN_SECONDS + 1.0
        assert screens.new_code("later"), "those that were there have gone"

    def test_one_address_cannot_take_all_places(self, app: Flask, anna: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("companion.limits.NEW_SCREENS", Pace(2, NEW_SCREENS.seconds))
        app.extensions["rates"] = Rates()
        waiting, crowd = Phone(app), {"REMOTE_ADDR": "192.0.2.1"}
        code = shown(waiting)
        assert shown(waiting) == code, "looked at again it is the same, and no other"
        answers = [Phone(app).client.get("/tv", environ_base=crowd) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert "gets no code" in answers[-1].text
        assert 'name="code"' in answers[-1].text, "the code of a match does"
        assert Phone(app).client.get("/tv").status_code == 200
        assert anna.post("/tv", code=code).status_code == 303
