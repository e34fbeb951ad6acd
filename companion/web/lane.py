"""A lane of its own for heavy work: paper, searches through heaps of cards, match files taken in.

One such work at a time, counted before it begins: whatever others ask for, a poll is answered at once.
"""

from collections.abc import Callable
from functools import wraps
from threading import BoundedSemaphore
from typing import ParamSpec, TypeVar

from flask import abort

from companion.limits import HEAVY_WAIT
from companion.web.phone import phone
from companion.web.rates import here, keep_pace, rates

P = ParamSpec("P")
R = TypeVar("R")
WORKING = BoundedSemaphore(1)
WAITING = BoundedSemaphore(2)  # the one that works and one that waits: more would take the threads of the polls


def heavy(view: Callable[P, R]) -> Callable[P, R]:
    """Turn away (429, 503) whoever asks too often, or while others are being served."""

    @wraps(view)
    def in_turn(*args: P.args, **kwargs: P.kwargs) -> R:
        keep_pace(rates().heavy_here, here())
        keep_pace(rates().heavy, phone() or here())
        if not WAITING.acquire(blocking=False):
            abort(503)
        try:
            if not WORKING.acquire(timeout=HEAVY_WAIT):
                abort(503)
            try:
                return view(*args, **kwargs)
            finally:
                WORKING.release()
        finally:
            WAITING.release()

    return in_turn
