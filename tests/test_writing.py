"""Writing: where a wish goes on a record that others write at the same time, and what became of it."""

import pytest
from flask import Flask
from phones import Phone, codes, entries, new_table, stored

from companion.rules.entries import (
    Body,
    Confirm,
    Contest,
    Correction,
    Entry,
    LetStand,
    Misdeal,
    Note,
    OptionChange,
    Penalty,
    Player,
    RulingNote,
)
from companion.rules.history import Record
from companion.store import PartRow, Version
from companion.writing import Behind, Known, Next, Otherwise, Wish, place

ANNA, BO = Player("Anna"), Player("Bo")
DEAL, OTHER = Penalty(ANNA, 1), Penalty(BO, 2)  # whatever moves the score is placed alike
STRIKE = Correction(1, None)


def placed(written: list[Body], wish: Body, *, seen: int = 0, after: str = "", entry_id: str = "mine") -> object:
    """Where the wish goes on a record whose entries are known as a, b, c, ..."""
    record = Record((ANNA, BO), None, None, tuple(Entry(n, body) for n, body in enumerate(written, 1)))
    ids = [{chr(ord("a") + n)} for n in range(len(written))]
    return place(record, ids, Wish(wish, {}, entry_id, seen, frozenset(after.split())))


class TestPlace:
    """An entry gives way only to what moves the score or the rules that it was typed by."""

    def test_next(self) -> None:
        assert placed([], DEAL) == Next(1)
        assert placed([DEAL, OTHER], DEAL, seen=2) == Next(3)

    def test_sent_again_with_something_else(self) -> None:
        assert placed([DEAL], OTHER, entry_id="a") == Otherwise(1)
        assert placed([DEAL, STRIKE], Correction(1, None, "why"), entry_id="b") == Otherwise(2)

    def test_sent_again(self) -> None:
        assert placed([DEAL, OTHER], DEAL, entry_id="a") == Known(1)
        assert placed([DEAL, STRIKE], DEAL, entry_id="a") == Known(1)

    @pytest.mark.parametrize(
        "newer",
        [OTHER, Misdeal(), OptionChange("target", 150), Correction(1, OTHER), STRIKE],
        ids=lambda body: body.kind,
    )
    def test_behind_what_moves_the_score_or_the_rules(self, newer: Body) -> None:
        assert placed([DEAL, newer], Penalty(BO, 5), seen=1) == Behind((2,))

    @pytest.mark.parametrize(
        "newer", [Note("late"), RulingNote("q", "legal"), Contest(1), Confirm(1)], ids=lambda body: body.kind
    )
    @pytest.mark.parametrize("wish", [DEAL, STRIKE, Note("mine")], ids=["deal", "strike", "note"])
    def test_what_stands_beside_the_score_bounces_nothing(self, newer: Body, wish: Body) -> None:
        assert placed([DEAL, newer], wish, seen=1) == Next(3)

    @pytest.mark.parametrize(
        "wish", [Note("mine"), RulingNote("q", "legal"), Contest(1), Confirm(1)], ids=lambda body: body.kind
    )
    def test_and_is_bounced_by_nothing(self, wish: Body) -> None:
        assert placed([DEAL, OTHER, STRIKE], wish) == Next(4)

    def test_a_corrected_note_moves_nothing(self) -> None:
        assert placed([Note("late"), Correction(1, Note("early"))], DEAL, seen=1) == Next(3)

    def test_written_and_struck_out_since(self) -> None:
        assert placed([OTHER, DEAL, Correction(2, None)], Misdeal(), seen=1) == Next(4)

    def test_corrected_and_taken_back_since(self) -> None:
        assert placed([DEAL, Correction(1, OTHER), Correction(2, None)], Misdeal(), seen=1) == Next(4)

    def test_all_rivals_are_named(self) -> None:
        assert placed([DEAL, OTHER, Note("late"), Misdeal()], Penalty(BO, 5), seen=1) == Behind((2, 4))


