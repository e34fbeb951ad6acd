"""A phone is known by its cookie."""

import re
from typing import Any

import pytest
from flask import Flask
from support.phones import Phone, codes, new_table, stored


class TestCookies:
    """Requests without one change nothing, and an old copy is invalid."""

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
