"""The connection to the database that a request uses, handed on from one request to the next.

The one that was used last goes first: what it has read of the database is still true, if it wrote there itself.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, current_app, g

from companion.store import Opener, Store


def register(app: Flask, opener: Opener) -> None:
    app.extensions["opener"] = opener
    app.extensions["stores"] = deque()
    app.teardown_appcontext(_put_back)


def store() -> Store:
    """This request's connection: one that an earlier request has put back, or a new one."""
    if "store" not in g:
        g.store = _taken(current_app)
    found: Store = g.store
    return found


@contextmanager
def lent(app: Flask) -> Iterator[Store]:
    """A connection for something that is no request of the app."""
    used = _taken(app)
    try:
        yield used
    finally:
        _give_back(app, used)


def _taken(app: Flask) -> Store:
    idle: deque[Store] = app.extensions["stores"]
    try:
        return idle.pop()
    except IndexError:
        found: Store = app.extensions["opener"]()
        return found


def close(app: Flask) -> None:
    """Close what waits for the next request: the server has ended."""
    idle: deque[Store] = app.extensions["stores"]
    while idle:
        idle.pop().close()


def _put_back(_: BaseException | None) -> None:
    """After a request: its connection waits for the next one."""
    used = g.pop("store", None)
    if used is not None:
        _give_back(current_app, used)


def _give_back(app: Flask, used: Store) -> None:
    """With nothing half done."""
    used.idle()
    app.extensions["stores"].append(used)
