"""Run the given tests inside the Python of phones, without those that need a server or another browser."""

import os
import sys
from unittest.mock import MagicMock

ABSENT = (
    *("psycopg", "psycopg.rows", "psycopg_pool", "psycopg.conninfo", "psycopg.errors", "psycopg.types"),
    *("psycopg.types.json", "playwright", "playwright.sync_api", "axe_playwright_python", "axe_playwright_python.base"),
    *("waitress", "waitress.server", "waitress.channel", "waitress.parser", "waitress.task"),
    *("zeroconf", "ifaddr", "rjsmin"),
)
for name in ABSENT:
    sys.modules[name] = MagicMock(__path__=[], __spec__=None)
os.chdir("/repo")
sys.path[:0] = ["/stage/stage/site", "/stage/inside", "/repo", "/repo/tests", "/site"]
sys.dont_write_bytecode = True
import pytest  # noqa: E402

how = ("-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", "--no-header", "-r", "fE", "--tb", "line")
int(pytest.main([*how, "-W", "ignore:It looks like .register_random", *given]))  # noqa: F821 - run.mjs gives them
