"""Shared fixtures, and settings: property tests have no deadline and the same examples in every run."""

import gc
import os
from collections.abc import Iterator
from itertools import count

import psycopg
import pytest
import toy
from flask import Flask
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache
from support import postgres as postgresql
from support.director import Director
from support.phones import Phone, codes, new_app, new_table
from support.share import some

from companion import games
from companion.app import Companion
from companion.store import open_store
from companion.store.postgres import leave
from companion.web.http.rate_limit import Rates

# Those of the browser are also for the tests of a game, which are in its folder.
pytest_plugins = ["browser.fixtures", "support.commands", "support.stores"]
DATABASES = count()

settings.register_profile(
    "companion",
    max_examples=some(60),  # tests that need more set their own number; the profile `many` has more
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("many", settings.get_profile("companion"), max_examples=4000, derandomize=False)
settings.load_profile("companion")


def pytest_collection_finish() -> None:
    """Exclude the collected tests from garbage collection, which took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(scope="session", autouse=True)
def sixth_game() -> Iterator[None]:
    """Add the toy to the games, so that everything common to all games is tested with it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(games, "GAMES", (*games.GAMES, toy.GAME))
        yield


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile each template once per run, not once per app or worker, which took half of the time of the page tests."""
    own = tmp_path_factory.getbasetemp()
    cache = FileSystemBytecodeCache(str(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own))
    Companion.jinja_options = {**Companion.jinja_options, "bytecode_cache": cache}


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgresql.Server]:
    if postgresql.programs() is None:
        pytest.skip(f"PostgreSQL is not installed: {postgresql.WHERE}")
    with postgresql.folder() as place:
        server = postgresql.Server(place, 5432)
        server.make()
        server.start()
        yield server
        server.stop()


@pytest.fixture
def address(postgres: postgresql.Server) -> Iterator[str]:
    """Create an empty PostgreSQL database with our tables."""
    name = f"test{next(DATABASES)}"
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    store = open_store(postgres.url(name))
    store.prepare()
    store.close()
    yield postgres.url(name)
    leave(postgres.url(name))


@pytest.fixture(scope="session")
def house(compiled_templates: None, sixth_game: None, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """Return one app for all tests, which use their own phones and matches."""
    return new_app(tmp_path_factory.mktemp("house"))


@pytest.fixture
def app(house: Flask) -> Flask:
    """Return the app with empty rate counters."""
    house.extensions["rates"] = Rates()
    return house


@pytest.fixture
def table(app: Flask) -> Phone:
    """Return the phone that has just made a match of the toy."""
    return new_table(app)


@pytest.fixture
def owner(app: Flask) -> Phone:
    """Return the phone that owns a new match of the toy."""
    return new_table(app)


@pytest.fixture
def writer(app: Flask, owner: Phone) -> Phone:
    """Return a second phone of that match, Bo's, which may write."""
    phone = Phone(app, owner.match)
    phone.enter(codes(app, owner.match)[0], "Bo")
    return phone


@pytest.fixture
def reader(app: Flask, owner: Phone) -> Phone:
    """Return a phone of that match that may only read."""
    phone = Phone(app, owner.match)
    phone.enter(codes(app, owner.match)[1])
    return phone


@pytest.fixture
def anna(app: Flask) -> Phone:
    """Return the phone of Anna, who owns a new match of the toy."""
    phone = new_table(app)
    phone.post("/who", player="Anna")
    return phone


@pytest.fixture
def bo(app: Flask, anna: Phone) -> Phone:
    """Return the phone of Bo in Anna's match; a module may have another Anna."""
    phone = Phone(app, anna.match)
    phone.enter(codes(app, anna.match)[0], "Bo")
    return phone


@pytest.fixture
def director(app: Flask) -> Director:
    """Return the phone that runs a Swiss tournament for tables of two."""
    return Director(app, seating="swiss", seats="2")


@pytest.fixture
def toys(app: Flask) -> Director:
    """Return the phone that runs a series of three rounds for tables of two."""
    return Director(app, "series", "toy", seats="2", seating="meet", rounds="3")
