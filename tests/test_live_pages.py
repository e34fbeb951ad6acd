"""Live pages: an entry, the share page and the scoreboard update, and the next match is shown."""

import csv
import io
import re

import pytest
from flask import Flask
from support.phones import Phone, codes, new_table, text_of

from companion.presentation.score_sheet import MARK
from companion.store import label


@pytest.mark.parametrize("page", ["", "/board", "/share", "/entries/1", "/log", "/house-rules"])
def test_every_live_page_asks_every_other_second_and_when_it_wakes(anna: Phone, page: str) -> None:
    anna.write("AAABC", 1)
    assert 'hx-trigger="every 2s, wake from:body"' in anna.get(page).text


@pytest.mark.parametrize("page", ["", "/entries/1", "/house-rules"])
def test_forms_that_the_outbox_keeps_are_sent_by_htmx_to_their_own_address(anna: Phone, page: str) -> None:
    anna.write("AAABC", 1)
    kept = re.findall(r'action="(/m/\w+/(?:entries|own|house-rule)\b[^"#]*)[^>]*', anna.get(page).text)
    sent = re.findall(r'action="[^"]*" hx-post="([^"]*)"', anna.get(page).text)
    assert kept
    assert kept == sent


def test_a_restored_backup_is_announced_on_the_sheet(anna: Phone, bo: Phone) -> None:
    """Otherwise a sheet that has lost a deal would announce the deal before as new."""
    anna.write("AAABC", 1)
    told = text_of(bo.get("/live", after="2.9", form="blank").text)
    assert "The server was restored from a backup" in told
    assert "wrote deal 1" not in told


class TestHouseRulesInForce:
    """They are in a line below the title, up to date on every phone."""

    @pytest.mark.parametrize("form", ["none", "blank", "typed"])
    def test_a_change_comes_with_the_next_poll(self, anna: Phone, bo: Phone, form: str) -> None:
        after = anna.version
        bo.post("/house-rule", seen="0.0", entry_id="rule", **{"options[rest]": "always"})
        told = re.search(
            r'<a class="terms" id="terms"[^>]*hx-swap-oob=true>(.*?)</a>', bo.get("/live", after=after, form=form).text
        )
        shown = re.search(r'<a class="terms" id="terms"[^>]*>(.*?)</a>', bo.get().text)
        assert told
        assert shown
        assert told[1] == shown[1] != "as in the rule book ›"

    def test_the_page_of_an_entry_takes_it_from_its_poll(self, anna: Phone) -> None:
        anna.write("AAABC", 1)
        page = anna.get("/entries/1").text
        assert re.search(r'hx-select-oob="[^"]*#terms', page)
        assert 'id="terms"' in page


