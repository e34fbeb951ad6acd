"""`make clauses`: list for each clause whether it only defines something, its code, and the cases that reach it.

A clause is reached if it is in the chain of a ruling, if an entry is refused because of it, or if a number of a sheet
has a term of it. The rulings and matches in tests/games are run in one process. A clause that no code cites decides
nothing by itself: it defines a word or a procedure.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.games import GAMES
from companion.new_part import Wish, go_on
from companion.parsing import Match, game_of, read_facts, read_match
from companion.referee import evaluate
from companion.rulebooks import Clause, book
from companion.rules.integer_solver import never
from companion.rules.judge import judge
from companion.rules.rulings import Ruling
from companion.rules.tally import Notice, Part
from support.cases import cases, match_file

PACKAGE = Path(__file__).parents[2] / "companion"
Telling = type[Part] | tuple[type[Part], type[Notice]]
CITED = re.compile(r"\"([a-z_]+(?:\.[a-z0-9_]+)+)\"")


@dataclass(frozen=True)
class Reach:
    """A clause, the modules that cite it, and the test cases that reach it."""

    clause: Clause
    cited: tuple[str, ...]
    reached: tuple[str, ...]

    @property
    def operative(self) -> bool:
        """True if it decides something. Modules of options only say which clause a house rule belongs to."""
        return any(not module.endswith("options.py") for module in self.cited)


def reaches() -> list[Reach]:
    """Return every clause of every book, in the order of the books."""
    cited, reached = citing(), reaching()
    every = [clause for game in GAMES for clause in book(game.key, "en").clauses]
    return [Reach(one, tuple(sorted(cited.get(one.id, ()))), tuple(reached.get(one.id, ()))) for one in every]


def citing() -> Mapping[str, set[str]]:
    """Return the modules that cite each clause."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in (PACKAGE / "games").rglob("*.py"):
        for clause in CITED.findall(path.read_text(encoding="utf-8")):
            found[clause].add(str(path.relative_to(PACKAGE)))
    return found


@cache
def reaching() -> Mapping[str, list[str]]:
    """Return the test cases that reach each clause."""
    found: dict[str, list[str]] = defaultdict(list)
    for folder, clauses_of in (("rulings", _ruled), ("matches", _replayed), ("people", _gone_on)):
        for param in cases(folder):
            for clause in dict.fromkeys(clauses_of(param.values[0])):
                found[clause].append(param.id)
    return found


def _ruled(case: Mapping[str, Any]) -> Iterator[str]:
    """Yield the clauses of a ruling; of a conditional one those of all its cases."""
    game = game_of(case["game"])
    assert game
    question = game.questions[case["question"]]
    facts = read_facts(game, question, case.get("facts", {}))
    if not isinstance(facts, Ruling):
        for ruling in evaluate.leaves(evaluate.judged(question, facts, never)):
            yield from ruling.clauses


def _replayed(case: Mapping[str, Any]) -> Iterator[str]:
    """Yield the clauses of all numbers on a sheet, or of the refusal."""
    match = read_match(match_file(case))
    if isinstance(match, Match):
        wrong = judge(match.replay)
        is_ruled = any(question.moment not in ("deal", "end") for question in match.game.questions.values())
        telling = Part if is_ruled else (Part, Notice)
        yield from wrong.clauses if wrong else _told(match.tally, telling)


def _gone_on(case: Mapping[str, Any]) -> Iterator[str]:
    """Yield the clauses of a refusal to continue with other players."""
    match = read_match(match_file(case))
    assert isinstance(match, Match)
    part = go_on(match, Wish(case.get("without", ()), case.get("with", ()), case.get("order"), case.get("dealer")))
    yield from part.clauses if isinstance(part, Ruling) else ()


def _told(value: object, telling: Telling) -> Iterator[str]:
    """Yield the clauses of all terms in a value; also of notices, if no question is about the play itself."""
    if isinstance(value, Mapping):
        yield from _of_each(value.values(), telling)
    elif isinstance(value, list | tuple):
        yield from _of_each(value, telling)
    elif is_dataclass(value):
        if isinstance(value, telling):
            yield value.clause
        inner = (getattr(value, one.name) for one in fields(value) if one.name not in ("record", "after"))
        yield from _of_each(inner, telling)


def _of_each(values: Iterable[object], telling: Telling) -> Iterator[str]:
    for value in values:
        yield from _told(value, telling)


def main() -> None:
    found = reaches()
    for one in found:
        kind = "operative" if one.operative else "definition"
        print(f"{one.clause.id}: {kind}")
        print(f"  code: {', '.join(one.cited) or '-'}")
        print(f"  cases: {', '.join(case.id for case in one.clause.cases) or '-'}")
        print(f"  reached by {len(one.reached)}: {', '.join(one.reached[:3]) or '-'}")
    operative = [one for one in found if one.operative]
    unreached = [one.clause.id for one in operative if not one.reached]
    print(f"{len(found)} clauses, {len(operative)} operative, {len(unreached)} of them unreached {unreached or ''}")


if __name__ == "__main__":
    main()
