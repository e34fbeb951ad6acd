"""The pages of the referee, as a browser without scripts requests them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from html import unescape
from itertools import cycle

import pytest
from flask import Flask
from support.cases import kept
from support.each import each
from support.examples import ALL, Typed, example
from support.phones import MAY_PLAY, Phone, new_table, read, seats, text_of
from support.phrases import OF_ALL, phrase_cases
from support.share import every
from support.strict import faults
from test_asked import NAMES
from test_nothing_presumed import asked, outcome_of

from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.parsing import game_of
from companion.parsing.form_decoder import form_of, posted
from companion.parsing.form_encoder import fields_of
from companion.parsing.schema import shapes
from companion.referee.fact_values import values_of
from companion.rulebooks import book
from companion.rules.field_metadata import Json
from companion.rules.game import MOMENTS, Game, Question
from companion.rules.options import HouseRule, house_rules
from companion.rules.rulings import MISSING, Ruling
from companion.search import resting
from companion.search.tokens import split
from companion.translation import language
from companion.web.pages.question_form import question_groups

ASKED_ABOUT = [pytest.param(game, id=game.key) for game in ALL if game.questions]


def questions(game: Game) -> list[str]:
    return list(game.questions)


def heading(game: str, clause_id: str, lang: str = "en") -> str:
    clause = book(game, lang).clause(clause_id)
    assert clause
    return clause.heading


def label_of(question: Question) -> str:
    """Return the title of a question in lists."""
    return question.short or question.title


def names_nobody(phrase: Json) -> bool:
    """Return True if a phrase names none of the players of these tests."""
    return {*map(str.casefold, NAMES)}.isdisjoint(word.removesuffix("s") for word in split(phrase["words"]))


LONGEST_LABEL = 38


def words_of(game: Game) -> Iterator[tuple[str, HouseRule, object]]:
    """Yield a game's house rules with each of their choices; numbers only change counts."""
    for name, rule in house_rules(game.options):
        yield from ((name, rule, value) for value, _ in rule.choices if isinstance(value, str | bool))


@pytest.fixture(scope="module")
def tables(house: Flask) -> dict[str, tuple[Phone, str]]:
    """Return a match of each game that nobody changes, with the text of its page of questions."""
    made = {game.key: new_table(house, game.key, seats(game.key)) for game in ALL}
    return {key: (phone, read(phone.get("/referee"))) for key, phone in made.items()}


@pytest.fixture(scope="module")
def alone(house: Flask) -> Callable[[Game, str], str]:
    """Return the page of a question without a match, requested once."""

    @cache
    def page(game: Game, key: str) -> str:
        answer = house.test_client().get(f"/referee/{game.key}/{key}")
        assert answer.status_code == 200
        return answer.text

    return page


class TestListOfQuestions:
    """Questions are sorted by moment of play: mishaps first and open, the rest folded, with their number."""

    GAMES_ASKED = [pytest.param(game, id=game.key) for game in ALL]

    @pytest.mark.parametrize("game", GAMES_ASKED)
    def test_each_is_there_once_by_its_moment(self, house: Flask, game: Game) -> None:
        page = house.test_client().get(f"/referee/{game.key}").text
        assert not list(faults(page))
        listed = [path for path, query in self.rows(page) if not query]
        assert sorted(listed) == sorted(game.questions)
        first, *folded = question_groups(game.questions, None)
        assert first.is_open
        for group in folded:
            assert not group.is_open
            assert re.search(rf"<details>\s*<summary><h3>{group.name}</h3><span>{len(group.rows)}</span>", page)
        named = [name for name in MOMENTS.values() if name in (group.name for group in (first, *folded))]
        assert [group.name for group in (first, *folded)] == named

    @pytest.mark.parametrize("game", GAMES_ASKED)
    def test_usual_mishaps_are_one_tap_from_their_verdict(self, house: Flask, game: Game) -> None:
        page = house.test_client().get(f"/referee/{game.key}").text
        for path, query in self.rows(page):
            verdict = house.test_client().get(f"/referee/{game.key}/{path}{query}")
            assert not query or 'id="verdict"' in verdict.text, (path, query)
        for question in game.questions.values():
            what = next((one for one in shapes(question.facts) if one.about), None)
            assert set(question.likely) <= {str(value) for value in (values_of(what, None) if what else ())}

    @pytest.mark.parametrize("game", GAMES_ASKED)
    @each("lang", LANGUAGES)
    def test_a_label_is_short(self, game: Game, lang: str) -> None:
        """Most labels fit into one line of a phone in each language; and no two of a game are the same."""
        groups = question_groups(game.questions, None)
        labels = [language(lang).gettext(row.label) for group in groups for row in group.rows]
        assert len(set(labels)) == len(labels)
        assert [label for label in labels if len(label) > LONGEST_LABEL] == []

    @pytest.mark.parametrize("game", GAMES)
    def test_the_box_has_an_example_of_the_game(self, house: Flask, game: Game) -> None:
        for lang in LANGUAGES:
            page = house.test_client().get(f"/referee/{game.key}", headers={"Accept-Language": lang}).text
            found = re.search(r'placeholder="([^"]+)"', page)
            assert found
            assert unescape(found[1]) == language(lang).gettext(game.dispute)
        assert len({one.dispute for one in GAMES}) == len(GAMES)

    @staticmethod
    def rows(page: str) -> list[tuple[str, str]]:
        """Return the question and the facts of each row of the list."""
        found = re.findall(r'<li><a href="/referee/\w+/(\w+)(\?[^"]*)?"', page)
        return [(path, unescape(query)) for path, query in found]


