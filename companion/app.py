"""Wire the web app together."""

import mimetypes
import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TypeAlias

from flask import Flask, request
from flask_babel import Babel
from werkzeug.routing import BaseConverter

from companion import resources, web
from companion.instance import database, private, secret
from companion.instance import instance as default_instance
from companion.limits import LARGEST_REQUEST
from companion.store import Opener, is_address, open_store
from companion.store.shared import DatabaseCounter, DatabaseScreens, MemoryScreens
from companion.translation import CATALOGUES
from companion.web.http import assets, capabilities, locale, request_store, security
from companion.web.http.access import PollMiddleware
from companion.web.http.device import Cookie
from companion.web.http.rate_limit import Rates

TEN_MINUTES = 600
NUL = "\0"  # PostgreSQL cannot store it

mimetypes.add_type("application/manifest+json", ".webmanifest")


class Segment(BaseConverter):
    """URL converter for one segment of a path, without NUL."""

    regex = f"[^/{NUL}]+"
    part_isolating = True


ExcInfo: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class Companion(Flask):
    """A Flask app that logs the route instead of the address, which may contain a join code."""

    jinja_options = resources.JINJA

    def log_exception(self, exc_info: ExcInfo) -> None:
        self.logger.error("Exception in %s", request.url_rule or "an unknown route", exc_info=exc_info)


def create_app(
    instance: Path | None = None,
    store: Opener | None = None,
    can: capabilities.Capabilities = capabilities.ON_A_SERVER,
    **config: object,
) -> Flask:
    """Create the app.

    Args:
        instance: The folder of the matches; COMPANION_INSTANCE or ./instance by default.
        store: Opens connections to the database; by default the one in the folder.
        can: The capabilities of the place where it runs.
        config: Flask configuration.
    """
    folder = private((instance or default_instance()).resolve())
    app = Companion("companion", instance_path=str(folder), static_folder=str(resources.folder("static")))
    app.config.update(
        SECRET_KEY=secret(folder / "secret.key"),
        DATABASE="" if store else str(database(folder)),
        MAX_CONTENT_LENGTH=LARGEST_REQUEST,
        MAX_FORM_MEMORY_SIZE=LARGEST_REQUEST,
        SEND_FILE_MAX_AGE_DEFAULT=TEN_MINUTES,  # cached from page to page, but updated soon after an upgrade
        HOSTS=tuple(filter(None, os.environ.get("COMPANION_HOSTS", "").split(","))),
        BABEL_TRANSLATION_DIRECTORIES=str(CATALOGUES),
        BABEL_DEFAULT_LOCALE="en",
    )
    app.config.update(config)
    app.url_map.converters["default"] = Segment
    app.jinja_loader = resources.loader()
    app.session_interface = Cookie()
    Babel(app, locale_selector=locale.negotiated)
    with suppress(ImportError):  # written in C, so it is not installed everywhere; without it pages are larger
        from flask_compress import Compress  # noqa: PLC0415

        Compress(app)
    _know_of_other_servers(app)
    opener = store or partial(open_store, app.config["DATABASE"])
    first = opener()
    app.extensions["upgraded"] = first.prepare()
    first.close()
    request_store.register(app, opener)
    capabilities.register(app, can)
    app.after_request(security.set_headers)
    web.register(app)
    app.wsgi_app = PollMiddleware(app, app.wsgi_app)  # type: ignore[method-assign]
    return app


def warm(app: Flask) -> None:
    """Compile all templates and compress the common files before the first request."""
    names = app.jinja_env.list_templates(extensions=["html"])
    for name in sorted(names, key=lambda name: not name.startswith(("_fragments", "match"))):
        app.jinja_env.get_template(name)
    with app.app_context():
        assets.warm()


def _know_of_other_servers(app: Flask) -> None:
    """Count rates and pair televisions in the database where several servers share it, else in memory."""
    address, key = app.config["DATABASE"], app.config["SECRET_KEY"]
    if is_address(address):
        database = partial(open_store, address)
        app.extensions["rates"] = Rates(partial(DatabaseCounter, database, key))
        app.extensions["screens"] = DatabaseScreens(database)
    else:
        app.extensions["rates"] = Rates()
        app.extensions["screens"] = MemoryScreens()
