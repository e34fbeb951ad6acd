"""Other people continue a match: the page shows the change, then one step changes it for all phones and the TV."""

import json
import re
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from support.phones import Phone, codes, new_table, stored, text_of

from companion.parsing import Match, read_match
from companion.presentation.activity import written
from companion.presentation.statistics import played as counted
from companion.presentation.statistics import statistics, whole_matches
from companion.translation import language, speak


def change(phone: Phone, **fields: Any) -> Any:
    """Send the form, and return the preview with a form to confirm it."""
    shown = phone.post("/people", **fields)
    assert shown.status_code == 200, text_of(shown.text)
    form = shown.text.partition('id="foreseen"')[2].partition("</form>")[0]
    sent: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form):
        sent.setdefault(name, []).append(unescape(value))
    return shown, lambda: phone.client.post(f"/m/{phone.match}/people", data=sent)


def played(app: Flask) -> Phone:
    phone = new_table(app)
    phone.write("AAABB", 1)
    return phone


def done(app: Flask) -> tuple[Phone, Phone]:
    """Change the players: return a phone in the old part, and the same phone in the new part."""
    phone = played(app)
    phone.post("/who", player="Anna")
    cia = Phone(app, phone.match)
    cia.enter(codes(app, phone.match)[0], "Cia")
    _, again = change(phone, leaves="Cia", comes="Dag")
    answer = again()
    assert answer.status_code == 303, text_of(answer.text)
    assert again().location == answer.location, "a second tap leads to the same part"
    part = Phone(app, answer.location.rpartition("/")[2])
    part.client = phone.client
    return phone, part


class TestShownFirst:
    def test_everybody_starts_with(self, app: Flask) -> None:
        phone = played(app)
        shown, _ = change(phone, leaves="Cia", comes="Dag")
        told = text_of(shown.text)
        assert "Anna deals first 7" in told or "Anna 7" in told
        assert "Dag new" in told
        assert "Left: Cia" in told
        assert "A player who leaves is not ranked, and owes or gets nothing." in told
        assert len(stored(app).entries(phone.match)) == 1, "nothing is written before it was seen"

    def test_refused_with_its_clause(self, app: Flask) -> None:
        answer = played(app).post("/people", comes="bo")
        assert answer.status_code == 422
        assert "Somebody at this table is named bo already." in text_of(answer.text)
        assert 'value="bo"' in answer.text, "what was typed is kept"

    def test_nothing_changes(self, app: Flask) -> None:
        assert played(app).post("/people").status_code == 422

    def test_a_reader_may_not(self, app: Flask) -> None:
        phone = played(app)
        reader = Phone(app, phone.match)
        reader.enter(codes(app, phone.match)[1])
        assert reader.get("/people").status_code == 403
        assert reader.post("/people", leaves="Cia").status_code == 403

    def test_something_saved_meanwhile_is_seen_first(self, app: Flask) -> None:
        phone = played(app)
        _, again = change(phone, leaves="Cia")
        phone.write("AABBB", 2)
        answer = again()
        assert answer.status_code == 200
        assert "Something was saved meanwhile." in text_of(answer.text)
        assert len(stored(app).entries(phone.match)) == 2


