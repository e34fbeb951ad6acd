"""Build the remarks on a match: corrections, notes, rulings, rule changes, contests and refusals."""

import sys
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.presentation.activity import ACTIONS, action_of, reason_for
from companion.presentation.entry_formatter import EntryFormatter
from companion.presentation.entry_text import CORRECTED, line_of, name_of
from companion.rules.cards import Card
from companion.rules.entries import (
    Body,
    Contest,
    Correction,
    End,
    Entry,
    LetStand,
    Misdeal,
    Note,
    OptionChange,
    Penalty,
    Player,
    RulingNote,
)
from companion.rules.field_metadata import Label, labels
from companion.rules.history import Standing, counting
from companion.rules.messages import N_, Say, say
from companion.rules.options import chosen, house_rules
from companion.rules.tally import Tally
from companion.translation import (
    PAPER_SUITS,
    SIGNS,
    Language,
    after_colon,
    card_text,
    choice_text,
    listed,
    option_text,
    signed,
    speak,
)

VERDICTS = {"legal": N_("allowed"), "illegal": N_("not allowed"), "stands": N_("accepted as played")}
EXTRA_QUESTIONS = {"contested": N_("disputed:"), "decided": N_("the table decides:")}  # questions that no game has
HOUSE_RULE_FACTS = ("options", "variant")  # facts that the sheet shows among its house rules
AHEAD = sys.maxsize  # in place of a row: the remark is about entries still to come
LONGEST_FACTS = 300  # letters of a ruling's facts


@dataclass(frozen=True)
class Remark:
    """A remark on an entry.

    Attributes:
        entry: The entry it is about.
        origin: Who wrote it and when.
        clauses: The rules that it is based on.
        at: The entry that makes the remark, if any.
        is_ahead: It is about entries after all rows.
        is_penalty: It is about a penalty, which the sheet shows as a line too.
        is_in_deal: It is about a penalty that belongs to a deal.
    """

    entry: int | None
    text: str
    origin: str = ""
    clauses: tuple[str, ...] = ()
    struck: bool = False
    at: int = 0
    is_ahead: bool = False
    is_penalty: bool = False
    is_in_deal: bool = False


def remarks_by_row(formatter: EntryFormatter, rows: Sequence[int], since: int = 0) -> dict[int, list[Remark]]:
    """Return the remarks by the row under which they are shown: the row they are about, or the one before.

    Args:
        rows: the entries that have a row, in order.
        since: the entry after which remarks are wanted; 0 for all.

    Returns:
        Remarks by the entry of the row; those before all rows under 0, those about entries still to come under AHEAD.
    """
    by_row: dict[int, list[Remark]] = {}
    known, in_order = {*rows}, [0, *rows]
    for remark in written_remarks(formatter, since):
        row = remark.entry if remark.entry in known else in_order[max(0, bisect_left(in_order, remark.at) - 1)]
        by_row.setdefault(AHEAD if remark.is_ahead else row or 0, []).append(remark)
    return by_row


def remarks(formatter: EntryFormatter) -> list[Remark]:
    """Return all remarks in the order of the entries, then refusals and confirmations."""
    return [*written_remarks(formatter), *_refused(formatter), *_confirmed(formatter)]


def letters(remarks: list[Remark], rows: set[int]) -> dict[int, str]:
    """Return a letter for each row that has a remark, by the number of its entry."""
    about = sorted({remark.entry for remark in remarks if remark.entry in rows if remark.entry})
    return {entry: _letter(n) for n, entry in enumerate(about)}


