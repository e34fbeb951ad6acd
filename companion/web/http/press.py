"""Where pages are printed: one after another, and only once what several phones of a table are to see."""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from threading import RLock
from typing import Any
from weakref import ref

from flask import g, render_template, request
from jinja2 import Environment
from jinja2.runtime import Context

from companion.cache import SharedCache
from companion.parsing import Match
from companion.web.http.locale import lang

FOR_NOW = "for_now"  # the fact of a page in which those are gathered who know the others no longer than it is printed
LONG = 200  # entries of a match, from where on it is printed beside the press; an evening has a hundred
_at_the_press = RLock()  # in turns each page would wait for all, and a poll for each turn


def _turn() -> AbstractContextManager[object]:
    """What takes long holds up no table's news, nor what else takes long: of that few are served at once anyhow."""
    return nullcontext() if g.get("entries", 0) > LONG else _at_the_press


class Forgetful(Context):
    """What a template knows: all facts of its page, and itself by every macro that it defines.

    So it would be kept, and a long match with it, until Python's collector looks at all there is, for which all phones
    wait: two seconds were seen. It is told to forget as soon as the page is printed.
    """

    def __init__(self, environment: Environment, parent: dict[str, Any], *rest: Any, **named: Any):
        super().__init__(environment, parent, *rest, **named)
        for_now: list[Forgetful] = parent.get(FOR_NOW, [])
        for_now.append(self)

    def forget(self) -> None:
        self.vars.clear()
        self.parent = {}


def printed(template: str, **facts: object) -> str:
    for_now: list[Forgetful] = []
    with _turn():
        try:
            return render_template(template, **facts, **{FOR_NOW: for_now})
        finally:
            for one in for_now:
                one.forget()


Print = tuple[ref[Match], object, str, str]  # of which match, what is told beside it, under which entry id, the text


class Shared:
    """What was printed of a match, for the next phone that is to see the same; up to `room` characters in all.

    It is of that very match as it was read, not of its version: a database that was restored, or a standby that took
    over, may count to the same one with other entries. How long a match is kept is decided where it is read: what is
    printed of it does not hold on to it, nor to what it was before the latest entry.
    """

    def __init__(self, room: int):
        self._prints: SharedCache[Hashable, Print] = SharedCache(room, lambda one: len(one[-1]))

    def get(self, match: Match, kind: Hashable, beside: object, entry_id: str, work: Callable[[], str]) -> str:
        """What `work` prints, or what was printed for another phone under its own `entry_id`.

        `kind`: which of a few that are kept side by side; `beside`: all that is told that is not the match's.
        """
        today = datetime.now().astimezone().date()  # a time of another day is told with its date
        key = (kind, lang(), request.script_root, today)
        with _turn():
            of, told, under, text = self._prints.get(key) or (None, None, "", "")
            if of is not None and of() is match and told == beside:
                return text.replace(under, entry_id)
            text = work()
            self._prints[key] = ref(match), beside, entry_id, text
            return text
