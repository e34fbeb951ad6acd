"""Find the saved entry that a question to the referee or a search is about: by the address, or by the words."""

from dataclasses import dataclass

from flask import request

from companion.presentation.entry_text import name_of
from companion.repository import MatchSession
from companion.rules.entries import Contest
from companion.rules.history import Standing
from companion.rules.messages import Say, say
from companion.rules.tally import Tally
from companion.search import Lead, is_misscored, wrong_deal
from companion.web.http.locale import lang


@dataclass(frozen=True)
class AboutEntry:
    """The entry that a question is about: its number, its name, and what was said in its dispute."""

    number: int
    name: Say
    dispute: str
    is_contested: bool


def asked_entry_number() -> int | None:
    """Return the number of the entry that a page of the referee or the rules is asked about, which its links keep."""
    is_asked = request.blueprint in ("referee", "rules")
    return request.values.get("entry", type=int) if is_asked else None


def asked_standing(session: MatchSession) -> Standing | None:
    """Return the entry that the question is about, if any."""
    number = request.values.get("entry", 0, type=int)
    return session.match.replay.history[number - 1] if 0 < number <= len(session.rows) else None


def asked_deal(session: MatchSession) -> Standing | None:
    """Return the entry that the question is about if it is a deal."""
    about = asked_standing(session)
    return about if about and isinstance(about.entry.body, session.game.deals) else None


def asked_tally(session: MatchSession) -> Tally:
    """Return the tally that a question is about; for a deal, the tally before it."""
    about = asked_deal(session)
    return session.match.replay.before(about.entry.number).tally if about else session.tally


def about_entry(session: MatchSession | None) -> AboutEntry | None:
    """Return the entry that the question is about, as the page shows it."""
    about = asked_standing(session) if session else None
    if session is None or about is None:
        return None
    reason = about.contest.body.reason if about.contest and isinstance(about.contest.body, Contest) else ""
    return AboutEntry(about.entry.number, name_of(session.tally, about.entry.number), reason, about.contest is not None)


def deal_said_wrong(session: MatchSession, words: str) -> int | None:
    """Return the entry of the deal whose score some words say is wrong: there it is corrected."""
    number, numbers = wrong_deal(words, lang(), session.players), session.tally.numbers.now
    return next((entry for entry, deal in numbers.items() if deal == number), None)


def deal_to_correct(session: MatchSession, words: str) -> tuple[int, Say] | None:
    """Return the last deal, with what corrects it, where words say that a score is wrong and number no deal."""
    deals = [one.entry for one in session.tally.lines if one.kind == "deal"]
    if not deals or not is_misscored(words, lang()):
        return None
    return deals[-1], say("Correct {entry}", entry=name_of(session.tally, deals[-1]))


def is_misscored_only(session: MatchSession, words: str, lead: Lead) -> bool:
    """Return True if words call the score of the last deal wrong, and give no fact but that it was noticed late."""
    tells = {fact: value for fact, value in lead.facts.items() if value != "late"}
    return not tells and deal_to_correct(session, words) is not None
