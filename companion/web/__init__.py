"""The pages. Each request: read -> tally -> append -> render."""

from flask import Flask

from companion.web import board, errors, filters, join, match, new, printing, share, start


def register(app: Flask) -> None:
    filters.register(app)
    errors.register(app)
    for blueprint in (start.pages, new.pages, join.pages, match.pages, board.pages, printing.pages, share.pages):
        app.register_blueprint(blueprint)
