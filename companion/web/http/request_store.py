"""Lend each request a connection to the database, and hand it on to the next request.

The connection used last is lent first, because its database cache is the freshest.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask, current_app, g

from companion.store import Opener, Store
from companion.store.shared import DatabaseScreens, MemoryScreens


def register(app: Flask, opener: Opener) -> None:
    """Set up the pool of connections of an app."""
    app.extensions["opener"] = opener
    app.extensions["stores"] = deque()
    app.teardown_appcontext(_put_back)


def store() -> Store:
    """Return the connection of this request: one from the pool, or a new one."""
    if "store" not in g:
        g.store = _taken(current_app)
    opened: Store = g.store
    return opened


def screens() -> MemoryScreens | DatabaseScreens:
    """Return the televisions of this app that wait to be paired."""
    waiting: MemoryScreens | DatabaseScreens = current_app.extensions["screens"]
    return waiting


@contextmanager
def borrowed_store(app: Flask) -> Iterator[Store]:
    """Lend a connection outside of a request."""
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
        opened: Store = app.extensions["opener"]()
        return opened


def close(app: Flask) -> None:
    """Close the idle connections when the server has ended."""
    idle: deque[Store] = app.extensions["stores"]
    while idle:
        idle.pop().close()


def _put_back(_: BaseException | None) -> None:
    used = g.pop("store", None)
    if used is not None:
        _give_back(current_app, used)


def _give_back(app: Flask, used: Store) -> None:
    used.idle()
    app.extensions["stores"].append(used)
