"""The connection to the database that a request uses, handed on from one request to the next."""

from queue import Empty, SimpleQueue

from flask import Flask, current_app, g

from companion.store import Opener, Store


def register(app: Flask, opener: Opener) -> None:
    app.extensions["opener"] = opener
    app.extensions["stores"] = SimpleQueue()
    app.teardown_appcontext(_put_back)


def store() -> Store:
    """This request's connection: one that an earlier request has put back, or a new one."""
    if "store" not in g:
        idle: SimpleQueue[Store] = current_app.extensions["stores"]
        try:
            g.store = idle.get_nowait()
        except Empty:
            g.store = current_app.extensions["opener"]()
    found: Store = g.store
    return found


def _put_back(_: BaseException | None) -> None:
    """After a request: its connection waits for the next one, with nothing half done."""
    used = g.pop("store", None)
    if used is not None:
        used.idle()
        current_app.extensions["stores"].put(used)
