"""Any name plays: whatever people call themselves, the same forms write the same deals."""

import html
import unicodedata
from html.parser import HTMLParser
from typing import Any

import pytest
from flask import Flask
from phones import Phone, entries, new_table, stored, text_of

from companion.reading import FORMAT, Match, read_match
from companion.reading.names import is_name, tidy
from companion.rules.rulings import Ruling
from companion.rules.words import say
from companion.speech import beginning, language, set_apart, speak

PLAIN = ("Anna", "Bo", "Cia")
NAMES = [
    ("1", "3", "2"),
    ("@none", "@2", "0"),
    ("👩‍👩‍👧", "M" * 40, "?"),
    ("می‌خواهم", "A\u0301ron", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
    ("'\"<b>&%20", "Ann  Mary\u00a0Lou", "7H"),
]
TRICKS = [("tricks[]", name) for name in ("{0}", "{0}", "{1}", "{1}", "{2}")]
FAULT = [("faults[0][player]", "{0}"), ("faults[0][heirs][0][@]", "@2"), ("faults[0][heirs][1][@]", "none")]
JOKER = ("penalties[@2][joker]", "1")
# a game, the house rules of the table, and the fields of a deal; {n} is the name of a player
CARDS = [("laid[@2]", "30"), ("left_cards[@2]", "KS 7D")]
DEALS: list[tuple[str, dict[str, str], list[tuple[str, str]]]] = [
    ("rams", {}, TRICKS),
    ("rams", {}, [("passed[]", "{1}"), ("tricks[@0]", "2"), ("tricks[@2]", "3")]),
    ("english_rams", {}, TRICKS),
    ("english_rams", {"fault_rest": "second_best"}, [*TRICKS, *FAULT]),
    ("english_rams", {}, [("calls[0][@1]", "join"), ("calls[1][@2]", "widow"), ("calls[2][@0]", "join"), *TRICKS]),
    ("ramino", {}, [("out[@]", "@0"), ("laid[@0]", "60+60"), ("left[@1]", "80"), ("not_laid[]", "{1}"), *CARDS]),
    ("ramino", {}, [("out[@]", "none"), ("laid[@1]", "45")]),
    ("ramino", {}, [("out[@]", "@1"), ("laid[@1]", "90"), ("laid[@0]", "30"), ("left[@0]", "5"), *CARDS, JOKER]),
    ("rami", {}, [("out", "{0}"), ("not_laid[]", "{1}"), ("left[@2]", "11+10")]),
    ("gin", {}, [("by", "{0}"), ("end", "knock"), ("deadwood[@0]", "6"), ("deadwood[@1]", "20")]),
]


class Controls(HTMLParser):
    """What the forms of a page can send: a name with each value that it offers, or with none where one types."""

    def __init__(self, html: str):
        super().__init__()
        self.select = ""
        self.option: str | None = None
        self.found: set[tuple[str, str | None]] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "input":
            offers = values.get("type") in ("radio", "checkbox")
            self.found.add((values.get("name") or "", values.get("value") if offers else None))
        elif tag == "select":
            self.select = values.get("name") or ""
        elif tag == "option" and "value" in values:
            self.found.add((self.select, values["value"]))
        elif tag == "option":
            self.option = ""

    def handle_data(self, data: str) -> None:
        if self.option is not None:
            self.option += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "option" and self.option is not None:
            self.found.add((self.select, " ".join(self.option.split())))
            self.option = None


def seats(game: str, names: tuple[str, ...]) -> list[str]:
    return list(names[:2] if game == "gin" else names)


def renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def written(app: Flask, game: str, names: tuple[str, ...], rules: dict[str, str], fields: list[tuple[str, str]]) -> Any:
    """The body that a deal leaves on the disk when it is written through the page."""
    table = seats(game, names)
    owner = new_table(app, game, table, **{f"options[{name}]": value for name, value in rules.items()})
    kept = [tidy(name) for name in table]
    pairs = [(name, text.format(*kept) if "{" in text else text) for name, text in fields]
    page = Controls(owner.get().text).found
    for name, text in pairs:
        is_drawn = (name, text) in page or (name, None) in page
        assert is_drawn or "calls" in name or name.startswith("tricks[@"), (name, text)
    form = {"kind": "deal", "number": 1, "entry_id": "x"}
    sent: dict[str, Any] = {**form, **{name: [t for n, t in pairs if n == name] for name, _ in pairs}}
    answer = owner.client.post(f"/m/{owner.match}/entries", data=sent)
    assert answer.status_code == 303, text_of(answer.text)
    assert owner.get().status_code == 200
    assert owner.get("/entries/1").status_code == 200
    (row,) = entries(app, owner.match)
    return row.body


class TestAnyName:
    @pytest.mark.parametrize(("game", "rules", "fields"), DEALS)
    def test_the_deal_is_the_same(
        self, app: Flask, game: str, rules: dict[str, str], fields: list[tuple[str, str]]
    ) -> None:
        plain = written(app, game, PLAIN, rules, fields)
        for names in NAMES:
            found = written(app, game, names, rules, fields)
            assert found == renamed(plain, dict(zip(PLAIN, map(tidy, names), strict=True)))

    def test_a_position_from_paper(self, app: Flask) -> None:
        fields = {"opening[scores][@0]": "5", "opening[scores][@2]": "2", "opening[passed][][@]": "@2", "dealer": "1"}
        for names in NAMES:
            row = stored(app).match(new_table(app, "rams", list(names), **fields).match)
            one, two, three = map(tidy, names)
            assert row
            assert row.head["opening"] == {"scores": {one: 5, three: 2}, "passed": [three], "dealer": two}

    def test_each_for_himself(self, app: Flask) -> None:
        parts = [
            {"out[@]": "@0", "laid[@0]": "120"},
            {"laid[@1]": "30", "left[@1]": "30"},
            {"laid[@2]": "30", "left_cards[@2]": "KS 7D"},
        ]
        for names in NAMES:
            owner = new_table(app, "ramino", list(names))
            owner.post("/settings", own_parts="on")
            one, two, three = map(tidy, names)
            for name, fields in zip((one, two, three), parts, strict=True):
                drawn = {field for field, _ in Controls(owner.get("/own", **{"for": name}).text).found}
                assert drawn >= fields.keys()
                sent = {"kind": "deal", "number": 1, "entry_id": "x", "for": name, **fields}
                assert owner.post("/own", **sent).status_code == 303
            (row,) = entries(app, owner.match)
            assert row.body == {
                "kind": "deal",
                "out": one,
                "laid": {one: 120, two: 30, three: 30},
                "left": {two: 30, three: ["KS", "7D"]},
            }

    def test_the_referee_at_the_table(self, app: Flask) -> None:
        scores = {"ask": "1", "scores[@0]": "100", "scores[@1]": "7", "boxes[@0]": "3", "boxes[@1]": "1"}
        calls = {"ask": "1", "pot": "double", "calls[0][@1]": "fold"}
        for names in NAMES:
            kept = [tidy(name) for name in names]
            gin = new_table(app, "gin", kept[:2])
            assert "That cannot be" not in gin.get("/referee/settle", **scores).text
            rams = new_table(app, "english_rams", kept)
            page = rams.get("/referee/calls", **calls, **{"players[]": kept, "dealer": kept[0]})
            assert "That cannot be" not in page.text

    @pytest.mark.parametrize("names", NAMES, ids=lambda names: names[0][:8])
    def test_a_match_file(self, names: tuple[str, ...]) -> None:
        table = [unicodedata.normalize("NFD", name) for name in names]
        deal = {"kind": "deal", "tricks": {table[0]: 2, table[1]: 2, table[2]: 1}}
        match = read_match({"format": FORMAT, "game": "rams", "players": table, "entries": [deal]})
        assert isinstance(match, Match)
        assert match.fault is None
        assert match.record.players == tuple(map(tidy, names))


class TestWhatIsNoName:
    @pytest.mark.parametrize("name", ["", "  ", "\u200d", "a\nb\x00", "\u202eanna", "M" * 41, "\ue000", "a\u200bb"])
    def test_refused(self, name: str) -> None:
        assert not is_name(tidy(name))

    @pytest.mark.parametrize("two", [("Anna", "anna"), ("Straße", "STRASSE"), ("Bo", "B\u200do"), ("Ａｎｎａ", "Anna")])
    def test_two_that_look_the_same(self, app: Flask, two: tuple[str, str]) -> None:
        found = read_match({"format": FORMAT, "game": "gin", "players": list(two)})
        assert isinstance(found, Ruling)
        assert (found.code, found.player) == ("match.players", two[1])
        answer = Phone(app).client.post("/new/gin", data={"players[]": list(two)})
        assert answer.status_code == 422
        assert "look the same" in text_of(answer.text)
        assert ("players[]", None) in Controls(answer.text).found

    def test_a_match_that_began_with_such_names_is_still_shown(self, app: Flask) -> None:
        owner = new_table(app, "gin", ["Anna", "Bo"])
        head = dict(stored(app).match(owner.match).head) | {"players": ["Anna", "anna"]}
        row = stored(app).create("gin", head, owner=owner.id, at="2026-01-01T00:00:00Z")
        owner.match = row.id
        assert owner.get().status_code == 200


class TestTheWholePageSaysItAgain:
    """What was typed stands in the form again when it is refused, in the field in which it was typed."""

    def refused(self, app: Flask, game: str, **fields: Any) -> str:
        owner = new_table(app, game, seats(game, ("1", "2", "3")))
        answer = owner.post("/entries", kind="deal", number=1, entry_id="x", **fields)
        assert answer.status_code == 422
        return str(answer.text)

    def test_a_slip_in_a_number(self, app: Flask) -> None:
        page = self.refused(app, "ramino", **{"out[@]": "@0", "laid[@0]": "120", "laid[@2]": "4o", "left[@1]": "30"})
        assert 'name="laid[@2]" value="4o"' in page
        assert 'name="laid[@0]" value="120"' in page
        assert "3, Laid: 4o is neither a number nor cards." in text_of(page)
        assert 'data-field="laid[@2]"' in page

    @pytest.mark.parametrize("names", [("Anna", "Bo", "Cia", "Dag"), ("0", "1", "heirs", "player")])
    @pytest.mark.parametrize(
        ("heirs", "trick", "sentence"),
        [
            (["@2"], 1, "{1} took 2 tricks: name who held the second-best card in each."),
            (["@2", "@1"], 1, "A trick of {1}'s goes to somebody else: name who held the next best card."),
        ],
    )
    def test_who_cannot_inherit(
        self, app: Flask, names: tuple[str, ...], heirs: list[str], trick: int, sentence: str
    ) -> None:
        """English Rams: the mark is on the trick for which nobody was named, or somebody who cannot be."""
        owner = new_table(app, "english_rams", list(names))
        _, offender, other, _ = names
        sent = {f"faults[0][heirs][{n}][@]": heir for n, heir in enumerate(heirs)}
        fault = {"tricks[]": [offender] * 2 + [other] * 3, "faults[0][player]": offender, **sent}
        page = owner.post("/entries", kind="deal", **fault).text
        assert f'data-field="faults[0][heirs][{trick}]"' in page
        assert f'name="faults[0][heirs][{trick}][@]"' in page
        assert sentence.format(*names) in html.unescape(page)

    def test_a_number_and_cards(self, app: Flask) -> None:
        page = self.refused(app, "rami", **{"out": "1", "left[@1]": "30", "left_cards[@1]": "KS 7D", "left[@2]": "9"})
        assert 'name="left[@1]" value="30"' in page
        assert 'name="left_cards[@1]" value="KS 7D"' in page
        assert "30 and KS, 7D both stand there" in text_of(page)

    def test_no_wire_word_is_said_to_people(self, app: Flask) -> None:
        owner = new_table(app, "ramino", ["1", "2", "3"])
        first = {
            "out[@]": "@0",
            "laid[@0]": "120",
            "laid[@1]": "30",
            "laid[@2]": "30",
            "left[@1]": "30",
            "left[@2]": "40",
        }
        assert owner.post("/entries", kind="deal", number=1, entry_id="x", **first).status_code == 303
        fields = {**first, "left_cards[@2]": "XX", "left[@2]": "", "correct": 1, "reason": "slip"}
        answer = owner.post("/entries", kind="deal", number=2, entry_id="y", **fields)
        assert "3, Left in hand: XX is no card." in text_of(answer.text)
        for word in ("left ›", "content ›", "with ›"):
            assert word not in text_of(answer.text)

    def test_a_new_match(self, app: Flask) -> None:
        typed = {"options[target]": "500", "options[target_number]": "750", "opening[scores][@1]": "7x", "dealer": "1"}
        answer = Phone(app).client.post("/new/ramino", data={"players[]": ["1", "2"], **typed})
        assert answer.status_code == 422
        assert "500 / 750 is no choice for the house rule Points to reach." in text_of(answer.text)
        assert 'value="750"' in answer.text
        assert 'value="7x"' in answer.text

    def test_a_number_beside_an_untouched_choice_counts(self, app: Flask) -> None:
        typed = {"options[target]": "1000", "options[target_number]": "750"}
        row = stored(app).match(new_table(app, "ramino", ["1", "2"], **typed).match)
        assert row
        assert row.head["options"] == {"target": 750, "first_dealer": "chosen"}


class TestFromRightToLeft:
    def test_a_number_stays_after_the_name_that_it_belongs_to(self) -> None:
        sentence = say("{player} {n}", player="דוד", n=9)
        assert speak(sentence, language("en"), set_apart) == "\u2068דוד\u2069 9"

    def test_other_names_stand_as_they_are(self) -> None:
        assert set_apart("Zoë 🂡") == "Zoë 🂡"


@pytest.mark.parametrize(
    ("name", "others", "short"),
    [
        ("Wolfgang", ["Wolfram", "Bo"], "Wolfg"),
        ("Margareta-Elisabeth", ["Bo"], "Marg"),
        ("Anna", ["Annika"], "Anna"),
        ("Annika", ["Anna"], "Anni"),
        ("Anne Sophie", ["Anne Marie"], "Anne S"),
        ("Maximilian-Alexander", ["Maximilian-Andreas", "Bo"], "M…Al"),  # alike for longer than there is room
        ("Maximilian-Andreas", ["Maximilian-Alexander", "Bo"], "M…An"),
        ("Maximilian", ["Maximilian-Andreas"], "Maximilian"),
        ("👨‍👩‍👧‍👦👨‍👩‍👧", ["Bo"], "👨‍👩‍👧‍👦👨‍👩‍👧"),  # signs that belong together are not torn apart
    ],
)
def test_where_there_is_little_room_a_name_is_cut_where_it_still_differs(
    name: str, others: list[str], short: str
) -> None:
    assert beginning(name, [name, *others]) == short
