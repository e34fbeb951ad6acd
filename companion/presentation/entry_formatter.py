"""Format the entries of one match in one language: times, origins, reasons, cited clauses."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cached_property  # noqa: TID251 - over in a moment

from babel.dates import format_date, format_skeleton

from companion.languages import LANGUAGES
from companion.presentation.entry_text import moves, reason_words
from companion.rulebooks import Book, Clause, book, written_in
from companion.rules.entries import Entry
from companion.rules.game import Game
from companion.rules.messages import Say, say
from companion.rules.tally import Notice, Tally
from companion.translation import PAPER_SUITS, Language, bidi_unbroken, speak

HOUR, DAY = 60, 24 * 60  # minutes


@dataclass(frozen=True)
class Clock:
    """A clock that shows RFC 3339 times in a time zone, or without one in that of the machine."""

    lang: str
    zone: tzinfo | None = None

    def time(self, at: str | None) -> str:
        """Return the time of day; a text that is not a time is returned unchanged."""
        local = self.local(at)
        return f"{local:%H:%M}" if local else at or ""

    def date(self, at: str | None) -> str:
        """Return the full date; empty if the text is not a time."""
        local = self.local(at)
        return format_date(local, "full", locale=LANGUAGES[self.lang].locale) if local else ""

    def day(self, at: str | None) -> str:
        """Return the day in short form, without the year."""
        local = self.local(at)
        return format_skeleton("MMMd", local, locale=LANGUAGES[self.lang].locale) if local else ""

    def weekday(self, at: str | None) -> str:
        """Return the day of the week and of the month; empty if the text is not a time."""
        local = self.local(at)
        return format_skeleton("MMMMEEEEd", local, locale=LANGUAGES[self.lang].locale) if local else ""

    def full_day(self, moment: datetime) -> str:
        """Return the day in short form, with the year."""
        return format_date(moment, "medium", locale=LANGUAGES[self.lang].locale)

    def local(self, at: str | None) -> datetime | None:
        """Return the moment in the zone of this clock; None if the text is not a time."""
        try:
            moment = datetime.fromisoformat(at or "")
            aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            return aware.astimezone(self.zone)
        except (ValueError, OverflowError, OSError):
            return None


@dataclass(frozen=True)
class EntryFormatter:
    """The game, tally, language and clock with which entries are put into words."""

    game: Game
    tally: Tally
    lang: str
    catalogue: Language
    clock: Clock

    def text(self, msgid: Say) -> str:
        """Translate a sentence, with non-breaking names."""
        return speak(msgid, self.catalogue, bidi_unbroken)

    def reason(self, text: str) -> str:
        """Return a reason: translated if forms offer it, else as it was typed."""
        return self.text(reason_words(text))

    def origin(self, entry: Entry) -> str:
        """Return who wrote an entry and when."""
        return ", ".join(one for one in (bidi_unbroken(entry.by or ""), self.when(entry.at)) if one)

    def when(self, at: str | None) -> str:
        """Return the time of day, with the day if it is not the day of the first entry."""
        time, day, began = self.clock.time(at), self.clock.local(at), self.clock.local(self.began)
        return f"{self.clock.day(at)} {time}" if day and began and day.date() != began.date() else time

    @cached_property
    def moved(self) -> frozenset[int]:
        """Return the entries that change a player's number."""
        return frozenset(line.entry for line in self.tally.lines if moves(line))

    @cached_property
    def unseen(self) -> Mapping[int, Notice]:
        """Return the facts that no number shows, by their entries."""
        return {line.entry: line.notice for line in self.tally.lines if line.notice}

    @cached_property
    def began(self) -> str | None:
        """Return the time of the first entry that has one."""
        return next((entry.at for entry in self.tally.record.entries if self.clock.local(entry.at)), None)

    @cached_property
    def ended(self) -> str | None:
        """Return the time of the last entry that has one."""
        return next((one.at for one in reversed(self.tally.record.entries) if self.clock.local(one.at)), None)

    @property
    def evening(self) -> str:
        """Return the day of the match, its start and end, and its length if it began and ended on one day."""
        first, last = self.clock.local(self.began), self.clock.local(self.ended)
        if first is None or last is None:
            return ""
        from_to = last.replace(second=0, microsecond=0) - first.replace(second=0, microsecond=0)  # whole minutes
        date, minutes = self.clock.date(self.began), int(from_to.total_seconds() // 60)
        if minutes <= 0:
            return date
        words = {"date": date, "start": self.when(self.began), "end": self.when(self.ended)}
        if minutes >= DAY:
            return self.text(say("{date}, {start} to {end}", **words))
        whole = say("{hours} h {minutes} min", hours=minutes // 60, minutes=minutes % 60)
        length = self.text(whole if minutes >= HOUR else say("{n} min", n=minutes)).replace(" ", "\N{NO-BREAK SPACE}")
        return self.text(say("{date}, {start} to {end} ({length})", **words, length=length))

    def clauses(self, ids: tuple[str, ...]) -> tuple[str, ...]:
        """Cite clauses by their numbers in the printed book, with the heading if the book is in this language."""
        cited = ((book(one.partition(".")[0], self.lang), one) for one in ids)
        return tuple(self._clause(rules, clause) for rules, one in cited if (clause := rules.clause(one)))

    def _clause(self, rules: Book, clause: Clause) -> str:
        cited = self.text(say("rule {n}", n=rules.number(clause.id)))
        is_read = written_in(rules.game, self.lang) == self.lang
        return f"{cited}, {clause.heading}".translate(PAPER_SUITS) if is_read else cited
