"""Ask the questions of a game in forms, answered by the same rules as `companion ask`, with or without a match.

A question and its facts are in the address, so that the page can be reloaded, bookmarked and shared. Only rulings that
are written to the record are posted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

from flask import Blueprint, abort, current_app, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response

from companion.limits import LARGEST_ENTRY
from companion.parsing import read_facts, read_form
from companion.parsing.form_decoder import form_of, posted
from companion.parsing.form_encoder import fields_of
from companion.parsing.form_encoder import shown as shown_again
from companion.parsing.json_decoder import plain
from companion.referee import Answer, Proof, about, asking, every_case, sentence_of
from companion.referee import ask as answered
from companion.repository import MatchSession
from companion.rulebooks import in_a_sentence
from companion.rules.entries import Penalty, Player, RulingNote
from companion.rules.field_metadata import Json, labels
from companion.rules.game import Game, Question
from companion.rules.messages import Say
from companion.rules.options import house_rules
from companion.rules.rulings import MISSING, Ruling
from companion.search import Lead, leads, named_alone
from companion.store import Version
from companion.submission import AccessLost, Refused, Written
from companion.submission.partial_deal import known_upcard
from companion.web.http.access import game_or_session, open_match_session
from companion.web.http.filters import clause_here, page_path, page_query, text_here
from companion.web.http.locale import lang
from companion.web.http.rate_limit import thinking
from companion.web.http.request_store import store
from companion.web.pages.apply_ruling import (
    Applying,
    Precedents,
    applying,
    correcting,
    note_of,
    precedents,
    same_ruling,
)
from companion.web.pages.asked_entry import (
    about_entry,
    asked_deal,
    asked_entry_number,
    asked_standing,
    asked_tally,
    deal_said_wrong,
    is_misscored_only,
)
from companion.web.pages.entry_form import SentFields, new_entry_id, sent_entry_id, upto, write_body
from companion.web.pages.house_rules import deciding_rule_field, presumed, rule_fields
from companion.web.pages.question_form import (
    AskedQuestion,
    Asking,
    by_letter,
    facts_form,
    question_groups,
    shown_facts,
    taps_of,
)
from companion.web.pages.rules import found_in_book, shown_book

pages = Blueprint("referee", __name__)
pages.add_app_template_global(asked_entry_number, "asked_entry_number")
pages.add_app_template_global(asking, "asking")
pages.add_app_template_global(every_case, "every_case")
pages.add_app_template_global(lambda pairs, player, people: urlencode(_about(pairs, player, people)), "about_query")
pages.add_app_template_filter(lambda clause_id: in_a_sentence(clause_id, lang()), "first_sentence")
pages.add_app_template_filter(
    lambda word: text_here(word if isinstance(word, Say) else Say("{n}", {"n": word})), "worded"
)
pages.add_app_template_global(sentence_of, "sentence_of")
pages.add_app_template_global(lambda game: dict(house_rules(game.options)), "house_rules_of")
pages.add_app_template_global(
    lambda question, body, players: urlencode(fields_of(question.facts, body.facts, players)), "facts_query"
)
LEFT_OPEN = "unsettled"  # the field that keeps a dispute open although a ruling is written
FINED = "fined"  # the player who gets the penalty that is written with the ruling
ENVELOPE = ("ask", "q", "about", "entry", "deal", "written", "entry_id", LEFT_OPEN, FINED)  # fields that are not facts
UNSENT = ("entry_id", "written", LEFT_OPEN, FINED)  # fields that are not kept in addresses


@pages.get("/referee/<game_key>")
@pages.get("/m/<match_id>/referee", endpoint="at_table")
def everywhere(**place: str) -> Response | str:
    """List the questions of a game or a match; a half-typed deal is kept in the address."""
    game, session = game_or_session(**place)
    if session and "kind" in request.args:
        deal = [(name, text) for name, text in _sent() if name not in ("seen", "entry_id")]
        return redirect(url_for("referee.at_table", match_id=session.row.id, deal=urlencode(deal)), 303)
    if words := _words_asked():
        return redirect(_where_answered(game, session, words), 303)
    groups = question_groups(game.questions, session.tally.options if session else None)
    return render_template("referee.html", groups=groups, **_context(game, session))


def _where_answered(game: Game, session: MatchSession | None, words: str) -> str:
    """Return the address of the deal or question that the words lead to, with their facts; else of a search."""
    if session and (saved := deal_said_wrong(session, words)):
        return url_for("match.entry", match_id=session.row.id, number=saved)
    found = _leads(game, session, words)
    if found and not (session and is_misscored_only(session, words, found[0])):
        return _address(game, session, found[0], words)
    if session:
        return url_for("rules.at_table", match_id=session.row.id, q=words, entry=asked_entry_number())
    return url_for("rules.whole", game_key=game.key, q=words)


def _leads(game: Game, session: MatchSession | None, words: str) -> Sequence[Lead]:
    players, options = (session.players, asked_tally(session).options) if session else ((), None)
    return leads(game, words, lang(), players, options)


def _lead(game: Game, session: MatchSession | None, key: str) -> Lead:
    """Return the facts that the typed words give for a question; none if they do not lead to it."""
    words = _words_asked()
    found = _leads(game, session, words) if words and session else ()
    return next((one for one in found if one.question == key), Lead(key))


def _address(game: Game, session: MatchSession | None, lead: Lead, words: str) -> str:
    players = session.players if session else ()
    kept = [(name, request.values[name]) for name in ("entry", "deal") if request.values.get(name)]
    about = [("about", lead.about)] if lead.about else []
    fields = [("q", words), *about, *kept, *fields_of(game.questions[lead.question].facts, lead.facts, players)]
    if session:
        address = url_for("referee.ask_at_table", match_id=session.row.id, key=lead.question)
    else:
        address = url_for("referee.ask", game_key=game.key, key=lead.question)
    return f"{address}?{urlencode(fields)}"


@pages.get("/referee/<game_key>/<key>")
@pages.get("/m/<match_id>/referee/<key>", endpoint="ask_at_table")
def ask(key: str, **place: str) -> Response | str:
    """Show a question, with its answer if the fields include `ask`; redirect if another question answers it."""
    game, session = game_or_session(**place)
    asked = _asked(game, key, session)
    if (asked.answer is None or asked.is_short) and (lead := _instead(asked.question, asked.facts)):
        return redirect(_address(game, session, lead, _words_asked()), 303)
    return _page(game, asked, session)


def _answering(game: Game, lead: Lead) -> str:
    """Return the key of the question that answers a lead."""
    other = _instead(game.questions[lead.question], lead.facts)
    return other.question if other else lead.question


def _instead(question: Question, facts: Json) -> Lead | None:
    """Return the question that answers instead of this one, if a given fact alone decides."""
    if question.instead is None:
        return None
    deciding, key, known = question.instead
    return Lead(key, known, {}) if deciding.items() <= facts.items() else None


@pages.post("/m/<match_id>/referee/<key>")
def write(match_id: str, key: str) -> Response | tuple[str, int]:
    """Write a ruling to the record. The question is answered again here, so that the ruling is that of the rules.

    With `entry` the ruling closes the dispute about this entry, unless LEFT_OPEN is sent; with `fined` the penalty of
    that player is written first. If the same ruling on the same state was written before, it is not written again.
    """
    session = open_match_session(match_id, write=True)
    asked = _asked(session.game, key, session)
    ruling = asked.ruling
    if asked.answer is None or ruling is None or ruling.verdict == "impossible":
        return _page(session.game, asked, session), 422
    body = _note(session, asked)
    fine = None if isinstance(body, Ruling) or same_ruling(session, body) else _fine(session, ruling)
    if FINED in request.form and fine is None and not (isinstance(body, RulingNote) and same_ruling(session, body)):
        return _page(session.game, asked, session), 409  # another phone has closed it, so the page is outdated
    if fine and isinstance(wrong := write_body(session, fine, entry_id=f"{sent_entry_id()}-fine"), Refused):
        return _page(session.game, replace(asked, answer=Answer(wrong.ruling)), session), 422
    session = open_match_session(match_id, write=True) if fine else session
    outcome = body if isinstance(body, Ruling) else same_ruling(session, body) or _write(session, body)
    if isinstance(outcome, Ruling):
        return _page(session.game, replace(asked, answer=Answer(outcome)), session), 422
    fields = [(name, text) for name, text in _sent() if name not in UNSENT]
    address = url_for("referee.ask_at_table", match_id=match_id, key=key)
    return redirect(f"{address}?{urlencode([*fields, ('written', outcome)])}", 303)


def _note(session: MatchSession, asked: AskedQuestion) -> RulingNote | Ruling:
    """Return the ruling of the page as an entry; it closes the dispute, unless that is to stay open."""
    entry = None if LEFT_OPEN in request.form else request.values.get("entry", type=int)
    return note_of(session, asked, _asked_about(asked.question, session.players), _words_asked(), entry)


def _fine(session: MatchSession, ruling: Ruling) -> Penalty | None:
    """Return the chosen penalty to write with the ruling, if the page has offered it."""
    named, about = request.form.get(FINED, ""), asked_standing(session)
    options = correcting(session, ruling, about).options if named and about else ()
    return next((one.fine for one in options if one.fine and one.fine.player == named), None)


def _write(session: MatchSession, body: RulingNote) -> int | Ruling:
    """Append the ruling; return its number, or the refusal."""
    outcome = write_body(session, body)
    if isinstance(outcome, AccessLost):
        abort(404)
    if isinstance(outcome, Refused):
        return outcome.ruling
    assert isinstance(outcome, Written)  # a ruling does not change the score, so there is no conflict
    return outcome.number


def _asked(game: Game, key: str, session: MatchSession | None) -> AskedQuestion:
    question = game.questions.get(key) or abort(404)
    players = session.players if session else ()
    found = posted([(name, text) for name, text in _sent() if name not in ENVELOPE])
    if session:
        found.inner.pop("options", None)  # the house rules of the table are used
    typed = form_of(question.facts, found, players)
    known = _known(question, session, typed) if session else {"options": {}}
    for name in _lead(game, session, key).unsure:
        known.pop(name, None)  # the words mention this fact, so the value of the sheet is not used
    facts = {**known, **(typed if session else by_letter(question.facts, typed))}
    read = read_facts(game, question, facts)
    if isinstance(read, Ruling):
        given = Answer(read)
    else:
        with thinking() as give_up:
            given = answered(question, read, give_up)
    if player := _asked_about(question, players):
        given = about(given, player)
    missing = isinstance(read, Ruling) and read.code == MISSING
    too_early = not found.inner and len(known) > 1 and given.ruling is not None and given.ruling.verdict == "impossible"
    waits = (missing or too_early) and "ask" not in request.values  # facts of the sheet alone are not a question
    options = asked_tally(session).options if session else getattr(read, "options", game.options())
    return AskedQuestion(key, question, facts, options, None if waits else given)


def _known(question: Question, session: MatchSession, typed: Json) -> dict[str, object]:
    """Return the facts that the match provides, as JSON: of the table, the current deal, and the deal asked about."""
    tally = asked_tally(session)
    if about := asked_deal(session):
        deal: Json = plain(about.latest)
    else:
        deal = {**known_upcard(store(), session), **_typed_deal(session)}
    known = {**question.known_facts(tally), **question.follows(tally, typed), **question.draft_facts(tally, deal)}
    player = _asked_about(question, tally.record.players)
    if question.about and player:
        known |= {**question.about(tally, player), **question.draft_about(tally, deal, player)}
    return {name: plain(value) for name, value in known.items()}


def _asked_about(question: Question, players: Sequence[Player]) -> Player | None:
    """Return the player whom the question is about."""
    named = request.values.get("about") if question.about else None
    return next((player for player in players if player == named), None)


def _typed_deal(session: MatchSession) -> Json:
    """Return the deal in this phone's form, which is sent in the address."""
    pairs = _typed_fields()
    deal = read_form(session.game, session.players, pairs) if pairs and session.tally.status == "running" else {}
    return deal if isinstance(deal, dict) else {}


