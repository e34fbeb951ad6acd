"""Sharing the result of a match as a picture and as text, with long names and large amounts."""

from dataclasses import replace
from itertools import combinations

import pytest

from companion.parsing import FORMAT, Match, read_match
from companion.pdf.picture import EDGE, WIDE, Picture, Text, picture, wide
from companion.pdf.protocol import closing
from companion.presentation.activity import paying
from companion.presentation.chart import course_of
from companion.presentation.outcome import outcome
from companion.presentation.statistics import played, statistics
from companion.rules.messages import say
from companion.translation import language, speak

NAMES = ["W" * 40, "1", "Maximiliana-Alexandrina von Hohenstauff", "3"]


def free(unit: str, stake: int = 30) -> Match:
    points = dict(zip(NAMES, (7751, 5794, -4475, -6236), strict=True))
    options = {"stake": stake, "unit_name": unit, "length": {"deals": 2}, "settle": "all_pairs"}
    deals = [{"kind": "deal", "points": points}] * 2
    found = read_match({"format": FORMAT, "game": "free", "players": NAMES, "options": options, "entries": deals})
    assert isinstance(found, Match)
    assert not found.fault
    return found


@pytest.fixture
def match() -> Match:
    return free("lire")


@pytest.fixture
def drawn(match) -> Picture:
    tally = match.tally
    told = outcome(match.game, tally)
    assert told
    return picture(told, "Friday", "Any other game", tally, "Today", language("en"))


def span(text: Text) -> tuple[float, float]:
    long = wide(text.text, text.size)
    left = text.x - {"start": 0, "middle": long / 2, "end": long}[text.anchor]
    return left, left + long


class TestPicture:
    def test_texts_do_not_touch(self, drawn) -> None:
        for one, other in combinations(drawn.texts, 2):
            if one.y == other.y:
                (_, end), (start, _) = sorted((span(one), span(other)))
                assert end < start, (one.text, other.text)
        assert all(0 < start < end < WIDE for start, end in map(span, drawn.texts))

    def test_payments_have_one_size_and_complete_amounts(self, drawn) -> None:
        amounts = [text for text in drawn.texts if text.text.endswith(" lire")]
        assert [text.anchor for text in amounts] == ["end"] * 3
        said = [text for text in drawn.texts if " pays " in text.text]
        assert len({text.size for text in (*amounts, *said)}) == 1
        assert all(text.text.partition(" pays ")[2] for text in said)

    def test_the_text_about_the_end_is_complete(self, match) -> None:
        tally = match.tally
        told = outcome(match.game, tally)
        assert told
        sentence = say("{who} wins, and {who} has {who}.", who="Bo Göran von Essen-Hallbergmoos")
        told = replace(told, sentence=sentence, ended=sentence)
        found = picture(told, "Friday", "Any other game", tally, "Today", language("en"))
        said = " ".join(text.text for text in found.texts)
        assert " ".join([speak(sentence, language("en"))] * 2) in said, "in as many lines as it needs"

    def test_lines_have_the_same_short_names_as_the_pages(self, drawn) -> None:
        assert drawn.label(NAMES[2]) == "Maxi"
        assert drawn.label(NAMES[1]) == "1"

    def test_the_scale_has_room_for_its_numbers(self, match) -> None:
        course = course_of(match.tally, None)
        assert course
        assert all(one.points[0].value == 0 for one in course.courses), "from where everybody began"
        assert course.left >= max(wide(str(value), 13) for value, _ in course.bounds)


class TestMoney:
    def test_money_differs_from_a_name_of_digits(self, match) -> None:
        tally = match.tally
        said = [speak(paying(tally, one), language("en")) for one in tally.payments]
        assert any(" pays 1: " in text for text in said), said

    @pytest.mark.parametrize(("unit", "head"), [("lire", "Balance (lire)"), ("", "Balance")])
    def test_the_head_names_the_currency(self, unit, head) -> None:
        one = free(unit)
        tally = one.tally
        told = outcome(one.game, tally)
        assert told
        assert speak(told.heads[-1], language("en")) == head
        rows = [speak(row.label, language("en")) for account in closing(tally) for row in account.rows]
        assert head in rows

    def test_other_currencies_are_not_added(self) -> None:
        matches = [free("lire"), free("lire"), free("öre", stake=1)]
        found = statistics(played(one.game, one.tally) for one in matches)
        assert found.units == ("lire", "öre")
        (best,) = (person for person in found.people if person.player == NAMES[0])
        assert best.balances["lire"] == 60 * best.balances["öre"] > 0


def test_a_picture_says_the_game_once(match: Match, drawn: Picture) -> None:
    """A match without a title is named after its game."""
    tally = match.tally
    told = outcome(match.game, tally)
    assert told
    game = "Any other game"
    untitled = picture(told, game, game, tally, "Today", language("en"))
    for one in (drawn, untitled):
        assert [text.text for text in one.texts].count(game) == 1


def test_similar_names_stay_different() -> None:
    """Cut to the same length they would be one name with two numbers and two payments."""
    names = [f"Massimiliano Bartolomeo della {one}" for one in ("Rovere", "Torre")]
    deal = {"kind": "deal", "points": dict(zip(names, (120, 40), strict=True))}
    options = {"target": 100, "stake": 1}
    match = read_match({"format": FORMAT, "game": "free", "players": names, "options": options, "entries": [deal]})
    assert isinstance(match, Match)
    ended = outcome(match.game, match.tally)
    assert ended
    drawn = picture(ended, "Friday", "Another game", match.tally, "27 Nov 2026", language("en"))
    rows = [text.text for text in drawn.texts if text.bold and text.x == EDGE + 56]
    assert len(rows) == 2
    assert len(set(rows)) == 2


def test_deals_of_earlier_parts_are_told_too() -> None:
    link = {"score": "0000 0000 0000", "left": ["Cia"], "joined": [], "payments": []}
    deals = [{"kind": "deal", "points": {"Anna": 5, "Bo": 3}}] * 2
    file = {"format": FORMAT, "game": "free", "players": ["Anna", "Bo"], "opening": {"deals_played": 2}}
    entries = [*deals, {"kind": "end"}]
    match = read_match({**file, "continues": link, "entries": entries})
    assert isinstance(match, Match)
    told = outcome(match.game, match.tally)
    assert told
    assert speak(told.title, language("en")) == "four deals"
