"""A television gets the board: by its own code from a phone of the table, or by the code of the match."""

import re

import pytest
from flask import Flask
from phones import Phone, codes, new_table, stored

from companion.limits import SCREEN_SECONDS, SCREENS, WRONG_CODES, WRONG_SCREENS
from companion.web.screens import OwnScreens


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
        assert "No television shows this code" in again.text

    def test_a_wrong_one_stays_in_its_field_with_the_reason(self, anna: Phone) -> None:
        """And the page is the one where it was typed: nobody has to find the way back."""
        page = anna.post("/tv", code="qq<7").text
        field = re.search(r'<input id="tv-code"[^>]*>', page)
        assert field
        assert 'value="qq&lt;7" aria-invalid="true" aria-describedby="wrong-screen" autofocus' in field[0]
        assert 'id="wrong-screen" role="alert"' in page
        assert f'href="/m/{anna.match}/protocol.pdf"' in page

    def test_who_guesses_has_to_wait_even_with_the_right_one(self, app: Flask, anna: Phone) -> None:
        for _ in range(WRONG_CODES.times):
            assert anna.post("/tv", code="????").status_code == 404
        assert anna.post("/tv", code=shown(Phone(app))).status_code == 429

    def test_nor_do_many_that_guess_together(self, app: Flask, anna: Phone) -> None:
        """From wherever: a code of four signs is not found by a crowd either."""
        write, _ = codes(app, anna.match)
        tries = 0
        for n in range(WRONG_SCREENS.times // (WRONG_CODES.times - 1) + 1):
            phone, place = Phone(app, anna.match), {"REMOTE_ADDR": f"192.0.2.{n}"}
            phone.enter(write)
            for _ in range(WRONG_CODES.times - 1):
                sent = phone.client.post(f"/m/{anna.match}/tv", data={"code": "????"}, environ_base=place)
                tries += sent.status_code == 404
        assert tries == WRONG_SCREENS.times
        code = shown(Phone(app))
        assert phone.client.post(f"/m/{anna.match}/tv", data={"code": code}, environ_base=place).status_code == 429
        assert Phone(app).client.post("/tv", data={"code": write}).status_code == 303, "the match's own code still does"

    def test_a_pen_is_not_lost_on_the_way(self, app: Flask, anna: Phone) -> None:
        assert anna.post("/tv", code=shown(anna)).status_code == 303
        guest = stored(app).guest(anna.match, anna.id)
        assert guest
        assert guest.may_write


class TestTypedOnTheTelevision:
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
        screens = OwnScreens(lambda: time[0])
        code = screens.code_for("tv")
        assert screens.code_for("tv") == code
        time[0] = SCREEN_SECONDS + 1.0
        assert screens.take(code, "m") is None
        assert not screens.shows("tv", code)
        assert screens.code_for("tv") != code

    def test_crowds_of_them_are_forgotten_from_the_oldest_on(self) -> None:
        screens = OwnScreens()
        first = screens.code_for("first")
        for n in range(SCREENS):
            screens.code_for(str(n))
        assert screens.take(first, "m") is None
        assert len(screens.waiting) == SCREENS