class TestEntryPage:
    """In a dispute both players look at this page, so a correction appears on it."""

    def test_it_asks_for_news(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        after = anna.version
        assert anna.get("/entries/1", after=after).status_code == 204
        bo.write("AABBC", 2, correct=1, reason="counted wrong")
        assert "corrected by Bo" in text_of(anna.get("/entries/1", after=after).text)
        assert f"after={anna.version}" in anna.get("/entries/1").text


class TestSharePage:
    """The phones of the match, and valid codes."""

    def test_who_is_in(self, app: Flask, anna: Phone) -> None:
        after = anna.version
        assert anna.get("/share", after=after).status_code == 204
        cia = Phone(app, anna.match)
        cia.enter(codes(app, anna.match)[1], "Cia")
        assert "Cia" in text_of(anna.get("/share", after=after).text)

    def test_two_phones_of_one_player_are_told_apart(self, anna: Phone, bo: Phone) -> None:
        bo.post("/who", player="Anna")
        shared, names = anna.get("/share").text, [f"Anna {label(anna.match, one.id)}" for one in (anna, bo)]
        assert names[0] != names[1]
        assert f"Let {names[1]} only watch" in shared
        assert f"<b>{names[0]}</b>" in shared
        assert ", ".join(names) in text_of(anna.get().text), "who can enter scores"
        bo.post("/who", player="Bo")
        assert "Anna #" not in anna.get("/share").text

    def test_a_code_that_was_renewed_is_not_shown_on(self, anna: Phone, bo: Phone) -> None:
        after = bo.version
        anna.post("/codes", which="both")
        answer = bo.get("/share", after=after, codes="as they were")
        assert answer.headers["HX-Refresh"] == "true"


class TestTheNextMatch:
    """The scoreboard opens it by itself; phones, on which somebody may be typing, show a link."""

    def test_board_and_phones(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        after = bo.version
        new = anna.post("/rematch").location.rpartition("/")[2]
        assert bo.get("/board/live", after=after).headers["HX-Redirect"] == f"/m/{new}/board"
        assert f"/m/{new}" in bo.get("/live", after=after).text
        share = bo.get("/share", after=after).text
        assert 'hx-select-oob="#next-match"' in share
        told = share.partition('id="next-match"')[2].partition("</div>")[0]
        assert "The next match has begun." in told
        assert f'href="/m/{new}"' in told

    def test_not_where_one_was_shown_out(self, app: Flask, anna: Phone, bo: Phone) -> None:
        new = anna.post("/rematch").location.rpartition("/")[2]
        bo.client.post(f"/m/{new}/leave")
        assert "HX-Redirect" not in bo.get("/board/live", after="0.0").headers


class TestSpreadsheet:
    """A row for each valid entry; text that looks like a formula is made harmless."""

    def test_points(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        bo.write("AABBC", 2, correct=1, reason="counted wrong")
        anna.post("/entries", kind="penalty", player="Cia", points="2", reason="coffee", seen="2.0", entry_id="p")
        anna.post("/entries", kind="note", text="=HYPERLINK(1)", entry="1", seen="3.0", entry_id="n")
        answer = anna.get("/sheet.csv")
        assert answer.text.startswith(MARK)
        heading, deal, penalty = csv.reader(io.StringIO(answer.text.removeprefix(MARK)))
        players = [f"{name} {column}" for name in ("Anna", "Bo", "Cia") for column in ("change", "total")]
        assert heading == ["deal", "leg", "kind", "dealer", *players, "remark"], "a column for a pot where there is one"
        assert deal[:10] == ["1", "1", "deal", "Anna", "-2", "8", "-2", "8", "-1", "9"]
        assert "=HYPERLINK(1)" in deal[-1]
        assert penalty[:3] == ["", "1", "penalty"]
        assert "coffee" in penalty[-1]

    def test_what_does_not_count(self, anna: Phone) -> None:
        """A note about a struck-out deal is not beside another deal."""
        anna.write("AAABC", 1)
        anna.write("AABBC", 2)
        anna.post("/entries", strike="1", reason="counted wrong", seen="2.0", entry_id="s")
        _, deal = csv.reader(io.StringIO(anna.get("/sheet.csv").text.removeprefix(MARK)))
        assert (deal[0], deal[-1]) == ("2", "")

    def test_formulas(self, app: Flask) -> None:
        phone = new_table(app, players=["=1+1", "@Bo", "-Cia", "＝2"])
        heading, *_ = csv.reader(io.StringIO(phone.get("/sheet.csv").text.removeprefix(MARK)))
        assert heading[4] == "'=1+1 change"
        assert not [cell for cell in heading if cell.startswith(("=", "@", "-", "＝"))]


class TestTimes:
    """A time has a machine-readable form, so that a phone can show it in its own time zone."""

    def test_moments(self, anna: Phone) -> None:
        anna.write("AAABC", 1)
        page = anna.get("/entries/1").text
        assert '<time datetime="20' in page
        assert "+00:00" in page


class TestDealPage:
    def test_what_was_written_first_what_was_changed_and_what_it_came_to_then(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        bo.write("AABBC", 2, correct=1, reason="counted wrong")
        page = text_of(anna.get("/entries/1").text)
        assert "Original version Rounds: Anna, Anna, Anna, Bo, Cia Corrected version Rounds: Anna, Anna, Bo" in page
        assert re.search(r"corrected by Bo at .*?: counted wrong Rounds: Anna, Anna, Anna, Bo, Cia → Anna", page)
        assert re.search(r"Version until [\d:]+ Anna 7 before 10 3 rounds −3", page), "by the terms of then"
        sheet = anna.get().text
        assert sheet.count('/entries/1#struck-2"') == 3, "an old number leads to them"
        assert '/entries/1"' in sheet

    def test_never_corrected(self, anna: Phone) -> None:
        anna.write("AAABC", 1)
        page = text_of(anna.get("/entries/1").text)
        assert "Corrected version" not in page
        assert "Version until" not in page


class TestOtherPages:
    """They poll at their own address like the score, and say who wrote what."""

    @pytest.mark.parametrize("page", ["numbers", "course", "log", "settings", "house-rules", "referee", "rules"])
    def test_they_ask(self, anna: Phone, bo: Phone, page: str) -> None:
        after = bo.version
        shown = bo.get(f"/{page}").text
        assert f'hx-get="/m/{bo.match}/{page}?after={after}"' in shown
        assert 'id="fresh"' not in shown
        assert bo.get(f"/{page}", after=after).status_code == 204
        anna.write("AAABC", 1)
        news = bo.get(f"/{page}", after=after)
        assert "Anna entered deal 1." in text_of(news.text)
        assert f"after={bo.version}" in news.text

    def test_other_query_parameters_stay(self, anna: Phone) -> None:
        assert f"/log?before=1&amp;after={anna.version}" in anna.get("/log", before=1).text

    def test_pages_with_a_polling_part_do_not_poll_as_a_whole(self, anna: Phone) -> None:
        anna.write("AAABC", 1)
        for page in ("", "/entries/1", "/share"):
            assert "<main" in (shown := anna.get(page).text)
            assert "hx-get" not in shown.partition("<main")[2].partition(">")[0]


class TestLive:
    """A poll is empty until there is news, which is one line."""

    def test_the_line(self, anna: Phone, bo: Phone) -> None:
        before = bo.version
        assert bo.get("/live", after=before).status_code == 204
        anna.write("AAABC", 1)
        news = bo.get("/live", after=before).text
        assert "Anna entered deal 1. Anna 7, Bo 9, Cia 9" in text_of(news)
        assert 'id="entry"' not in news
        assert 'id="entry"' in bo.get("/live", after=before, form="blank").text
        assert bo.get("/live", after=bo.version).status_code == 204

    def test_a_form_in_use_shows_newer_entries(self, anna: Phone, bo: Phone) -> None:
        """Bo has begun to type deal 1 when Anna writes it."""
        anna.write("AAABC", 1)
        anna.post("/entries", kind="note", text="late", seen="1.0", entry_id="n")
        news = text_of(bo.get("/live", after="0.0", form="typed", seen="0.0").text)
        assert (
            "Anna entered deal 1. Rounds: Anna, Anna, Anna, Bo, Cia Delete mine Compare This is for the next deal"
            in news
        )
        assert "Compare" not in text_of(bo.get("/live", after="1.0", form="typed", seen="1.0").text)
        asked = {"after": "0.0", "form": "typed", "seen": "0.0"}
        assert "Compare" not in text_of(anna.get("/live", **asked, own=f"{anna.id[:8]}-1").text), "its own"
        assert "Compare" in text_of(anna.get("/live", **asked).text), "of another tab of the phone"

    def test_newer_entries_are_shown_in_their_current_version(self, anna: Phone, bo: Phone) -> None:
        """Also if Anna has corrected it before Bo looks at his phone again."""
        anna.write("AAABC", 1)
        assert anna.write("AABBC", 2, correct=1).status_code == 303
        news = text_of(bo.get("/live", after="0.0", form="typed", seen="0.0").text)
        assert "Anna entered deal 1. Rounds: Anna, Anna, Bo, Bo, Cia (as corrected by Anna) Delete mine" in news
        assert "Rounds: Anna, Anna, Anna" not in news.partition("Delete mine")[0].partition("While you were typing")[2]

    def test_a_form_for_the_whole_deal_goes_where_each_writes_alone(self, anna: Phone, bo: Phone) -> None:
        anna.post("/who", player="Anna")
        anna.post("/settings", own_parts="on")
        asked = {"after": "0.0", "form": "typed", "seen": "0.0"}
        assert "your result" in bo.get("/live", **asked).text
        assert "each player now enters only their own result" in bo.get("/live", **asked).text
        assert 'id="entry"' not in bo.get("/live", **asked, part="1").text, "somebody types in it"
        anna.post("/settings")
        whole = text_of(bo.get("/live", **asked, part="1").text)
        assert "Save deal 1" in whole
        assert "This table has switched: one phone now enters the whole deal." in whole
        assert "one phone now enters the whole deal" not in bo.get("/live", after="0.0", form="none").text, (
            "no form has gone from it"
        )
        late = bo.post("/own", kind="deal", **{"for": "Bo"}, number=1, entry_id="x")
        assert late.status_code == 422
        assert "At this table, one phone enters the whole deal" in text_of(late.text)

    def test_a_correction_in_the_form_learns_how_the_entry_was_corrected(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        asked = {"after": "1.0", "seen": "1.0"}
        anna.write("AAABB", 2, "new")
        assert "While you were typing" not in bo.get("/entries/1", **asked).text, "another deal"
        anna.post("/entries", strike="1", seen="2.0", entry_id="s", reason="undone")
        page = text_of(bo.get("/entries/1", **asked).text)
        assert "While you were typing Anna undid deal 1. Delete mine Compare Keep mine" in page
        assert "While you were typing" not in bo.get("/entries/1", **asked, own="s").text, "its own"

    def test_a_refused_correction_is_still_typed_on_what_its_typist_saw(self, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        anna.post("/entries", strike="1", seen="1.0", entry_id="s", reason="undone")
        typed = {"correct": 1, "kind": "deal", "seen": "1.0", "entry_id": "x"}
        page = bo.post("/form", **typed, **{"rounds[]": ["Bo"]}).text
        assert "While you were typing" in page
        assert re.search(r'id="entry".*?name="seen" value="1\.0"', page, re.DOTALL)

    def test_a_house_rule_that_has_changed_is_no_deal_to_compare_with(self, anna: Phone, bo: Phone) -> None:
        anna.post("/house-rule", **{"options[rest]": "always"})
        news = text_of(bo.get("/live", after="0.0", form="typed", seen="0.0").text)
        assert "While you were typing" in news
        assert "Keep mine" in news
        assert "Compare" not in news
        assert "This is for the next deal" not in news

    def test_who_wrote_first_is_told_that_another_has_written_the_same(self, anna: Phone, bo: Phone) -> None:
        told = "Another phone has saved the same since"
        anna.write("AABBC", 1)
        after = anna.version
        assert anna.get("/live", after=after).status_code == 204
        assert told not in anna.get("/live", after="1.0").text
        bo.write("AABBC", 1)
        assert told in anna.get("/live", after=after).text
        assert told in anna.get("/live", after="1.0").text, "its own is not drawn there yet"
        assert told not in bo.get("/live", after=after).text

    def test_the_board_polls_too(self, anna: Phone, bo: Phone) -> None:
        before = bo.version
        assert bo.get("/board/live", after=before).status_code == 204
        anna.write("AAABC", 1)
        news = bo.get("/board/live", after=before).text
        assert ("Anna" in news, 'id="saved" hx-swap-oob' in news) == (True, True), "and when it was saved"
