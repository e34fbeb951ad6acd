"""Where pages are printed: one after another, and only once what several phones of a table are to see."""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from threading import RLock
from weakref import ref

from flask import g, render_template, request

from companion.memory import Weighed
from companion.reading import Match
from companion.web.reader import lang

LONG = 200  # entries of a match, from where on it is printed beside the press; an evening has a hundred
_at_the_press = RLock()  # in turns each page would wait for all, and a poll for each turn


def _turn() -> AbstractContextManager[object]:
    """What takes long holds up no table's news, nor what else takes long: of that few are served at once anyhow."""
    return nullcontext() if g.get("entries", 0) > LONG else _at_the_press


def printed(template: str, **facts: object) -> str:
    with _turn():
        return render_template(template, **facts)


class Shared:
    """What was printed of a match, for the next phone that is to see the same; up to `room` characters in all.

    It is of that very match as it was read, not of its version: a database that was restored, or a standby that took
    over, may count to the same one with other entries. How long a match is kept is decided where it is read: what is
    printed of it does not hold on to it, nor to what it was before the latest entry.
    """

    def __init__(self, room: int):
        self._prints: Weighed[Hashable, tuple[ref[Match], object, str, str]] = Weighed(room)

    def get(self, match: Match, kind: Hashable, beside: object, entry_id: str, work: Callable[[], str]) -> str:
        """What `work` prints, or what was printed for another phone under its own `entry_id`.

        `kind`: which of a few that are kept side by side; `beside`: all that is told that is not the match's.
        """
        today = datetime.now().astimezone().date()  # a time of another day is told with its date
        key = (kind, lang(), request.script_root, today)
        with _turn():
            of, told, under, text = self._prints.find(key) or (None, None, "", "")
            if of is not None and of() is match and told == beside:
                return text.replace(under, entry_id)
            text = work()
            self._prints.keep(key, (ref(match), beside, entry_id, text), len(text))
            return text