ODD = ("", "[]", "[0]", "[@1]", "[x]", "[0][x]")  # paths that few fields have


@pytest.mark.parametrize("game", ASKED_ABOUT)
class TestEveryQuestion:
    @each("key", questions)
    def test_it_has_a_form(
        self, alone: Callable[[Game, str], str], tables: dict[str, tuple[Phone, str]], game: Game, key: str
    ) -> None:
        """Each of the game's facts is a field, or known; at a table it is listed where it arises."""
        asked, page = game.questions[key], alone(game, key)
        assert asked.title in unescape(text_of(page))
        assert not list(faults(page))
        main = page.partition("<main")[2]
        named = {re.split(r"[\[]", name)[0] for name in re.findall(r'name="([^"]+)"', main)}
        facts = set(asked.facts.__dataclass_fields__)
        tapped = set(re.findall(r"[?&;](\w+)(?:%5B[^=]*)?=", main))
        named |= tapped & facts
        assert named - facts <= {"ask", "options", "q"}
        required = {
            name
            for name, one in asked.facts.__dataclass_fields__.items()
            if one.default is one.default_factory  # both MISSING
        }
        assert required <= named
        _, asked_there = tables[game.key]
        assert (label_of(asked) in asked_there) == asked.arises(game.options())

    @each("key", questions)
    def test_no_label_stands_twice(self, house: Flask, game: Game, key: str) -> None:
        """Also if buttons for ranges of a number are above the field for the number."""
        path = f"/referee/{game.key}/{key}"
        for lang in every(len(LANGUAGES), list(LANGUAGES), first=len(path) % len(LANGUAGES)):
            page = house.test_client().get(path, headers={"Accept-Language": lang}).text
            main = page.partition("<main")[2].partition('class="option"')[0]
            found = re.findall(r'<legend>(.*?)</legend>|<label class="field[^"]*"><span>(.*?)</span>', main, re.DOTALL)
            labels = [text_of(one or other).strip() for one, other in found]
            labels = [label for label in labels if len(label) > 1]  # seats have a number or a letter
            assert len(set(labels)) == len(labels), lang

    @each("key", questions)
    def test_nothing_filled_in(self, app: Flask, game: Game, key: str) -> None:
        """An empty form gives a ruling or a list of missing facts, never an internal error."""
        read(app.test_client().get(f"/referee/{game.key}/{key}?ask=1"))

    @each("key", questions)
    def test_values_without_a_field_are_dropped(self, app: Flask, game: Game, key: str) -> None:
        """An address can be typed with wrong values: a word for numbers by players, half a call, a missing seat."""
        facts = game.questions[key].facts.__dataclass_fields__
        for at in every(2, (0, 3), first=len(key) % 2):
            typed = {"ask": "1", **{f"{name}{path}": "a" for name, path in zip(facts, cycle(ODD[at:] + ODD[:at]))}}
            read(app.test_client().get(f"/referee/{game.key}/{key}", query_string=typed))

    @each("key", questions)
    def test_nothing_is_chosen_beforehand(self, alone: Callable[[Game, str], str], game: Game, key: str) -> None:
        """No deciding answer is preset; only names, for a table without names."""
        facts = alone(game, key).partition("<main")[2].partition("House rules")[0]
        assert "aria-current" not in facts
        chosen = re.findall(r'<input type="(?:radio|checkbox)"[^>]*name="([^"]*)"[^>]*checked', facts)
        assert set(chosen) <= {"players[]", "dealer"}


