"""Show the rule books, for everybody and inside a match with the house rules of that table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, abort, render_template, request
from werkzeug.wrappers import Response

from companion import events, games
from companion.limits import SEARCH_LENGTH, TEXT_LENGTH
from companion.repository import MatchSession
from companion.rulebooks import Book, Case, book, languages
from companion.rules.entries import RulingNote
from companion.rules.field_metadata import Dataclass
from companion.rules.game import Subject
from companion.rules.options import FIRST_DEALER, HouseRule, chosen, house_rules
from companion.search import Finding, Hit, find, heading, resting
from companion.web.http.access import game_or_session, open_match_session
from companion.web.http.locale import lang
from companion.web.pages.asked_entry import deal_to_correct
from companion.web.pages.entry_form import new_entry_id, write_body
from companion.web.pages.responses import answer_to

pages = Blueprint("rules", __name__)
IN_CLAUSE = ("clause", "case", "question")
DECISION = TEXT_LENGTH // 4  # characters of a decision, which is stored with the question before it
pages.add_app_template_global(lambda game, one: heading(game, one, lang()), "heading_of")


@pages.get("/rules", endpoint="games")
def choose_game() -> str:
    return render_template("rules_games.html", games=(*games.GAMES, events.RULES))


@pages.post("/m/<match_id>/rules")
def decide(match_id: str) -> Response:
    """Write a decision of the table, with the question that no book answers, as a note."""
    session = open_match_session(match_id, write=True)
    asked = request.form.get("q", "").strip()[:SEARCH_LENGTH]
    decided = request.form.get("text", "").strip()[:DECISION]
    note = RulingNote("decided", "answer", text=": ".join(filter(None, (asked, decided))))
    return answer_to(session, write_body(session, note))


@pages.get("/rules/<game_key>")
@pages.get("/m/<match_id>/rules", endpoint="at_table")
def whole(**place: str) -> str:
    """Show the rule book of a game, or with `q` the results of a search in it."""
    game, session = _subject(**place)
    words = request.args.get("q", "").strip()
    return render_template(
        "rules.html",
        **_context(game, session),
        finding=found_in_book(game, session, words) if words else None,
        words=words,
        amends=deal_to_correct(session, words) if session and words else None,
        entry_id=new_entry_id(),
    )


def found_in_book(game: Subject, session: MatchSession | None, words: str) -> Finding:
    """Return the clauses, cases and questions found for a query, each case under its clause."""
    finding = find(game, words, lang(), session.tally.record.players if session else ())
    return replace(finding, hits=_by_clause(finding.hits))


def _by_clause(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Return the search results with each case under its clause, which is named even if it was not found itself."""
    found: dict[str, list[Hit]] = {}
    for hit in hits:
        found.setdefault(hit.clause, []).append(hit)
    return tuple(hit for group in found.values() for hit in sorted(group, key=lambda hit: IN_CLAUSE.index(hit.kind)))


@pages.get("/rules/<game_key>/<clause_id>")
@pages.get("/m/<match_id>/rules/<clause_id>", endpoint="clause_at_table")
def clause(clause_id: str, **place: str) -> str:
    game, session = _subject(**place)
    text = book(game.key, lang())
    one = text.clause(clause_id) or abort(404)
    at = text.clauses.index(one)
    around = [text.clauses[at - 1] if at else None, *text.clauses[at + 1 : at + 2], None][:2]
    return render_template(
        "clause.html",
        **_context(game, session),
        one=one,
        asked={key: game.questions[key].title for key in _resting(game, session, one.id)},
        before=around[0],
        after=around[1],
    )


def _resting(game: Subject, session: MatchSession | None, clause_id: str) -> list[str]:
    """Return the questions whose answers depend on a clause; at a table, only those that can arise there."""
    named = resting(game).get(clause_id, ())
    return [key for key in named if session is None or game.questions[key].arises(session.tally.options)]


def _subject(game_key: str = "", match_id: str = "") -> tuple[Subject, MatchSession | None]:
    """Return the subject of the book at this address: a game, the game of a match, or events."""
    if game_key == events.RULES.key:
        return events.RULES, None
    return game_or_session(game_key, match_id)


@dataclass(frozen=True)
class ShownBook:
    """A rule book on a page.

    Attributes:
        text: the book.
        lang: the language in which it is written.
        rules: the house rules by their names.
        usual: their values in the book.
        options: their values at the table of the page, if there is one.
    """

    text: Book
    lang: str
    rules: Mapping[str, HouseRule]
    usual: Dataclass
    options: Dataclass | None

    @property
    def plays_otherwise(self) -> bool:
        """Return True if the table has house rules of its own."""
        return self.options is not None and any(chosen(self.options))

    @property
    def cases(self) -> dict[str, Case]:
        """Return the cases of all clauses by their ids."""
        return {case.id: case for clause in self.text.clauses for case in clause.cases}


def shown_book(game: Subject, session: MatchSession | None) -> ShownBook:
    return ShownBook(
        book(game.key, lang()),
        lang() if lang() in languages(game.key) else "en",
        {name: rule for name, rule in house_rules(game.options) if not session or name != FIRST_DEALER},
        game.options(),
        session.tally.options if session else None,
    )


def _context(game: Subject, session: MatchSession | None) -> dict[str, object]:
    return {
        "game": game,
        "is_game": game is not events.RULES,
        "book": shown_book(game, session),
        "session": session,
        "match_id": session.row.id if session else None,
        "tab": "rules",
    }
