"""Rulings: a verdict, its sentence and its clauses. Refusals of entries and answers to questions are rulings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.rules.messages import Say

Verdict = Literal["legal", "illegal", "answer", "impossible"]
Role = Literal["rule", "exception", "term"]
MISSING = "facts.missing"
WHO = " "  # in an entry still to be written: a player whom the table chooses; no real name is blank
OTHERS = "  "  # the other players of the deal
MISDEAL = {"kind": "misdeal"}


class PlayerStep(str):
    """A step of a path that is the name of a player. Other steps may have the same text."""

    __slots__ = ()


@dataclass(frozen=True)
class Step:
    """A clause of a proof. `because` names the facts on which it rests; `points` are those of a term of a sum.

    `follows`: the clause decides nothing, but says what follows from the decision before it.
    """

    clause: str
    because: tuple[str, ...] = ()
    role: Role = "rule"
    points: int | None = None
    follows: bool = False


@dataclass(frozen=True)
class Ruling:
    """A judgement. With the verdict `impossible` the facts contradict each other, and no rule was applied.

    Attributes:
        path: the steps to the field at fault, if there is one. `in_file`: the sentence in the terms of a match file.
        duty: the entry only breaks a duty of conduct (who had to knock, whose deal or call it was). The table may let
            that
            stand once it has happened; other faults cannot stand.
        remedy: an entry, as JSON, that the table may write next; a deal in it is unfinished.
        deal: the whole deal, if the answer is about its result. `scorer`: who may be the player named in it.
        gist: the common sentence of several rulings with the same outcome that differ in details.
        law: the general rule, if the sentence is about the result of this case.
        leads: the question that follows from this answer, with the facts that are then known, by their words.
        also: further faults of the same entry, so that all can be corrected together.
        inner: the fault of a file inside the entry.
        chain: the proof, from the general rule to the deciding one. `clauses` are the clauses in it, each once.
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
        """Return the ruling with the sentence for authors of a file."""
        return replace(self, sentence=self.in_file or self.sentence)


def refuse(code: str, sentence: Say, clause: str = "", *, player: str | None = None, duty: bool = False) -> Ruling:
    """Return the refusal of an entry. `code` names the fault for programs; `clause` is the broken rule, if any."""
    return Ruling("illegal", sentence, (clause,) if clause else (), code=code, player=player, duty=duty)


def together(faults: Sequence[Ruling]) -> Ruling | None:
    """Return the first fault of an entry, with the sentences of the others."""
    return replace(faults[0], also=tuple(one.sentence for one in faults[1:])) if faults else None


Ground = str | Step  # a clause alone is a rule that rests on no named fact


def by(clause: str, *because: str) -> Step:
    """Return a step for a rule that applies because of these facts."""
    return Step(clause, because)


def but(clause: str, *because: str) -> Step:
    """Return a step for a rule that, because of these facts, overrides the step before it."""
    return Step(clause, because, "exception")


def then(clause: str, *because: str) -> Step:
    """Return a step for a rule that says what follows from the steps before it."""
    return Step(clause, because, follows=True)


def term(clause: str, points: int, *because: str) -> Step:
    """Return a step for a rule that adds points to a sum."""
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
    """Refuse impossible facts, such as a card twice, a wrong count, or a person who is not at the table.

    `grounds` are the clauses that make them impossible, if it is a rule of the game.
    """
    clauses, chain = _proof(grounds)
    return Ruling("impossible", sentence, clauses, code=code, player=player, chain=chain)


def missing(fact: str, sentence: Say) -> Ruling:
    """Ask for a missing fact; the sentence says what to enter."""
    return Ruling("impossible", sentence, code=MISSING, path=(fact,))