class TestQuestions:
    @pytest.mark.parametrize(
        "path", ["/referee/chess", "/referee/toy/nothing", "/rules/chess", "/rules/toy/toy.nothing"]
    )
    def test_unknown(self, app: Flask, path: str) -> None:
        assert app.test_client().get(path).status_code == 404

    def test_a_question_is_listed_where_it_arises(self, app: Flask) -> None:
        """At a table by its house rules; without a match all of them."""
        for game in GAMES:
            for listed in example(game).arises:
                label = label_of(game.questions[listed.question])
                usual = read(new_table(app, game.key, seats(game.key)).get("/referee"))
                assert (label in usual) != listed.arises, label
                there = read(new_table(app, game.key, seats(game.key), **listed.where).get("/referee"))
                assert (label in there) == listed.arises, label
                assert label in read(app.test_client().get(f"/referee/{game.key}")), label

    @each("key, name", every(8, [(game.key, key) for game in GAMES for key in game.questions]))
    def test_one_that_a_house_rule_rules_out_does_not_arise(self, key: str, name: str) -> None:
        """All its cases are impossible, or a rule of the whole match refuses them in the same words."""
        game = game_of(key)
        assert game
        for option, rule, value in words_of(game):
            outcomes = [
                outcome_of(key, name, {**facts, "options": {**facts.get("options", {}), option: value}})
                for facts in asked(key, name)
            ]
            rulings = [one for one in outcomes if isinstance(one, Ruling) and one.code != MISSING]
            if not rulings or len(rulings) < len(outcomes):
                continue
            refused = {one.sentence.msgid for one in rulings if one.verdict == "illegal"}
            ruled_out = all(one.verdict == "impossible" for one in rulings) or (
                rule.fixed
                and len(rulings) > 1
                and len(refused) == 1
                and all(one.verdict == "illegal" for one in rulings)
            )
            arises = game.questions[name].arises(replace(game.options(), **{option: value}))
            assert not (ruled_out and arises), (option, value)

    def test_same_as_ask(self, table: Phone) -> None:
        """With the clause and its basis."""
        text = read(table.get("/referee/may_play", **MAY_PLAY))
        assert "Only Q♠ may be played." in text
        assert "our interpretation" in text
        assert heading("toy", "toy.play.beat") in text

    def test_impossible_facts_are_not_written(self, table: Phone) -> None:
        text = read(table.get("/referee/may_play", **{**MAY_PLAY, "hand": "5S 5S"}))
        assert "That is not possible." in text
        assert "Save ruling" not in text


class TestFields:
    """An entry or question that is put into form fields is read back unchanged."""

    TABLE = ("1", "@none", "Bo ?")

    @each(
        "game, kind, value",
        [
            pytest.param(game, kind, value, id=f"{game.key}-{kind}")
            for game in ALL
            for kind, values in example(game).written.items()
            for value in values
        ],
    )
    def test_there_and_back(self, game: Game, kind: str, value: Json) -> None:
        body = game.kinds[kind]
        assert form_of(body, posted(fields_of(body, value, self.TABLE)), self.TABLE) == value

    @pytest.mark.parametrize(
        ("game", "key", "value"),
        [
            pytest.param(game, key, value, id=f"{game.key}-{key}")
            for game in ALL
            for key, value in example(game).asked_under.items()
        ],
    )
    def test_house_rules_too(self, game: Game, key: str, value: Json) -> None:
        facts = game.questions[key].facts
        assert form_of(facts, posted(fields_of(facts, value))) == value


TYPED = [pytest.param(game, one, id=f"{game.key}-{one.question}") for game in ALL for one in example(game).typed]


class TestRefresh:
    """A page that asks for news of itself shows the same verdict, from the sheet as it is then."""

    ASKED = ("irregular?ask=1&what=out_of_turn", "irregular?what=misdeal", "people?what=leaves&about=Anna", "dealer")

    @pytest.mark.parametrize("game", [pytest.param(game, id=game.key) for game in ALL if "irregular" in game.questions])
    def test_a_verdict_stays(self, app: Flask, game: Game) -> None:
        phone = new_table(app, game.key, seats(game.key))
        before = [phone.client.get(f"/m/{phone.match}/referee/{one}") for one in self.ASKED]
        polled = [unescape(self.POLL.search(one.text)[1]) for one in before if one.status_code == 200]
        assert len(polled) >= 3
        written = phone.post("/entries", kind="note", seen="0.0", entry_id="note", text="Tea")
        assert written.status_code < 400
        for address, shown in zip(polled, (one for one in before if one.status_code == 200), strict=True):
            fresh = phone.client.get(address)
            assert fresh.status_code == 200, address
            assert self.said(fresh.text) == self.said(shown.text), address
            assert "after=" not in re.sub(self.POLL, "", fresh.text), address

    POLL = re.compile(r'hx-get="([^"]*\bafter=[^"]*)"')

    @staticmethod
    def said(page: str) -> list[str]:
        found = re.search(r"<h2 class=.*", page, re.DOTALL)
        assert found
        return re.findall(r"<h[23][^>]*>(.*?)</h[23]>", found[0], re.DOTALL)