def _words_asked() -> str:
    """Return the words that were typed to find this question; empty if there are none."""
    return request.values.get("q", "").strip()


def _typed_fields() -> list[tuple[str, str]]:
    return parse_qsl(request.values.get("deal", "")[:LARGEST_ENTRY], errors="replace")


def _page(game: Game, asked: AskedQuestion, session: MatchSession | None) -> str:
    shown = _asking(game, asked, session)
    sent = [(name, text) for name, text in _sent() if name not in UNSENT]
    players = session.players if session else ()
    about = _asked_about(asked.question, players)
    facts = shown_again(asked.question.facts, asked.facts)
    words = _words_asked()
    found_leads = _leads(game, session, words) if words else ()
    others = [one for one in found_leads if asked.key not in {one.question, _answering(game, one)}]
    hits = found_in_book(game, session, words).hits if words else ()
    may_write = bool(session and session.guest.may_write and asked.ruling and asked.ruling.verdict != "impossible")
    return render_template(
        "question.html",
        **_context(game, session),
        book=shown_book(game, session),
        hits=[hit for hit in hits if hit.kind != "question"],
        may_write=may_write,
        is_from_list=not words,
        others=[(game.questions[one.question].title, _address(game, session, one, words)) for one in others],
        title=_title(asked.question, about),
        about=about,
        people=_lead(game, session, asked.key).people,
        asked=asked,
        facts=SentFields(facts),
        form=facts_form(
            [*shown_facts(shown, asked.facts)], sent, shown.asks, asked.lacking, answered=asked.is_answered
        ),
        worked_out=game.ask_form(shown.options, facts, players),
        answer=asked.answer,
        chain=_chain(asked.answer) if asked.answer and asked.ruling else [],
        stretches=taps_of(shown),
        words=labels(asked.question.facts),
        ruling=asked.ruling,
        is_new=bool(session and _is_new(session, asked)),
        applying=_applying(session, asked, asked.ruling) if asked.ruling and session else Applying(),
        rule_fields=[] if session else rule_fields(shown.options, {}),
        deciding_rule_field=deciding_rule_field(game, shown.options, asked.answer),
        presumed=[] if session else presumed(game, shown.options, asked.answer),
        precedents=precedents(session, asked, _written()) if session else Precedents(),
        sent=sent,
        is_saved=bool(session and may_write and _is_saved(session, asked)),
        entry_id=new_entry_id(),
    )