def _letter(n: int) -> str:
    """Return a to z, then aa, ab ..."""
    return (_letter(n // 26 - 1) if n >= 26 else "") + chr(ord("a") + n % 26)


def written_remarks(formatter: EntryFormatter, since: int = 0) -> Iterator[Remark]:
    """Yield the remarks on entries that people have written, all of them or those after an entry."""
    for standing in formatter.tally.history[since:]:
        for remark in _of(formatter, standing):
            yield replace(remark, at=standing.entry.number)


def _of(formatter: EntryFormatter, standing: Standing) -> Iterator[Remark]:
    entry = standing.entry
    if isinstance(entry.body, Correction):
        yield _correction(formatter, entry, entry.body)
        return
    if standing.body != entry.body and (old := _remark(formatter, entry, entry.body)):
        yield replace(old, struck=True)
    if standing.body and (new := _remark(formatter, entry, standing.body)):
        yield new
    yield from _fined(formatter, entry)


def _correction(formatter: EntryFormatter, entry: Entry, body: Correction) -> Remark:
    action = action_of(formatter.tally.record.entries, body)
    about = formatter.tally.history[entry.number - 1].about
    origin, first = formatter.origin(entry), formatter.origin(formatter.tally.record.entries[about - 1])
    if first:
        named = formatter.tally.record.entries[about - 1].by
        before = say("first written by {origin}", origin=first) if named else say("first written {time}", time=first)
        origin = listed(formatter.catalogue, (origin, formatter.text(before)))
    reason = reason_for(formatter.tally.record.entries, body)
    has_row = about in formatter.tally.numbers.now  # else it is shown under another row
    what = ACTIONS[action]
    if not has_row:
        what = say("{what} ({besides})", what=what, besides=name_of(formatter.tally, about))
    texts = (formatter.text(one) for one in (what, reason) if one)
    return Remark(about, after_colon(formatter.catalogue, *texts), origin)


def _end(formatter: EntryFormatter, body: End) -> str:
    if body.continued:
        goes_on = formatter.text(say("The match goes on in a new part"))
        return after_colon(formatter.catalogue, goes_on, formatter.text(body.continued.in_words()))
    return after_colon(
        formatter.catalogue, formatter.text(say("The match was ended here")), formatter.reason(body.reason)
    )


def _remark(formatter: EntryFormatter, entry: Entry, body: Body) -> Remark | None:
    """Return the remark of an entry; None if its figures are enough."""
    text, about = "", entry.number
    clauses: tuple[str, ...] = ()
    if isinstance(body, Note):
        text, about = body.text, body.entry or 0
    elif isinstance(body, RulingNote):
        text, about, clauses = _ruling(formatter, body), body.entry or 0, formatter.clauses(body.clauses)
    elif isinstance(body, OptionChange):
        about = next_deal(formatter.tally, entry.number)
        text = _option(formatter, body, bool(about))
    elif isinstance(body, Contest):
        text, about = _contest(formatter, entry, body), body.entry
    elif isinstance(body, Penalty):
        text = _penalty(formatter, entry.number, body)
    elif isinstance(body, End):
        text = _end(formatter, body)
    elif isinstance(body, LetStand):
        return _let_stand(formatter, entry, body)
    elif body.title:
        line = line_of(formatter.tally, entry.number)
        text = ". ".join(formatter.text(event.sentence) for event in line.events) if line else ""
    elif isinstance(body, Misdeal) and entry.number in formatter.moved:
        text = formatter.text(say("Misdeal."))
    else:
        text, clauses = _unseen(formatter, entry, body)
    is_ahead = isinstance(body, OptionChange) and not about
    fined, origin = isinstance(body, Penalty), formatter.origin(entry)
    return Remark(about or None, text, origin, clauses, is_ahead=is_ahead, is_penalty=fined) if text else None


def _fined(formatter: EntryFormatter, entry: Entry) -> Iterator[Remark]:
    """Yield the penalties within a deal as it counts now."""
    line = line_of(formatter.tally, entry.number)
    for player, figure in line.scores.items() if line and line.kind == "deal" else ():
        for part in figure.penalties:
            text = _agreed(formatter, player, part.points, part.penalty or "")
            yield Remark(entry.number, text, formatter.origin(entry), is_penalty=True, is_in_deal=True)


def _agreed(formatter: EntryFormatter, player: Player, points: int, reason: str | Say) -> str:
    sentence = say("Penalty {points} for {player}", points=signed(points), player=player)
    if reason == CORRECTED:
        sentence = say("Adjustment {points} for {player}", points=signed(points), player=player)
    why = formatter.reason(reason) if isinstance(reason, str) else formatter.text(reason)
    return after_colon(formatter.catalogue, formatter.text(sentence), why)


def _unseen(formatter: EntryFormatter, entry: Entry, body: Body) -> tuple[str, tuple[str, ...]]:
    """Return a fact of a deal, as it counts now, that no number shows, with its clauses."""
    stands = formatter.tally.history[entry.number - 1].body == body
    notice = formatter.unseen.get(entry.number) if stands else None
    return (formatter.text(notice.sentence), formatter.clauses((notice.clause,))) if notice else ("", ())


def _let_stand(formatter: EntryFormatter, entry: Entry, body: LetStand) -> Remark:
    """Name the duty that the entry breaks as it counts now; after a correction it may break another one, or none."""
    line = line_of(formatter.tally, body.entry)
    broken = line.let_stand if line else None
    text = after_colon(formatter.catalogue, formatter.text(say("Accepted as played")), formatter.reason(body.reason))
    if broken is None:
        return Remark(body.entry, text, formatter.origin(entry))
    text = f"{text} ({formatter.text(broken.sentence)})"
    return Remark(body.entry, text, formatter.origin(entry), formatter.clauses(broken.clauses))


def _penalty(formatter: EntryFormatter, number: int, body: Penalty) -> str:
    """Say which penalty was agreed and, if the player's number changed by another amount, by how much and why."""
    line = line_of(formatter.tally, number)
    figure = line and (line.scores or line.balances)[body.player]
    agreed = body.points * formatter.tally.penalty_factor
    is_bounded = figure and figure.change != agreed
    counts = [say("it counts {points}", points=signed(figure.change))] if figure and is_bounded else []
    bounds = [one.sentence for one in figure.parts[1:]] if figure else []
    texts = (formatter.text(one) for one in (*counts, *bounds))
    return after_colon(formatter.catalogue, _agreed(formatter, body.player, agreed, body.reason), *texts)


def next_deal(tally: Tally, number: int) -> int:
    """Return the entry of the first deal after another one; 0 if there is none yet."""
    deals = tally.numbers.now
    return next((line.entry for line in tally.lines if line.entry > number and line.entry in deals), 0)


def _contest(formatter: EntryFormatter, entry: Entry, body: Contest) -> str:
    still = formatter.tally.history[body.entry - 1].contest == entry
    sentence = say("Disputed, not settled") if still else say("Disputed, settled")
    return after_colon(formatter.catalogue, formatter.text(sentence), formatter.reason(body.reason))


def _ruling(formatter: EntryFormatter, body: RulingNote) -> str:
    question = formatter.game.questions.get(body.question)
    title, named = (question.title, labels(question.facts)) if question else (EXTRA_QUESTIONS.get(body.question), {})
    asked = formatter.catalogue.gettext(title) if title else body.question
    facts = listed(formatter.catalogue, _facts_text(body.facts, named, formatter.catalogue))
    facts = facts if len(facts) <= LONGEST_FACTS else facts[:LONGEST_FACTS] + "…"
    question_asked = f"{asked} ({facts})" if facts else asked
    if body.verdict in ("", "answer"):
        words = say("Ruling: {question}", question=question_asked)
    else:
        known_verdict = VERDICTS.get(body.verdict)
        verdict = formatter.catalogue.gettext(known_verdict) if known_verdict else body.verdict.rstrip(".")
        words = say("Ruling: {question} {verdict}.", question=question_asked, verdict=verdict)
    return " ".join(filter(None, (formatter.text(words), body.text)))


def _facts_text(facts: Mapping[str, object], named: Mapping[str, Label], catalogue: Language) -> Iterator[str]:
    """Yield the facts of a question with their labels; for a question that no game has, the values only."""
    for name, value in facts.items():
        if name in named:
            label = named[name]
            yield after_colon(catalogue, catalogue.gettext(label.text), _words(value, label.choices, catalogue))
        elif value and name not in HOUSE_RULE_FACTS:
            yield _words(value, {}, catalogue)


def _words(value: object, choices: Mapping[str, str], catalogue: Language) -> str:
    """Return a fact in words; cards with their suits."""
    if isinstance(value, Mapping):
        texts = (after_colon(catalogue, str(key), _words(one, choices, catalogue)) for key, one in value.items())
        return listed(catalogue, texts)
    if isinstance(value, list | tuple):
        return ", ".join(_words(one, choices, catalogue) for one in value)
    if isinstance(value, bool):
        return catalogue.gettext(N_("yes")) if value else catalogue.gettext(N_("no"))
    if isinstance(value, str) and value in choices:
        return catalogue.gettext(choices[value])
    if isinstance(value, str):
        return SIGNS.get(value, "").translate(PAPER_SUITS) or " ".join(_card(word, catalogue) for word in value.split())
    return str(value)


def _card(word: str, catalogue: Language) -> str:
    try:
        return card_text(Card(word), catalogue).translate(PAPER_SUITS)
    except ValueError:
        return word


def _option(formatter: EntryFormatter, body: OptionChange, has_begun: bool) -> str:
    rule = dict(house_rules(formatter.game.options)).get(body.option)
    if rule is None:
        return ""
    words = option_text(rule, body.value, formatter.catalogue)
    begun = say("House rule from this deal on: {rule}.", rule=words)
    return formatter.text(begun if has_begun else say("House rule from the next deal on: {rule}.", rule=words))


def _refused(formatter: EntryFormatter) -> Iterator[Remark]:
    """Yield the entries that count for nothing since a correction, with the reason."""
    for ruling in formatter.tally.refused:
        entry = formatter.tally.record.entries[(ruling.entry or 1) - 1]
        name = name_of(formatter.tally, entry.number)
        sentence = say("Does not count, {entry}: {why}", entry=name, why=ruling.sentence)
        yield Remark(entry.number, formatter.text(sentence), formatter.origin(entry), formatter.clauses(ruling.clauses))


def _confirmed(formatter: EntryFormatter) -> Iterator[Remark]:
    """Count the entries that each person has confirmed."""
    count = Counter(name for standing in formatter.tally.history for name in standing.agreed)
    if count:
        names = [f"{name} {n}" for name, n in count.items()]
        yield Remark(None, formatter.text(say("Deals confirmed: {names}.", names=names)))


def rules_at_last(tally: Tally, catalogue: Language) -> Iterator[str]:
    """Yield the house rules at the end of the match; for a changed rule, also the deal from which it applies."""
    names = [name for options in (tally.record.options, tally.options) for name, _, _ in chosen(options)]
    for name in dict.fromkeys(names):
        rule = dict(house_rules(tally.options))[name]
        began, now = (getattr(options, name) for options in (tally.record.options, tally.options))
        words = option_text(rule, now, catalogue)
        if began == now and type(began) is type(now):
            yield words
        else:
            before = choice_text(rule, began, catalogue)
            deal = tally.numbers.now.get(next_deal(tally, _changed_by(tally, name)))
            since_deal = say("{rule} (from deal {n} on, before that {before})", rule=words, n=deal, before=before)
            from_next = say("{rule} (from the next deal on, before that {before})", rule=words, before=before)
            yield speak(since_deal if deal else from_next, catalogue)


def _changed_by(tally: Tally, name: str) -> int:
    """Return the last entry that changed a house rule."""
    changes = (one for one in counting(tally.history) if isinstance(one.body, OptionChange) and one.body.option == name)
    return max((one.number for one in changes), default=0)