class TestDealBeingTyped:
    """The referee knows the deal form: the link adds its fields, or a form without scripts sends them."""

    @pytest.mark.parametrize(("game", "one"), TYPED)
    def test_is_known(self, app: Flask, game: Game, one: Typed) -> None:
        table = new_table(app, game.key, seats(game.key))
        sent = table.get("/referee", kind="deal", seen="0.0", entry_id="x", **one.deal)
        assert sent.status_code == 303
        page = table.client.get(sent.location)
        address = re.search(rf'href="(/m/[^"]*/referee/{one.question}\?[^"]*)"', page.text)
        assert address
        assert one.says in " ".join(read(table.client.get(unescape(address[1]))).split())

    @pytest.mark.parametrize(("game", "one"), TYPED)
    def test_nonsense_says_nothing(self, tables: dict[str, tuple[Phone, str]], game: Game, one: Typed) -> None:
        for deal in ("", "x", "kind=deal", "kind=nothing&passed=1", "kind=deal&passed=1&calls[0]=2&out=%00"):
            read(tables[game.key][0].get(f"/referee/{one.question}", deal=deal))


ASKED = kept(OF_ALL / "referee_pages.toml")


class TestBox:
    """The search box leads to the deciding question with the facts of the phrase; otherwise to the rules."""

    @each("one", every(3, [one for one in phrase_cases("questions", "question") if names_nobody(one)][::40]))
    def test_leads_to_the_question(self, app: Flask, one: Json) -> None:
        """Without a match the page knows no player, so these phrases name none."""
        found = game_of(str(one["game"]))
        assert found
        client = app.test_client()
        speaks = [("Accept-Language", str(one["lang"]))]
        sent = client.get(f"/referee/{found.key}", query_string={"q": one["words"]}, headers=speaks)
        assert sent.status_code == 303
        assert f"/referee/{found.key}/{one['question']}?" in sent.location
        page = client.get(sent.location, headers=speaks)
        assert page.status_code == 200
        assert f'value="{one["words"]}"' in unescape(page.text)
        assert page.text.count('class="ask-row"') <= 3
        assert not list(faults(page.text))

    @pytest.mark.parametrize("one", ASKED["unlike_the_sheet"], ids=lambda one: one["game"])
    def test_the_sheet_does_not_answer_against_the_words(self, tables: dict[str, tuple[Phone, str]], one: Json) -> None:
        """Without these words the scores of the sheet answer."""
        phone = tables[str(one["game"])][0]
        assert 'id="verdict"' in phone.get(f"/referee/{one['question']}").text
        sent = phone.get("/referee", q=str(one["words"]).format(*seats(str(one["game"]))))
        assert f"/referee/{one['question']}?" in sent.location
        assert 'id="verdict"' not in phone.client.get(sent.location).text

    def test_keeps_the_entry_that_the_page_is_about(self, tables: dict[str, tuple[Phone, str]]) -> None:
        links = ASKED["links"]
        sent = tables[links["game"]][0].get("/referee", q=links["words"], entry="1")
        assert sent.status_code == 303
        assert "entry=1" in sent.location

    @pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
    def test_without_a_question_shows_the_rules(self, app: Flask, game: Game) -> None:
        sent = app.test_client().get(f"/referee/{game.key}", query_string={"q": "who pays for the beer"})
        assert sent.status_code == 303
        assert sent.location.startswith(f"/rules/{game.key}?q=")

    @pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
    def test_each_clause_links_the_questions_that_rest_on_it(self, app: Flask, game: Game) -> None:
        for clause, keys in list(resting(game).items())[::6]:
            page = unescape(app.test_client().get(f"/rules/{game.key}/{clause}").text)
            assert all(f'href="/referee/{game.key}/{key}"' in page for key in keys), clause