def _is_new(session: MatchSession, asked: AskedQuestion) -> bool:
    """Return True if entries written since the page was drawn, which asks again now, have changed its answer."""
    seen = Version.parse(request.args.get("after", ""))
    if seen is None or seen.entries >= len(session.rows):
        return False
    then = _asked(session.game, asked.key, upto(session, seen.entries)).answer
    return bool(then and asked.answer and then.outcome != asked.answer.outcome)


def _title(question: Question, about: Player | None) -> str:
    return str(_(question.named, player=about) if about and question.named else _(question.title))


def _chain(answer: Answer) -> list[Proof]:
    """Return the lines of the proof that the ruling cites; the last one decides."""
    cited = answer.ruling.clauses if answer.ruling else ()
    return [line for line in answer.chain if line.clause in cited and clause_here(line.clause)]


def _asking(game: Game, asked: AskedQuestion, session: MatchSession | None) -> Asking:
    players = session.players if session else ()
    asks = asked.answer.asks if asked.answer else None
    typed = [(name, text) for name, text in _sent() if name not in UNSENT and text.strip()]
    return Asking(asked.question, typed, players, game.seats[-1], page_path(), asked.options or game.options(), asks)


def _context(game: Game, session: MatchSession | None) -> dict[str, object]:
    forms = current_app.jinja_env.select_template([f"games/{game.key}/referee.html", "referee/_none.html"])
    return {
        "game": game,
        "forms_template": forms.name,
        "session": session,
        "match_id": session.row.id if session else None,
        "tally": session.tally if session else None,
        "players": session.players if session else (),
        "tab": "referee",
        "ask_url": _ask_url(game, session),
        "about_entry": (about := about_entry(session)),
        "words_asked": _words_asked() or (about.dispute if about else ""),
    }


