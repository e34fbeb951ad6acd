"""Show the house rules of a table with their clauses, as fields of a form, and change them from the next deal on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from flask import Blueprint, abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.parsing import read_body
from companion.parsing.form_decoder import NUMBER, chosen_rules, posted
from companion.presentation.activity import written
from companion.referee import Answer
from companion.repository import MatchSession
from companion.rulebooks import clause_of
from companion.rules.entries import Entry, OptionChange
from companion.rules.field_metadata import Dataclass
from companion.rules.game import Game
from companion.rules.messages import Say, say
from companion.rules.options import FIRST_DEALER, Counted, HouseRule, Value, chosen, counting, house_rules, matters
from companion.rules.rulings import Ruling
from companion.store import Version
from companion.submission import AccessLost, Refused
from companion.submission import write as append
from companion.submission.conflict import Conflict, Submission
from companion.translation import choice_text
from companion.web.http.access import open_match_session, shown
from companion.web.http.errors import point_at
from companion.web.http.locale import catalogue
from companion.web.http.request_store import store
from companion.web.http.security import own_address
from companion.web.pages.entry_form import new_entry_id, sent_entry_id
from companion.web.pages.responses import signed

FREE = "#"  # a choice for the number beside it; followed by the key of what is counted, if any
SOME = 5  # any number that takes the plural
pages = Blueprint("house_rules", __name__, url_prefix="/m/<match_id>")


@dataclass(frozen=True)
class Offered:
    """A choice for a house rule."""

    value: str
    words: Say
    is_chosen: bool


@dataclass(frozen=True)
class RuleField:
    """The input of a house rule: `text`, `number`, or choices, some with a number.

    Attributes:
        now: the value in force.
        counts: the chosen value needs the number beside it.
        hint: the number shown until one is typed.
        is_free: any number may be chosen.
        is_freed: a number outside the choices is chosen.
    """

    key: str
    rule: HouseRule
    now: Value
    kind: Literal["text", "number", "choice"]
    text: str = ""
    offered: tuple[Offered, ...] = ()
    number: str = ""
    hint: str = ""
    counts: bool = False
    is_freed: bool = False

    @property
    def usual(self) -> str:
        """Return the field's text for the value in force."""
        if isinstance(self.now, Counted):
            return f"{FREE}{self.now.key}:{self.now.n}"
        return _worded(self.rule, self.now) if self.kind == "text" else str(self.now)

    @property
    def chosen(self) -> Say | None:
        """Return the choice if it differs from the value in force."""
        if self.kind == "text" or not self.offered:
            typed = self.text if self.kind == "text" else self.number
            return say("{value}", value=typed) if typed != self.usual else None
        picked = next((one for one in self.offered if one.is_chosen), Offered(FREE, say("{value}", value=""), True))
        usual = _choice(self.rule, self.now)
        if picked.value == usual and (not self.counts or self.number == self.hint):
            return None
        if self.is_freed:
            return say("{value}", value=self.number)
        counted = self.rule.counted.get(picked.value.removeprefix(FREE)) if self.counts else None
        return counting(counted[0], SOME, self.number) if counted else picked.words

    @property
    def name(self) -> str:
        return f"options[{self.key}]"

    @property
    def number_name(self) -> str:
        return f"options[{self.key}{NUMBER}]"

    @property
    def is_free(self) -> bool:
        return bool(self.rule.numbers)

    @property
    def has_number(self) -> bool:
        return bool(self.rule.numbers or self.rule.counted)


def rule_fields(options: Dataclass, sent: Mapping[str, object]) -> list[RuleField]:
    return [rule_field(key, rule, getattr(options, key), sent) for key, rule in house_rules(options)]


def rule_field(key: str, rule: HouseRule, now: Value, sent: Mapping[str, object]) -> RuleField:
    """Return the input of a rule.

    Args:
        key: the name of the rule.
        now: the value in force.
        sent: the typed values, under the rule's key and that of its number.
    """
    if rule.letters:
        return RuleField(key, rule, now, "text", text=str(sent.get(key, _worded(rule, now))))
    if not rule.choices and not rule.counted:
        return RuleField(key, rule, now, "number", number=str(sent.get(key + NUMBER, now)))
    chosen = str(sent.get(key, _choice(rule, now)))
    counts = chosen.startswith(FREE)
    choices = [(str(value), Say(label)) for value, label in rule.choices]
    counted = [(FREE + what, counting(label, SOME, "…")) for what, (label, _) in rule.counted.items()]
    return RuleField(
        key,
        rule,
        now,
        "choice",
        offered=tuple(Offered(value, words, value == chosen) for value, words in (*choices, *counted)),
        number=str(sent.get(key + NUMBER, _number(now) if counts else "")),
        hint=_number(now),
        counts=counts,
        is_freed=chosen == FREE,
    )


def _worded(rule: HouseRule, now: Value) -> str:
    return choice_text(rule, now, catalogue())


def _choice(rule: HouseRule, now: Value) -> str:
    """Return the selected choice, if nothing was sent."""
    if isinstance(now, Counted):
        return FREE + now.key
    return str(now) if any(type(one) is type(now) and one == now for one, _ in rule.choices) else FREE


