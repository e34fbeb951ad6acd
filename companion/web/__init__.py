"""The pages. Each request: read -> tally -> append -> render."""

from flask import Flask

from companion.web import (
    access,
    board,
    errors,
    evenings,
    filters,
    join,
    match,
    new,
    printing,
    rates,
    referee,
    rules,
    share,
    start,
    table,
    trust,
)


def register(app: Flask) -> None:
    filters.register(app)
    errors.register(app)
    app.before_request(access.refuse_strangers)
    app.before_request(rates.slow_down)
    for part in (start, new, join, match, board, referee, rules, printing, share, table, trust, evenings):
        app.register_blueprint(part.pages)
