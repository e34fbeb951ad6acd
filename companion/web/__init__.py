"""The pages. Each request: read -> tally -> append -> render."""

from flask import Flask

from companion.web import errors, filters, match, new, printing, share, start


def register(app: Flask) -> None:
    filters.register(app)
    errors.register(app)
    for blueprint in (start.pages, new.pages, match.pages, printing.pages, share.pages):
        app.register_blueprint(blueprint)
