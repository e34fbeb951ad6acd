"""The connection to the database that a request uses, handed on from one request to the next."""

from queue import Empty, SimpleQueue

from flask import current_app, g

from companion.store import Store


def store() -> Store:
    """This request's connection: one that an earlier request has put back, or a new one."""
    if "store" not in g:
        idle: SimpleQueue[Store] = current_app.extensions["stores"]
        try:
            g.store = idle.get_nowait()
        except Empty:
            g.store = Store(current_app.config["DATABASE"])
    found: Store = g.store
    return found


def put_back(_: BaseException | None) -> None:
    """After a request: its connection waits for the next one, with nothing half done."""
    used = g.pop("store", None)
    if used is not None:
        if used.db.conn.in_transaction:
            used.db.rollback()
        current_app.extensions["stores"].put(used)