def _ask_url(game: Game, session: MatchSession | None) -> str:
    """Return the address to which the search box sends its text."""
    if session:
        return url_for("referee.at_table", match_id=session.row.id)
    return url_for("referee.everywhere", game_key=game.key)


def _about(pairs: Sequence[tuple[str, str]], player: Player, people: Mapping[str, str]) -> Sequence[tuple[str, str]]:
    """Return the fields of a page for a player, without the facts that the words state of another."""
    kept = [(name, text) for name, text in pairs if name != "about" and people.get(name, player) == player]
    return [*kept, ("about", player)]


def _applying(session: MatchSession, asked: AskedQuestion, ruling: Ruling) -> Applying:
    """Return what may follow from a ruling; for an entry on the sheet, only its correction."""
    about, who = asked_standing(session), _lead(session.game, session, asked.key).who
    found = correcting(session, ruling, about) if about else applying(session, ruling, _typed_fields(), who)
    return found.naming(Player(named_alone(_words_asked(), lang(), session.players)))


def _written() -> int:
    """Return the number of the ruling that was just written from this page; 0 if there is none."""
    return request.args.get("written", 0, type=int)


def _is_saved(session: MatchSession, asked: AskedQuestion) -> bool:
    """Return True if the ruling on the page is already written."""
    note = _note(session, asked)
    return bool(_written() or (isinstance(note, RulingNote) and same_ruling(session, note)))


def _sent() -> list[tuple[str, str]]:
    return list(request.form.items(multi=True)) if request.method == "POST" else page_query()