class TestOwnWaitingWishes:
    """What the same phone typed before, and sends before, is no rival."""

    def test_after(self) -> None:
        assert placed([DEAL, OTHER], Misdeal(), after="a b") == Next(3)
        assert placed([DEAL, OTHER], Misdeal(), after="a") == Behind((2,))
        assert placed([DEAL], Misdeal(), after="never-sent") == Behind((1,))


class TestTheSame:
    """The very same deal written by two phones counts once; so does the same correction."""

    def test_a_deal(self) -> None:
        assert placed([DEAL], DEAL) == Known(1, "same")
        assert placed([OTHER, DEAL], DEAL) == Known(2, "same")

    def test_not_one_that_was_seen(self) -> None:
        assert placed([DEAL], DEAL, seen=1) == Next(2)

    def test_as_it_now_stands(self) -> None:
        assert placed([OTHER, Correction(1, DEAL)], DEAL) == Known(1, "same")
        assert placed([DEAL, Correction(1, OTHER)], DEAL) == Behind((1,))

    def test_a_correction_whatever_its_reason(self) -> None:
        assert placed([DEAL, Correction(1, None, "undone")], Correction(1, None, "twice"), seen=1) == Known(2, "same")
        assert placed([DEAL, Correction(1, OTHER)], Correction(1, OTHER), seen=1) == Known(2, "same")


class TestCorrections:
    """A correction conflicts only with another correction of the same entry."""

    @pytest.mark.parametrize(
        ("newer", "found"),
        [
            (OTHER, Next(3)),
            (Correction(1, Misdeal()), Behind((2,))),
            (Correction(1, OTHER), Known(2, "same")),
        ],
        ids=["deal", "other", "same"],
    )
    def test_of_the_first(self, newer: Body, found: object) -> None:
        assert placed([DEAL, newer], Correction(1, OTHER), seen=1) == found

    def test_of_another_entry(self) -> None:
        assert placed([DEAL, OTHER, Correction(2, None)], Correction(1, Misdeal()), seen=2) == Next(4)

    def test_taken_back_meanwhile(self) -> None:
        record = [DEAL, Correction(1, OTHER), Correction(2, None)]
        assert placed(record, Correction(1, Misdeal()), seen=2) == Behind((3,))

    def test_letting_stand_what_was_corrected_meanwhile(self) -> None:
        assert placed([DEAL, OTHER], LetStand(1), seen=1) == Next(3)
        assert placed([DEAL, STRIKE], LetStand(1), seen=1) == Behind((2,))

    @pytest.mark.parametrize("entry", [0, -1, 9])
    def test_of_nothing_is_for_the_rules_to_refuse(self, entry: int) -> None:
        assert placed([DEAL, OTHER], Correction(entry, None)) == Next(3)


class TestLetStand:
    """Two phones let the same deal stand: it counts once, whatever reason each of them has typed."""

    def test_twice(self) -> None:
        written: list[Body] = [Misdeal(), LetStand(1, "played so")]
        assert placed(written, LetStand(1, "so it was"), seen=1) == Known(2, "same")


class TestHouseRules:
    def test_conflict_only_with_a_change_of_the_same(self) -> None:
        wish = OptionChange("target", 150)
        assert placed([DEAL, OptionChange("table", 20)], wish) == Next(3)
        assert placed([DEAL, OptionChange("target", 200)], wish) == Behind((2,))


@pytest.fixture
def anna(app: Flask) -> Phone:
    phone = new_table(app)
    phone.post("/who", player="Anna")
    return phone


@pytest.fixture
def bo(app: Flask, anna: Phone) -> Phone:
    phone = Phone(app, anna.match)
    phone.enter(codes(app, anna.match)[0], "Bo")
    return phone


