"""The architecture follows its map: allowed imports, no game named in shared files, consistent rule books."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest
import toy
from support.each import each

import companion
from companion.games import GAMES
from companion.rulebooks import BASES, book, languages
from companion.rules.field_metadata import labels
from companion.rules.options import Counted, house_rules

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "companion"
PURE = {"rules": {"rules"}, "games": {"rules", "games"}, "events": {"rules", "limits", "events"}}
BY_THE_DRAW = {"events": {"random", "networkx"}}  # random with the event's seed; networkx for matchings
KNOWS_ONLY: dict[str, set[str]] = {"limits": set(), "clock": set(), "store": {"clock", "instance", "limits"}}
LONGEST = {".html": 200, ".css": 120, ".js": 130, ".mjs": 130}  # characters of a line
SHELL = {"web", "app", "phone", "server", "cli"}


def the_map() -> list[str]:
    """Return the parts of the map in its order; each of its lines begins with one or more."""
    lines = re.findall(r"^((?:[a-z_]+(?:\.py|/)(?:, )?)+) ", companion.__doc__ or "", re.MULTILINE)
    return [part.rstrip("/").removesuffix(".py") for line in lines for part in line.split(", ")]


def modules(part: str) -> list[Path]:
    path = PACKAGE / f"{part}.py"
    return [path] if path.is_file() else sorted((PACKAGE / part).rglob("*.py"))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module's syntax tree, cached for many tests."""
    return tuple(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


@cache
def imports(path: Path) -> tuple[str, ...]:
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == "companion":
            yield from (f"companion.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


class TestImports:
    """Data flows one way: the rules do not know pages, disks or clocks."""

    @pytest.mark.parametrize("part", PURE)
    def test_the_core_is_pure(self, part: str) -> None:
        import sys

        for path in modules(part):
            for name in imports(path):
                head = name.split(".")
                if head[0] == "companion":
                    assert head[1] in PURE[part], f"{path} imports {name}"
                elif head[0] not in BY_THE_DRAW.get(part, ()):
                    assert head[0] in sys.stdlib_module_names, f"{path} imports {name}"
                    assert head[0] not in {"time", "random", "sqlite3", "os", "logging"}, f"{path} imports {name}"

    @pytest.mark.parametrize("part", BY_THE_DRAW)
    def test_chance_is_always_seeded(self, part: str) -> None:
        for path in modules(part):
            made = [node for node in nodes(path) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Random"]
            assert all(node.args for node in made), path
            chance = [node for node in nodes(path) if isinstance(node, ast.ImportFrom) and node.module == "random"]
            assert "random" not in imports(path) or chance, f"{path} imports random as a whole"
            assert all(alias.name == "Random" for node in chance for alias in node.names), path

    def test_the_map_names_every_part(self) -> None:
        found = {path.stem for path in PACKAGE.iterdir() if (path / "__init__.py").exists() or path.suffix == ".py"}
        assert sorted(the_map()) == sorted(found - {"__init__", "__main__"})

    @each("part", the_map)
    def test_each_part_knows_only_what_stands_above_it(self, part: str) -> None:
        order = the_map()
        above = KNOWS_ONLY.get(part, set(order[: order.index(part)]))
        for path in modules(part):
            for name in imports(path):
                if name.startswith("companion."):
                    assert name.split(".")[1] in {*above, part}, f"{path} imports {name}"

    @each("part", sorted(set(the_map()) - SHELL))
    def test_only_the_shell_knows_of_requests(self, part: str) -> None:
        for path in modules(part):
            assert not [name for name in imports(path) if name.startswith(("flask", "werkzeug"))], path

    @each("path", lambda: modules("cli"))
    def test_a_command_loads_flask_only_to_serve(self, path: Path) -> None:
        """Loading it takes a fifth of the time that other commands need to start."""
        body = ast.parse(path.read_text(encoding="utf-8")).body
        loaded = [node.module or "" for node in body if isinstance(node, ast.ImportFrom)]
        assert not [name for name in loaded if name.startswith(tuple(f"companion.{part}" for part in SHELL - {"cli"}))]


def shared() -> list[Path]:
    """Return the files that are the same for all games."""
    ours = [path for path in (ROOT / "static").rglob("*.*s") if "vendor" not in path.parts]
    python = [path for path in PACKAGE.rglob("*.py") if "games" not in path.parts]
    return [*python, *(ROOT / "templates").rglob("*.html"), *ours]


class TestSharedFilesNameNoGame:
    """A sixth game needs a folder, test data and one line: no shared file asks which game it is."""

    @each("path", shared)
    def test_python_templates_styles_and_scripts(self, path: Path) -> None:
        keys = "|".join(re.escape(game.key) for game in GAMES)
        text = path.read_text(encoding="utf-8")
        assert not re.search(rf"""["'=]({keys})["'\]]""", text)

    def test_none_asks_for_a_field_of_a_game(self) -> None:
        """Shared pages, styles and scripts use no field of a game except player and dealer."""
        kinds = [kind for game in GAMES for kind in (game.opening, *game.deals)]
        own = {field.name for kind in kinds for field in fields(kind)} - {"player", "dealer"}
        for path in (path for path in shared() if path.suffix in (".css", ".js", ".html")):
            text = path.read_text(encoding="utf-8")
            assert not set(re.findall(r"""\bname(?:[~^$*|]?=| [!=]==) ?["']?(\w+)""", text)) & own, path
            assert not re.search(r"""\[value=["']?\w""", text), f"{path}: what a choice does is said beside it"


TESTS = ROOT / "tests"


def shared_tests() -> list[str]:
    """Return all test modules outside the folders of games."""
    paths = [path.relative_to(TESTS) for path in TESTS.rglob("*.py")]
    return sorted(str(path) for path in paths if path.parts[0] != "games")


@cache
def own_words() -> frozenset[str]:
    """Return fields of deals and house rules that only games have, neither the toy nor shared code."""
    layers = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py") if "games" not in path.parts)
    common = {*re.findall(r"""["'](\w+)["']|^ +(\w+): """, layers, re.MULTILINE)}
    common = {word for pair in common for word in pair}
    ours = {field.name for kind in (toy.Deal, toy.Options, toy.Opening) for field in fields(kind)}
    kinds = [kind for game in GAMES for kind in (game.options, game.opening, *game.deals)]
    return frozenset(field.name for kind in kinds for field in fields(kind)) - common - ours - {""}


def named_in(text: str) -> set[str]:
    """Return the games and their words in a text: as a string, form field, address or module."""
    keys = "|".join(game.key for game in GAMES)
    found = re.findall(rf"""(?:["'/]|games\.|games import )({keys})\d*(?:["'/?.]|$|\b)""", text, re.MULTILINE)
    words = re.findall(r"""["'](?:options\[)?(\w+?)(?:["'\]\[=:]|_number)""", text)
    words += re.findall(r"""\bname[~^$*|]?=["']?(\w+)""", text)  # in a selector
    return {*found} | {*words} & own_words()


class TestSharedTestsNameNoGame:
    """A shared test gets what it needs of a game from tests/games, or plays the toy."""

    @each("module", shared_tests)
    def test_of_a_module(self, module: str) -> None:
        assert not named_in((TESTS / module).read_text(encoding="utf-8"))

    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ('new_table(app, "%s")', True),
            ('get("/rules/%s?q=x")', True),
            ("from companion.games.%s import GAME", True),
            ('"%s.end.match"', True),
            ('paper_match("%s60")', True),
            ("a word like %s by itself", False),
        ],
    )
    def test_the_check_finds_names(self, text: str, found: bool) -> None:
        assert [bool(named_in(text % game.key)) for game in GAMES] == [found] * len(GAMES)

    def test_the_check_finds_fields(self) -> None:
        assert all(
            named_in(f'"{word}[]"') and named_in(f'"options[{word}]"') and named_in(f"[name={word}]")
            for word in own_words()
        )
        assert not named_in('"rounds[]"')


class TestTemplates:
    @pytest.mark.parametrize("folder", ["templates", "companion/games", "static"])
    def test_no_line_is_longer_than_can_be_read(self, folder: str) -> None:
        paths = [path for path in (ROOT / folder).rglob("*.*") if path.suffix in LONGEST and "vendor" not in path.parts]
        lines = [
            (path.name, number)
            for path in paths
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
            if len(line) > LONGEST[path.suffix]
        ]
        assert not lines

    @pytest.mark.parametrize("folder", ["templates", "companion/games"])
    def test_none_builds_a_list(self, folder: str) -> None:
        """Python prepares what a page needs."""
        for path in (ROOT / folder).rglob("*.html"):
            assert not re.search(r"\.(append|extend|insert)\(", path.read_text(encoding="utf-8")), path

    @pytest.mark.parametrize("folder", ["templates", "companion/games"])
    def test_none_sets_a_colon_or_a_semicolon_itself(self, folder: str) -> None:
        """French has a space before them."""
        for path in (ROOT / folder).rglob("*.html"):
            assert not re.search(r"""\}\}(</\w+>)?:[ <]|join\("; "\)""", path.read_text(encoding="utf-8")), path


class TestWords:
    """Every text can be translated: sentences are literals, so that they can be extracted into catalogues."""

    def test_sentences_are_literals(self) -> None:
        marks = {"say": 1, "say_n": 2, "N_": 1}
        for path in PACKAGE.rglob("*.py"):
            for node in nodes(path):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in marks:
                    for text in node.args[: marks[node.func.id]]:
                        looked_up = isinstance(text, ast.Subscript) and ast.unparse(text.value).isupper()  # of N_ words
                        assert isinstance(text, ast.Constant) or looked_up, f"{path}:{node.lineno}"


def test_no_docstring_begins_with_a_question_word() -> None:
    """A docstring says what something is or does."""
    asks = re.compile(r'^ *r?"""(What|Whether|Who|Where|How)\b.*', re.MULTILINE)
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "tests").rglob("*.py")]:
        assert asks.findall(path.read_text(encoding="utf-8")) == [], path


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
class TestFields:
    """Every fact and every field of an opening has a label in the game's folder."""

    def test_facts(self, game) -> None:
        for key, question in game.questions.items():
            unnamed = {one.name for one in fields(question.facts)} - set(labels(question.facts))
            assert unnamed <= {"options", "variant"}, f"{key}: the house rules say these two"

    def test_opening(self, game) -> None:
        assert {one.name for one in fields(game.opening)} - set(labels(game.opening)) <= {"dealer"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
class TestHouseRules:
    """A house rule is the same for people, the type checker and the rules."""

    def test_the_usual_penalties_stand_on_clauses(self, game) -> None:
        """At most four amounts fit beside the keys; reasons exist in every language, under any rules."""
        for rules in ({}, *(preset.rules for preset in game.presets)):
            usual = game.usual_penalties(replace(game.options(), **rules))
            assert len(usual.amounts) in range(1, 5)
            assert all(book(game.key, "en").clause(one) for one in usual.reasons.values())
            assert set(usual.reasons) <= set(game.reasons)

    def test_the_choices_are_those_of_the_annotation(self, game) -> None:
        for name, kind in get_type_hints(game.options).items():
            rule = dict(house_rules(game.options))[name]
            members = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
            named = {value for member in members if get_origin(member) is Literal for value in get_args(member)}
            shown = {value for value, _ in rule.choices if not (rule.numbers and type(value) is int)}
            assert named == (set() if kind is bool else shown), name
            assert (int in members) == (rule.numbers is not None), name
            assert (Counted in members) == bool(rule.counted), name

    def test_the_default_may_be_chosen(self, game) -> None:
        for name, rule in house_rules(game.options):
            assert rule.allows(getattr(game.options(), name)), name

    def test_dependencies_name_possible_values(self, game) -> None:
        rules = dict(house_rules(game.options))
        for name, rule in rules.items():
            for other, value in (*rule.only.items(), *rule.unless.items()):
                assert other != name
                assert rules[other].allows(value), f"{name}: {other} is never {value}"

    def test_only_advisory_rules_decide_nothing(self, game) -> None:
        """Only the referee's questions use an advisory rule; the sheet does not."""
        read: dict[bool, set[str]] = {True: set(), False: set()}
        for path in game.folder.glob("[!_]*.py"):
            names = {node.attr for node in nodes(path) if isinstance(node, ast.Attribute)}
            read[path.stem.endswith("questions")] |= names
        for name, rule in house_rules(game.options):
            assert name not in read[False] if rule.advisory else name in read[False] | read[True], name


class TestClauseIds:
    """A cited clause id is a whole literal, so that it can be found and checked."""

    def test_clause_ids_are_not_built_from_parts(self) -> None:
        for path in (PACKAGE / "games").rglob("*.py"):
            for node in nodes(path):
                first = node.values[0] if isinstance(node, ast.JoinedStr) and len(node.values) > 1 else None
                text = first.value if isinstance(first, ast.Constant) else ""
                assert not re.match(r"[a-z_]+\.", text), f"{path}:{node.lineno}"


def clause_ids(key: str, *, but: str = "") -> set[str]:
    """Return every clause id that the code of a game cites, without the module `but`."""
    found = set()
    for path in (path for path in (PACKAGE / "games" / key).glob("*.py") if path.name != but):
        for node in nodes(path):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.update(re.findall(rf"^{key}\.[a-z0-9_]+(?:\.[a-z0-9_]+)*$", node.value))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
class TestBooks:
    """One file is the text for people, the referee's citations, the search index and the book of cases."""

    def test_the_same_clauses_and_cases_in_all_languages(self, game) -> None:
        english = book(game.key, "en")
        for lang in languages(game.key):
            other = book(game.key, lang)
            assert [c.id for c in other.clauses] == [c.id for c in english.clauses], lang
            for one, two in zip(english.clauses, other.clauses, strict=True):
                assert (one.basis, one.option, one.silent) == (two.basis, two.option, two.silent), (lang, one.id)
                assert [c.id for c in one.cases] == [c.id for c in two.cases], (lang, one.id)

    def test_every_clause_has_words_and_a_basis(self, game) -> None:
        ids = [clause.id for clause in book(game.key, "en").clauses]
        assert len(ids) == len(set(ids))
        for clause in book(game.key, "en").clauses:
            assert clause.heading
            assert clause.text, clause.id
            assert clause.basis in BASES

    def test_a_table_may_choose_where_the_clause_names_an_option(self, game) -> None:
        rules = dict(house_rules(game.options))
        for clause in book(game.key, "en").clauses:
            assert clause.option is None or clause.option in rules, clause.id
        for name, rule in rules.items():
            assert book(game.key, "en").clause(rule.clause), name

    def test_fifteen_cases_at_least(self, game) -> None:
        assert sum(len(clause.cases) for clause in book(game.key, "en").clauses) >= 15

    def test_every_cited_clause_stands_in_the_book(self, game) -> None:
        options_and_codes = {f"{game.key}.{name}" for name in dict(house_rules(game.options))}
        cited = {i for i in clause_ids(game.key) if i.count(".") >= 2} - options_and_codes
        missing = cited - {clause.id for clause in book(game.key, "en").clauses}
        assert not missing
