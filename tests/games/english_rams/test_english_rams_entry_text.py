"""Check the words for entries of English Rams."""

from typing import Any

from companion.games.english_rams.deal import Deal, Fault
from companion.parsing import FORMAT, Match, read_match
from companion.presentation.activity import written
from companion.presentation.entry_text import as_counted, in_words
from companion.rules.entries import Player
from companion.rules.messages import Say
from companion.rules.tally import Tally
from companion.submission.suggestions import put_back, step_back
from companion.translation import language, speak


def tally(*entries: dict[str, Any]) -> Tally:
    head = {"format": FORMAT, "players": ["Anna", "Bo", "Cia"], **ENGLISH}
    found = read_match({**head, "entries": [{**entry, "by": "Bo"} for entry in entries]})
    assert isinstance(found, Match)
    assert found.fault is None
    return found.tally


STRIKE = {"kind": "correction", "reason": "undone", "with": None}


PENALTY = {"kind": "penalty", "player": "Cia", "points": 2, "reason": "coffee"}


def strike(entry: int) -> dict[str, Any]:
    return {**STRIKE, "entry": entry}


def said(sentence: Say | None) -> str:
    return " ".join(speak(sentence, language("en")).split()) if sentence else ""


ENGLISH = {
    "game": "english_rams",
    "options": {"unit": 2},
    "opening": {"dealer": "Cia", "balances": {"Anna": -10}, "pot": 10},
}


FAULTS = [{"player": "Anna", "heirs": ["Bo", None]}, {"player": "Cia"}]


AT_FAULT = {
    "kind": "deal",
    "calls": [["Anna", "join"], ["Bo", "join"], ["Cia", "join"]],
    "tricks": ["Anna", "Anna", "Bo", "Bo", "Bo"],
    "faults": FAULTS,
}


class TestEnglishRams:
    """Offenders and heirs are distinguished, and a penalty has the sign of the change in the account."""

    def test_faults(self) -> None:
        found = tally(AT_FAULT)
        told = said(written(found, found.record.entries[0]))
        assert told.endswith("Somebody made a mistake: Anna (the 2 tricks go in turn to Bo, nobody), Cia")

    def test_a_penalty(self) -> None:
        found = tally(PENALTY)
        step = step_back(found)
        assert step
        assert (said(step.words), step.short.who) == ("Undo the penalty for Cia: Cia −4", ("Cia", -4))
        assert said(written(found, found.record.entries[0])) == "Bo entered a penalty for Cia: −4. coffee"
        undone = tally(PENALTY, strike(1))
        back = put_back(undone)
        assert back
        assert (back.short.who, undone.balances["Cia"].value) == (("Cia", -4), 0)
        assert "Points: −4" in [said(one) for one in in_words(as_counted(found, found.record.entries[0].body))]


class TestFaults:
    """An offender is named alone or with those who inherit the tricks; an empty field adds no words."""

    def test_words(self) -> None:
        faults = (Fault(Player("Bo")), Fault(Player("Cia"), (Player("Anna"), None)))
        words = [speak(one, language("en")) for one in in_words(Deal(faults=faults))]
        assert words[-1] == "Somebody made a mistake: Bo, Cia (the 2 tricks go in turn to Anna, nobody)"
