"""Rulings: a verdict, its sentence, the clauses that carry it. A refused entry and an answer are both one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.rules.messages import Say

Verdict = Literal["legal", "illegal", "answer", "impossible"]
Role = Literal["rule", "exception", "term"]
MISSING = "facts.missing"
WHO = " "  # in an entry to be written, the player whom the table names; no name is blank
OTHERS = "  "  # and whoever else takes part in the deal
MISDEAL = {"kind": "misdeal"}


class PlayerStep(str):
    """Step of a path to a field that names a player; any other step may read the same."""

    __slots__ = ()


@dataclass(frozen=True)
class Step:
    """One clause of a proof. `because` names the facts on which it rests; `points` are those of a term of a sum.

    `follows`: it decides nothing, and only says what becomes of what was decided before it.
    """

    clause: str
    because: tuple[str, ...] = ()
    role: Role = "rule"
    points: int | None = None
    follows: bool = False


@dataclass(frozen=True)
class Ruling:
    """A judgement. `impossible` says that the facts themselves cannot be, so that no rule was applied.

    Where one field is at fault `path` are the steps to it, and `in_file` says the same in the words of a match file.
    `duty`: what was broken is a duty of conduct (who had to knock, whose deal or call it was), which the table may let
    stand once it has happened; anything else cannot be.
    `remedy`: an entry, as JSON, that the table may write next; a deal among them is unfinished. `deal`: the whole deal,
    where the answer is what it comes to. `scorer`: who may be the one whom it names, by whose deal it is.
    `gist`: what is said of several rulings of the same outcome, where each says for itself how exactly.
    `law`: what holds of all such cases, where the sentence says what this one comes to.
    `leads`: the question that this answer leads to, with the facts that are then known, by their words.
    `also`: what else is wrong with the same entry, so that it is mended at one go.
    `inner`: the fault of a file that stands inside the entry.
    `chain`: how an answer was reached, from the general to what decides; `clauses` are those of it, each once.
    """

    verdict: Verdict
    sentence: Say
    clauses: tuple[str, ...] = ()
    answer: Mapping[str, object] = field(default_factory=dict)
    code: str = ""
    player: str | None = None
    entry: int | None = None
    duty: bool = False
    remedy: Mapping[str, object] | None = None
    deal: Mapping[str, object] | None = None
    scorer: Literal["anybody", "dealer", "another"] = "anybody"
    path: tuple[str, ...] = ()
    in_file: Say | None = None
    gist: Say | None = None
    law: Say | None = None
    leads: tuple[str, Mapping[str, str]] | None = None
    also: tuple[Say, ...] = ()
    inner: "Ruling | None" = None
    chain: tuple[Step, ...] = ()

    @property
    def of_file(self) -> "Ruling":
        """Return the same ruling, told to whoever brought a file."""
        return replace(self, sentence=self.in_file or self.sentence)


def refuse(code: str, sentence: Say, clause: str = "", *, player: str | None = None, duty: bool = False) -> Ruling:
    """Refuse an entry: `code` names the fault to programs, `clause` is the rule broken, if any."""
    return Ruling("illegal", sentence, (clause,) if clause else (), code=code, player=player, duty=duty)


def together(faults: Sequence[Ruling]) -> Ruling | None:
    """Return the first of the faults of an entry, with what the others say."""
    return replace(faults[0], also=tuple(one.sentence for one in faults[1:])) if faults else None


Ground = str | Step  # a clause alone is a rule that rests on no fact that could be named


def by(clause: str, *because: str) -> Step:
    """Cite a rule that holds for these facts."""
    return Step(clause, because)


def but(clause: str, *because: str) -> Step:
    """Cite a rule that, for these facts, goes before the one above it in the chain."""
    return Step(clause, because, "exception")


def then(clause: str, *because: str) -> Step:
    """Cite a rule that says what follows, once the ones above it in the chain have decided."""
    return Step(clause, because, follows=True)


def term(clause: str, points: int, *because: str) -> Step:
    """Cite a rule that adds points to a sum."""
    return Step(clause, because, "term", points)


def legal(sentence: Say, *grounds: Ground, **facts: object) -> Ruling:
    return _ruled("legal", sentence, grounds, facts)


def illegal(sentence: Say, *grounds: Ground, **facts: object) -> Ruling:
    return _ruled("illegal", sentence, grounds, facts)


def answer(sentence: Say, *grounds: Ground, **facts: object) -> Ruling:
    return _ruled("answer", sentence, grounds, facts)


def _ruled(verdict: Verdict, sentence: Say, grounds: tuple[Ground, ...], facts: Mapping[str, object]) -> Ruling:
    clauses, chain = _proof(grounds)
    return Ruling(verdict, sentence, clauses, facts, chain=chain)


def _proof(grounds: tuple[Ground, ...]) -> tuple[tuple[str, ...], tuple[Step, ...]]:
    chain = tuple(Step(one) if isinstance(one, str) else one for one in grounds)
    return tuple(dict.fromkeys(one.clause for one in chain)), chain


def impossible(code: str, sentence: Say, *grounds: Ground, player: str | None = None) -> Ruling:
    """Reject facts that cannot be: a card twice, a wrong count, somebody who is not at the table.

    `grounds`: the clauses by which they cannot, where it is a rule of the game that says so.
    """
    clauses, chain = _proof(grounds)
    return Ruling("impossible", sentence, clauses, code=code, player=player, chain=chain)


def missing(fact: str, sentence: Say) -> Ruling:
    """Ask for a fact without which nothing can be said; the sentence says what to choose."""
    return Ruling("impossible", sentence, code=MISSING, path=(fact,))