class TestOneStep:
    def test_the_old_part_ends_and_leads_on(self, app: Flask) -> None:
        old, new = done(app)
        page = old.get().text
        assert "The match goes on with other people." in text_of(page)
        assert f"/m/{new.match}" in page
        for page in ("/share", "/numbers", ""):
            assert "To the earlier part" in text_of(new.get(page).text), page
        assert new.write("AAABB", 1).status_code == 303
        assert "To the earlier part" in new.get().text.partition('id="other"')[2].partition("</details></div>")[0]
        for page in ("/share", "/numbers"):
            assert "To the earlier part" in text_of(new.get(page).text), page
        assert old.write("AAABB", 3).status_code == 422

    def test_the_phones_come_along(self, app: Flask) -> None:
        _, new = done(app)
        assert sorted(guest.player for guest in stored(app).guests(new.match)) == ["", "Anna"]

    def test_the_new_part_continues_the_state(self, app: Flask) -> None:
        _, new = done(app)
        file = new.get("/match.json").json
        assert file["players"] == ["Anna", "Bo", "Dag"]
        assert file["opening"]["scores"] == {"Anna": 7, "Bo": 8, "Dag": 8}
        assert file["continues"]["left"] == ["Cia"]

    def test_the_end_is_taken_back_while_nothing_is_written_there(self, app: Flask) -> None:
        old, _ = done(app)
        assert old.post("/entries", strike=2, seen="2.0", entry_id="back").status_code == 303
        assert old.write("AAABB", 4).status_code == 303

    def test_who_opens_the_deleted_part_is_led_back_and_told_why(self, app: Flask) -> None:
        old, new = done(app)
        comes = Phone(app, new.match)
        comes.enter(codes(app, new.match)[0], "Dag")
        old.post("/entries", strike=2, seen="2.0", entry_id="back")
        for phone, path, back in ((new, "", ""), (comes, "/share", ""), (new, "/board", "/board")):
            answer = phone.get(path)
            assert (answer.status_code, answer.location.partition("?")[0]) == (303, f"/m/{old.match}{back}")
        told = text_of(new.client.get(new.get().location).text)
        assert "The new part is deleted, and the match goes on here" in told
        assert Phone(app, new.match).get().status_code == 404, "a stranger learns nothing"
        assert new.write("AAABB", 1).status_code == 404, "nothing is written elsewhere than where it was typed"

    def test_deleting_a_part_is_confirmed_and_final(self, app: Flask) -> None:
        """No single tap deletes a part for everybody, and a deleted part is not restored."""
        old, new = done(app)
        page = old.get().text
        bar = page.partition('id="next-deal"')[2].partition("</details>")[0]
        assert re.search(rf'class="button save" href="/m/{new.match}">To the new part', bar)
        assert 'name="strike"' not in bar
        assert f"/m/{old.match}/entries/2?foresee=1#strike" in bar
        assert "The new part is deleted on all phones" in text_of(old.get("/entries/2", foresee=1).text)
        old.post("/entries", strike=2, seen="2.0", entry_id="back")
        assert "Restore" not in text_of(old.get().text)
        assert "Restore" not in text_of(old.get("/entries/2").text)
        answer = old.post("/entries", strike=3, seen="3.0", entry_id="again")
        assert (answer.status_code, "The new part is deleted." in text_of(answer.text)) == (422, True)

    def test_undo_is_named_after_the_change_and_in_reach_of_both_parts(self, app: Flask) -> None:
        old, new = done(app)
        here = Phone(app, new.match)
        here.enter(codes(app, new.match)[0], "Dag")
        address = f"/m/{old.match}/entries/2?foresee=1#strike"
        assert "Undo the change of players" in text_of(old.get().text)
        for path in ("", "/share"):
            assert f'href="{address}">Undo the change of players' in new.get(path).text
            assert address not in here.get(path).text, "its phone was not let in to the earlier part"
        assert "The change of players" in text_of(old.get("/entries/2", foresee=1).text)
        new.write("AAABB", 1)
        assert address not in new.get("/share").text

    @pytest.mark.parametrize("path", ["", "/share", "/board"])
    def test_its_pages_go_back_to_the_old_part(self, app: Flask, path: str) -> None:
        old, new = done(app)
        asked = re.search(r'hx-get="([^"]*after=[^"]*)"', new.get(path).text)
        assert asked
        address = unescape(asked[1])
        assert new.client.get(address).status_code in (200, 204)
        old.post("/entries", strike=2, seen="2.0", entry_id="back")
        back = f"/m/{old.match}{'/board' if path == '/board' else '?undone=1'}"
        assert new.client.get(address).headers["HX-Redirect"] == back
        stranger = Phone(app, new.match)
        assert stranger.client.get(address).status_code == 404

    def test_and_not_afterwards(self, app: Flask) -> None:
        old, new = done(app)
        new.post("/entries", kind="note", text="x", seen="0.0", entry_id="n")
        answer = old.post("/entries", strike=2, seen="2.0", entry_id="back")
        assert answer.status_code == 422
        told = "The new part has entries already, so the change of people stays."
        assert told in text_of(answer.text)
        asked = old.get("/entries/2", foresee=1).text
        assert told in text_of(asked), "before it is tried"
        for page in (answer.text, asked):
            assert f'href="/m/{new.match}">To the new part' in page
        _, again = change(new, leaves="Dag", comes="Cia")
        assert again().status_code == 303, "which is what the refusal says can be done"

    def test_names_are_those_that_are_shown(self, app: Flask) -> None:
        phone = played(app)
        phone.post("/who", player="Anna")
        fields = {"kind": "rename", "player": "Anna", "name": "Annika", "seen": "1.0", "entry_id": "r"}
        phone.post("/entries", **fields)
        _, again = change(phone, leaves="Cia", dealer="Annika")
        new = again().location.rpartition("/")[2]
        assert [guest.player for guest in stored(app).guests(new)] == ["Annika"]
        assert phone.client.get(f"/m/{new}/match.json").json["opening"]["dealer"] == "Annika"


class TestSeats:
    def test_another_order(self, app: Flask) -> None:
        phone = played(app)
        _, again = change(phone, **{"seat-0": "3", "seat-1": "1", "seat-2": "2"})
        new = again().location.rpartition("/")[2]
        assert phone.client.get(f"/m/{new}/match.json").json["players"] == ["Bo", "Cia", "Anna"]

    def test_who_comes_deals_first(self, app: Flask) -> None:
        phone = played(app)
        _, again = change(phone, comes="Dag", dealer="+0")
        new = again().location.rpartition("/")[2]
        assert phone.client.get(f"/m/{new}/match.json").json["opening"]["dealer"] == "Dag"


