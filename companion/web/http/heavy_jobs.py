"""A lane of its own for heavy work: paper, long searches, match files taken in, statistics of long matches.

One such work at a time, counted before it begins: whatever others ask for, a poll is answered at once.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from threading import BoundedSemaphore
from typing import ParamSpec, TypeVar

from flask import abort

from companion.clock import patience
from companion.limits import AT_ONCE, HEAVY_WAIT, THINKING
from companion.web.http.device import phone
from companion.web.http.rates import here, keep_pace, rates

P = ParamSpec("P")
R = TypeVar("R")
WORKING = BoundedSemaphore(1)
WAITING = BoundedSemaphore(2)  # the one that works and one that waits: more would take the threads of the others


@contextmanager
def lane() -> Iterator[None]:
    """The one place for heavy work; whoever asks too often (429), or while others are being served (503), has none."""
    keep_pace(rates().heavy_here, here())
    keep_pace(rates().heavy, phone() or here())
    if not WAITING.acquire(blocking=False):
        abort(503)
    try:
        if not WORKING.acquire(timeout=HEAVY_WAIT):
            abort(503)
        try:
            yield
        finally:
            WORKING.release()
    finally:
        WAITING.release()


def heavy(view: Callable[P, R]) -> Callable[P, R]:
    """A page that is heavy work whenever it is asked for."""

    @wraps(view)
    def in_turn(*args: P.args, **kwargs: P.kwargs) -> R:
        with lane():
            return view(*args, **kwargs)

    return in_turn


@contextmanager
def thinking() -> Iterator[Callable[[], bool]]:
    """How long one thought may take, as its `give_up`: a moment as it comes, and the rest of its time in the lane."""
    with ExitStack() as stack:
        moment = patience(AT_ONCE)
        rest: list[Callable[[], bool]] = []

        def give_up() -> bool:
            if not rest and moment():
                stack.enter_context(lane())
                rest.append(patience(THINKING))
            return bool(rest) and rest[0]()

        yield give_up