def _number(now: Value) -> str:
    """Return the number in force, if there is one."""
    return str(now.n) if isinstance(now, Counted) else str(now) if type(now) is int else ""


@dataclass(frozen=True)
class Rival:
    """A rule that another phone changed since the form was rendered.

    `theirs` is None if the other phone only undid a change; `words` describes the change.
    """

    rule: HouseRule
    entry: Entry
    theirs: Value | None
    mine: Value
    words: Say


@pages.get("/house-rules")
def page(match_id: str) -> str:
    return _page(open_match_session(match_id))


@pages.post("/house-rule")
def change(match_id: str) -> Response:
    """Change one rule from the next deal on; ask first if another phone has changed it.

    Nothing is written if the rule already has that value, unless the phone sends its own change again.
    """
    session = open_match_session(match_id, write=True)
    rules = chosen_rules(session.tally.options, posted(request.form.items(multi=True)).at("options"))
    if not rules:
        abort(400)
    name, value = next(iter(rules.items()))
    data = {"kind": OptionChange.kind, "option": name, "value": value}
    body = read_body(session.game, session.players, data)
    if isinstance(body, Ruling):
        return _refused(session, body, name)
    assert isinstance(body, OptionChange)
    is_known = any(sent_entry_id() in row.ids for row in session.rows)
    if getattr(session.tally.options, name) == body.value and not is_known:
        return redirect(url_for("house_rules.page", match_id=match_id, same=name), 303)
    seen = Version.parse(request.form.get("seen", ""))
    after = frozenset(request.form.get("after", "").split())
    submission = Submission(body, data, sent_entry_id(), seen.entries if seen else 0, after)
    outcome = append(store(), session, submission)
    if isinstance(outcome, AccessLost):
        abort(404)
    if isinstance(outcome, Refused):
        return _refused(session, outcome.ruling, name)
    if isinstance(outcome, Conflict):
        now = open_match_session(match_id, write=True)
        return signed(make_response(_page(now, name=name, rival=_rival(now, outcome, body)), 409), "behind")
    back = own_address(request.form.get("back", ""), "")
    otherwise = url_for("house_rules.page", match_id=match_id)
    return redirect(back if back.startswith(url_for("referee.at_table", match_id=match_id)) else otherwise, 303)


def _refused(session: MatchSession, ruling: Ruling, name: str) -> Response:
    wrong = replace(ruling, path=("options", name))
    point_at(wrong)
    return signed(make_response(_page(session, wrong, name), 422), "refused")


def _rival(session: MatchSession, behind: Conflict, mine: OptionChange) -> Rival:
    """Return the last change of that rule by another phone since the form was rendered."""
    entry = session.match.record.entries[behind.rivals[-1] - 1]
    theirs = entry.body.value if isinstance(entry.body, OptionChange) else None
    rule = dict(house_rules(session.tally.options))[mine.option]
    return Rival(rule, entry, theirs, mine.value, written(session.tally, entry))


def _page(session: MatchSession, wrong: Ruling | None = None, name: str = "", rival: Rival | None = None) -> str:
    """Render the house rules that apply at this table.

    Args:
        wrong: the refusal, if any.
        name: the rule that was to be changed; its typed value is shown again.
        rival: the change of another phone, if any.
    """
    options = session.tally.options
    sent = {key: request.form.get(f"options[{key}]", "") for key in (name, name + NUMBER)} if name else {}
    changed = {key for key, _, _ in chosen(options)}
    listed = {key for key, rule in house_rules(options) if key in changed or key == name or matters(rule, options)}
    fields = [one for one in rule_fields(options, sent) if one.key in listed - {FIRST_DEALER}]
    return shown(
        "house_rules.html",
        session,
        own=[field for field in fields if field.key in changed],
        usual=[field for field in fields if field.key not in changed],
        may_change=session.guest.may_write and session.tally.status == "running",
        wrong=wrong,
        rival=rival,
        sent=sent,
        same=next((field for field in fields if field.key == request.args.get("same")), None),
        open_rule=name,
        entry_id=new_entry_id(),
    )


def deciding_rule_field(game: Game, options: Dataclass, answer: Answer | None) -> RuleField | None:
    """Return the house rule that fills a gap of the book and decides the answer, if there is one."""
    name = answer.option if answer else None
    return rule_field(name, dict(house_rules(game.options))[name], getattr(options, name), {}) if name else None


def presumed(game: Game, options: Dataclass, answer: Answer | None) -> list[RuleField]:
    """Return the house rules with a number on which an answer is based and which have the value of the book."""
    if answer is None or answer.ruling is None:
        return []
    rules, usual = dict(house_rules(game.options)), game.options()
    cited = [clause.option for one in answer.ruling.clauses if (clause := clause_of(one)) and clause.option]
    named = [one for one in dict.fromkeys(cited) if rules[one].numbers and one != answer.option]
    now = {one: getattr(options, one) for one in named}
    return [rule_field(one, rules[one], n, {}) for one, n in now.items() if n == getattr(usual, one)]
