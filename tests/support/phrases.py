"""Phrases of people, which measure the search.

Those of a game are in tests/games/<game>/phrases, by language:

- clauses.<lang>.toml: short phrases. `found` has for each the clauses of which one must be among the first three hits;
  `silent` has phrases for which no hit is right.
- disputes.<lang>.toml: disputes as people tell them. None of them is a search word, so they show more than that a
  phrase finds itself. Each has its clauses, and many have the question that decides it, the `facts` that its words
  state, the `rest` that a ruling needs besides, and the ruling of the book: `verdict` and `answer`.
- questions.<lang>.toml: `question` is the first question to which the words lead, with exactly these facts. The other
  tables are described by their tests in tests/test_asked.py.

Known faults are listed, so that no other phrase may fail: `missed` are phrases whose clause is not found, `loud` are
phrases for which a clause is found although none is right.

tests/phrases/silent.toml has phrases about what no book treats, which are searched in every game.
"""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

from companion.games import GAMES
from companion.languages import LANGUAGES
from support.cases import OF_GAMES, kept

OF_ALL = Path(__file__).parents[1] / "phrases"
Kind = Literal["clauses", "disputes", "questions"]


class Phrase(NamedTuple):
    game: str
    lang: str
    text: str
    clauses: frozenset[str]  # empty: no hit is right
    is_known_fault: bool = False


def phrase_cases(kind: Kind, table: str) -> list[dict[str, Any]]:
    """Return the cases of one table of all games and languages, each with its game and language."""
    return [
        {"game": game.key, "lang": lang, **case}
        for game in GAMES
        for lang in LANGUAGES
        for case in _file(kind, game.key, lang).get(table, ())
    ]


@cache
def phrases() -> tuple[Phrase, ...]:
    """Return the short phrases, with those about what no book treats for every game."""
    return (*_of_tables("found"), *_of_tables("missed", is_known_fault=True), *_silent("clauses"))


@cache
def disputes() -> tuple[Phrase, ...]:
    """Return the disputes that have clauses or for which no hit is right."""
    with_clauses = (
        _phrase(case["game"], case["lang"], case["words"], case["clauses"], case.get("missed", False))
        for case in phrase_cases("disputes", "dispute")
    )
    return (*with_clauses, *_silent("disputes"))


def _file(kind: Kind, key: str, lang: str) -> Mapping[str, Any]:
    path = OF_GAMES / key / "phrases" / f"{kind}.{lang}.toml"
    return kept(path) if path.exists() else {}


def _of_tables(table: str, is_known_fault: bool = False) -> Iterator[Phrase]:
    for game in GAMES:
        for lang in LANGUAGES:
            for text, clauses in _file("clauses", game.key, lang).get(table, {}).items():
                yield _phrase(game.key, lang, text, clauses, is_known_fault)


def _phrase(key: str, lang: str, text: str, clauses: str, is_known_fault: bool) -> Phrase:
    return Phrase(key, lang, text, frozenset(f"{key}.{one}" for one in clauses.split()), is_known_fault)


def _silent(kind: Kind) -> Iterator[Phrase]:
    of_all = kept(OF_ALL / "silent.toml")[kind]
    for game in GAMES:
        for lang in LANGUAGES:
            file = _file(kind, game.key, lang)
            loud: Collection[str] = file.get("loud", ())
            for text in dict.fromkeys([*file.get("silent", ()), *loud, *of_all.get(lang, ())]):
                yield Phrase(game.key, lang, text, frozenset(), text in loud)
