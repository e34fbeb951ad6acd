"""Rulings: a verdict, its sentence, the clauses that carry it. A refused entry and an answer are both one."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from companion.rules.words import Say

Verdict = Literal["legal", "illegal", "answer", "impossible"]
WHO = " "  # in a remedy, the player whom the table names; no name is blank


@dataclass(frozen=True)
class Ruling:
    """A judgement. `impossible` says that the facts themselves cannot be, so that no rule was applied.

    Where one field is at fault `path` are the steps to it, and `in_file` says the same in the words of a match file.
    `duty`: what was broken is a duty of conduct (who had to knock, whose deal or call it was), which the table may let
    stand once it has happened; anything else cannot be.
    """

    verdict: Verdict
    sentence: Say
    clauses: tuple[str, ...] = ()
    answer: Mapping[str, object] = field(default_factory=dict)
    code: str = ""
    player: str | None = None
    entry: int | None = None
    duty: bool = False
    remedy: Mapping[str, object] | None = None  # an entry, as JSON, that the table may write next; perhaps unfinished
    path: tuple[str, ...] = ()
    in_file: Say | None = None


def refuse(code: str, sentence: Say, clause: str = "", *, player: str | None = None, duty: bool = False) -> Ruling:
    """An entry that cannot be written: `code` names the fault to programs, `clause` is the rule broken, if any."""
    return Ruling("illegal", sentence, (clause,) if clause else (), code=code, player=player, duty=duty)


def legal(sentence: Say, *clauses: str, **answer: object) -> Ruling:
    return Ruling("legal", sentence, clauses, answer)


def illegal(sentence: Say, *clauses: str, **answer: object) -> Ruling:
    return Ruling("illegal", sentence, clauses, answer)


def answer(sentence: Say, *clauses: str, **facts: object) -> Ruling:
    return Ruling("answer", sentence, clauses, facts)


def impossible(code: str, sentence: Say, *, player: str | None = None) -> Ruling:
    """The facts of a question cannot be: a card twice, a wrong count, somebody who is not at the table."""
    return Ruling("impossible", sentence, code=code, player=player)
