"""Times of the record as people read them on their own wall."""

from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date, format_skeleton

from companion.languages import LANGUAGES


@dataclass(frozen=True)
class Clock:
    """Reads RFC 3339 times in the zone of `printed`, or without it in that of the machine."""

    lang: str
    printed: datetime | None = None

    def time(self, at: str | None) -> str:
        """The time of day; text that is no time stays as it is."""
        local = self.local(at)
        return f"{local:%H:%M}" if local else at or ""

    def date(self, at: str | None) -> str:
        local = self.local(at)
        return format_date(local, "full", locale=LANGUAGES[self.lang].locale) if local else ""

    def day(self, at: str | None) -> str:
        """The day without its year, short."""
        local = self.local(at)
        return format_skeleton("MMMd", local, locale=LANGUAGES[self.lang].locale) if local else ""

    def full_day(self, moment: datetime) -> str:
        """The day with its year, short."""
        return format_date(moment, "medium", locale=LANGUAGES[self.lang].locale)

    def local(self, at: str | None) -> datetime | None:
        """The moment on this clock; None for text that is no time."""
        try:
            moment = datetime.fromisoformat(at or "")
            aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
            return aware.astimezone(self.printed.tzinfo if self.printed else None)
        except (ValueError, OverflowError, OSError):
            return None