class TestLaterCorrections:
    """The old part can still be corrected; both parts say what it changes, and nothing is changed automatically."""

    def test_both_say_so_and_a_penalty_makes_up_for_it(self, app: Flask) -> None:
        old, new = done(app)
        assert "The earlier part was corrected" not in text_of(new.get().text)
        fields = {"rounds[]": ["Anna", "Anna", "Bo", "Bo", "Bo"]}
        old.post("/entries", kind="deal", correct=1, seen="2.0", entry_id="c", **fields)
        told = "would have begun with Anna +1, Bo −1."
        assert told in text_of(new.get().text)
        assert told in text_of(old.get().text)
        assert new.get("/match.json").json["opening"]["scores"] == {"Anna": 7, "Bo": 8, "Dag": 8}
        for n, (player, points) in enumerate((("Anna", "1"), ("Bo", "-1"))):
            assert f'name="points" value="{points}"' in new.get().text
            reason = "the earlier part was corrected"
            fields = {"kind": "penalty", "player": player, "points": points, "reason": reason}
            answer = new.post("/entries", seen=f"{n}.0", entry_id=f"a{n}", **fields)
            assert answer.status_code == 303, text_of(answer.text)
        assert "would have begun" not in text_of(new.get().text)
        assert "would have begun" not in text_of(old.get().text)

    def test_phones_at_the_new_part_hear_of_it_with_the_next_poll(self, app: Flask) -> None:
        old, new = done(app)
        seen = new.version
        assert new.get("/live", after=seen).status_code == 204
        fields = {"rounds[]": ["Anna", "Anna", "Bo", "Bo", "Bo"]}
        old.post("/entries", kind="deal", correct=1, seen="2.0", entry_id="c", **fields)
        assert "would have begun with" in text_of(new.get("/live", after=seen).text)

    def test_what_makes_up_for_it_is_called_an_adjustment(self, app: Flask) -> None:
        """It may be a gain, which no penalty is."""
        old, new = done(app)
        fields = {"rounds[]": ["Anna", "Anna", "Bo", "Bo", "Bo"]}
        old.post("/entries", kind="deal", correct=1, seen="2.0", entry_id="c", **fields)
        assert "Adjust Anna: +1" in text_of(new.get().text)
        fields = {"kind": "penalty", "player": "Anna", "points": "1", "reason": "the earlier part was corrected"}
        new.post("/entries", seen="0.0", entry_id="a", **fields)
        page = text_of(new.get().text)
        assert "Undo the adjustment" in page
        tally = _match(new).tally
        told = speak(written(tally, tally.record.entries[0]), language("en"))
        assert "adjusted the score of Anna: +1. the earlier part was corrected" in told


class TestImportedParts:
    """Parts of a match that are imported together, in any order, are linked again."""

    @pytest.mark.parametrize("turned", [False, True])
    def test_they_are_linked(self, app: Flask, turned: bool) -> None:
        parts = [phone.get("/match.json").json for phone in done(app)]
        other = Phone(app)
        file = BytesIO(json.dumps(parts[::-1] if turned else parts).encode())
        other.client.post("/import", data={"file": (file, "all.json")})
        rows = {bool(row.follows): row for row in stored(app).matches_of(other.id)}
        assert (rows[True].follows, rows[False].followed_by) == (rows[False].id, rows[True].id)
        assert "To the new part" in text_of(other.client.get(f"/m/{rows[False].id}").text)


class TestStatistics:
    """A chain of parts is one match: it counts with the places of its last part, and players who left do not win."""

    def test_one_match(self, app: Flask) -> None:
        phone = played(app)
        _, again = change(phone, leaves="Cia", comes="Dag")
        part = Phone(app, again().location.rpartition("/")[2])
        part.client = phone.client
        fields = {"rounds[]": ["Anna", "Anna", "Anna", "Bo", "Dag"]}
        part.write("AAABB", 1, "last", **fields)
        part.post("/entries", kind="end", reason="All agree", seen="1.0", entry_id="end")
        page = text_of(phone.client.get("/statistics").text)
        assert "Toy" in page
        found = statistics(whole_matches(counted(one.game, one.tally) for one in map(_match, (phone, part))))
        assert found.matches == 1
        people = {person.player: person for person in found.people}
        assert {name: (one.matches, one.finished, one.wins, one.deals) for name, one in people.items()} == {
            "Anna": (1, 1, 1, 2),
            "Bo": (1, 1, 0, 2),
            "Cia": (1, 1, 0, 1),
            "Dag": (1, 1, 0, 1),
        }
        assert {pair.players for pair in found.pairs} == {("Anna", "Bo"), ("Anna", "Dag"), ("Bo", "Dag")}
        assert "goes on in a new part" in text_of(phone.client.get("/matches").text)


def _match(phone: Phone) -> Match:
    match = read_match(phone.get("/match.json").json)
    assert isinstance(match, Match)
    return match