class TestTheAnswer:
    """It says that it is companion's, and what became of the entry."""

    def test_signs(self, anna: Phone, bo: Phone) -> None:
        first = anna.write("AAABC", 1)
        assert [first.headers.get(name) for name in ("Companion-Entry", "Companion-Number")] == ["written", "1"]
        assert anna.write("AAABC", 1).headers["Companion-Entry"] == "known"
        assert bo.write("AAABC", 1).headers["Companion-Entry"] == "same"
        assert bo.write("ABBBC", 1, "b").headers["Companion-Entry"] == "behind"
        assert bo.write("ABBB", 2, "c").headers["Companion-Entry"] == "refused"

    def test_a_form_that_was_sent_before_with_something_else_is_refused(self, app: Flask, anna: Phone) -> None:
        """It is not on the sheet, so nobody may say that it is: the phone keeps what was typed."""
        anna.write("AAABC", 1, "once")
        other = anna.write("AABBC", 1, "once")
        assert (other.status_code, other.headers["Companion-Entry"]) == (422, "refused")
        assert "said otherwise then" in other.text
        assert anna.write("AAABC", 1, "once").headers["Companion-Entry"] == "known"
        anna.post("/entries", kind="note", text="late", entry_id="note", seen="1.0")
        assert anna.post("/entries", kind="note", text="later", entry_id="note", seen="2.0").status_code == 422
        assert anna.post("/entries", strike="1", entry_id="note", seen="2.0").status_code == 422
        assert len(entries(app, anna.match)) == 2

    def test_every_answer_is_signed(self, app: Flask, anna: Phone) -> None:
        anna.write("AAABC", 1)
        assert anna.version.startswith("1.")
        poll = anna.get("/live", after=anna.version)
        assert (poll.status_code, poll.headers["Companion"]) == (204, anna.version)
        assert Phone(app, anna.match).get().headers["Companion"] == "-"

    def test_a_fragment_carries_the_version_after_it(self, anna: Phone) -> None:
        form = {"kind": "note", "text": "late", "seen": "0.0", "entry_id": "n"}
        answer = anna.client.post(f"/m/{anna.match}/entries", data=form, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.headers["Companion"]) == (200, anna.version)


class TestTheSameDeal:
    """Two phones write one deal: it counts once, however each of them typed it, and neither is asked."""

    def test_in_another_order(self, app: Flask, anna: Phone, bo: Phone) -> None:
        anna.write("AAABC", 1)
        assert bo.write("CBAAA", 1, "bo").headers["Companion-Entry"] == "same"
        assert len(entries(app, anna.match)) == 1

    def test_the_next_of_a_phone_that_was_offline(self, app: Flask, anna: Phone, bo: Phone) -> None:
        """Bo had typed deals 1 and 2; Anna wrote deal 1 meanwhile. Bo's second follows it all the same."""
        anna.write("AAABC", 1)
        assert bo.write("CBAAA", 1, "bo1").headers["Companion-Entry"] == "same"
        answer = bo.write("ABBBC", 1, "bo2", after="bo1")
        assert (answer.headers["Companion-Entry"], answer.headers["Companion-Number"]) == ("written", "2")
        assert bo.write("CBAAA", 1, "bo1").headers["Companion-Entry"] == "known"
        assert len(entries(app, anna.match)) == 2


class TestAtTheSameMoment:
    """Where another connection appends between judging and writing, everything is looked at again."""

    def test_a_deal_in_between(self, app: Flask, anna: Phone, bo: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        from companion import writing

        judged = writing.refusal
        raced: list[int] = []

        def slowly(*args: object) -> object:
            if not raced:
                raced.append(1)
                assert bo.write("ABBBC", 1).status_code == 303
            return judged(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(writing, "refusal", slowly)
        assert anna.write("AAABC", 1).headers["Companion-Entry"] == "behind"
        assert len(entries(app, anna.match)) == 1

    def test_the_match_deleted_in_between(self, app: Flask, anna: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
        from companion import writing

        judged = writing.refusal

        def slowly(*args: object) -> object:
            stored(app).delete(anna.match)
            return judged(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(writing, "refusal", slowly)
        assert anna.write("AAABC", 1).status_code == 404


class TestHandingIn:
    """The last part and the deal that all of them make are one step."""

    def test_both_or_neither(self, app: Flask, anna: Phone) -> None:
        store = stored(app)
        part = PartRow(1, "Anna", "phone", "", {"rounds": ["Anna"]})
        assert store.put_part(anna.match, part, seen=Version(7, 0), closing=None) == "behind"
        assert store.parts(anna.match, 1) == []
