"""Ways in which a server is asked: with https, behind a proxy, under a path, and by its names."""

from http.client import HTTPConnection
from pathlib import Path

import pytest
from flask import Flask
from support.app_server import served
from support.phones import new_app, new_table, stored
from werkzeug.test import EnvironBuilder, run_wsgi_app

from companion.network import Reach
from companion.web.http.security import BehindProxy, is_public_name


class TestHttps:
    """With https the cookie is for https only, and browsers remember https; on local names they do not."""

    def test_the_cookie(self, app: Flask) -> None:
        cookie = app.test_client().get("/", base_url="https://192.168.1.23").headers["Set-Cookie"]
        assert cookie.startswith("__Host-companion=")
        assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
        assert "Max-Age=31536000" in cookie
        plain = app.test_client().get("/", base_url="http://192.168.1.23").headers["Set-Cookie"]
        assert plain.startswith("companion=")
        assert "Secure" not in plain

    @pytest.mark.parametrize(
        ("base", "counts"),
        [
            ("http://nas.local", "companion"),
            ("https://nas.local", "__Host-companion"),
            ("https://nas.local/cards", "__Secure-companion"),
        ],
    )
    def test_one_name_counts_for_each_way_of_asking(self, app: Flask, base: str, counts: str) -> None:
        """A cookie with another name, set over http or by a neighbouring host, does not identify the phone."""
        owner = new_table(app)
        cookie = owner.client.get_cookie("companion")
        assert cookie
        version = stored(app).version(owner.match)
        for name in ("companion", "__Host-companion", "__Secure-companion"):
            for page, status in (("", 200), (f"/live?after={version}", 204)):
                asking = {"Cookie": f"{name}={cookie.value}"}
                client = app.test_client(use_cookies=False)
                answer = client.get(f"/m/{owner.match}{page}", base_url=base, headers=asking)
                assert answer.status_code == (status if name == counts else 404), (name, page)

    def test_a_cookie_under_a_path_is_not_sent_to_neighbours(self, app: Flask) -> None:
        phone = app.test_client()
        cookie = phone.get("/", base_url="https://nas.local/cards").headers["Set-Cookie"]
        assert cookie.startswith("__Secure-companion=")
        assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/cards/"} <= set(cookie.split("; "))
        assert "Path=/cards/" in app.test_client().get("/", base_url="http://nas.local/cards").headers["Set-Cookie"]
        assert phone.get("/", base_url="https://nas.local/other").headers["Set-Cookie"] != cookie
        again = phone.get("/", base_url="https://nas.local/cards").headers["Set-Cookie"]
        assert again.split(";")[0] == cookie.split(";")[0], "who it is, it stays"

    def test_strict_transport(self, tmp_path: Path) -> None:
        app = new_app(tmp_path, HOSTS=("cards.example",))
        name = "Strict-Transport-Security"
        assert name in app.test_client().get("/", base_url="https://cards.example").headers
        assert name not in app.test_client().get("/", base_url="http://cards.example").headers
        assert name not in new_app(tmp_path).test_client().get("/", base_url="https://companion.local").headers
        assert name not in app.test_client().get("/", base_url="https://cards.example/at/a/path").headers
        app.extensions["reach"] = Reach(8000, public_url="https://cards.example")
        told = app.test_client().get("/", base_url="http://cards.example").headers
        assert name in told, "what phones are told, though its proxy does not say how it was asked"
        app.extensions["reach"] = Reach(8000, public_url="https://cards.example/at/a/path")
        assert name not in app.test_client().get("/", base_url="http://cards.example").headers


class TestBehindProxy:
    """Proxy headers are trusted only from the configured address."""

    @pytest.mark.parametrize(
        ("comes_from", "cookie"), [("127.0.0.2", "__Host-companion="), ("127.0.0.3", "companion=")]
    )
    def test_only_headers_of_the_proxy_count(self, app: Flask, comes_from: str, cookie: str) -> None:
        with served(BehindProxy(app, "127.0.0.2")) as server:
            asking = HTTPConnection("127.0.0.1", server.effective_port, timeout=5, source_address=(comes_from, 0))
            told = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7", "X-Forwarded-Host": "127.0.0.1"}
            asking.request("GET", "/", headers=told)
            answer = asking.getresponse()
            assert str(answer.getheader("Set-Cookie")).startswith(cookie)
            answer.read()
            asking.close()

    @pytest.mark.parametrize(("comes_from", "path"), [("127.0.0.2", "/cards/"), ("127.0.0.3", "/")])
    def test_who_says_under_which_path_it_is_mounted(self, app: Flask, comes_from: str, path: str) -> None:
        with served(BehindProxy(app, "127.0.0.2")) as server:
            asking = HTTPConnection("127.0.0.1", server.effective_port, timeout=5, source_address=(comes_from, 0))
            asking.request("GET", "/", headers={"X-Forwarded-Prefix": "/cards"})
            answer = asking.getresponse()
            assert f"Path={path};" in f"{answer.getheader('Set-Cookie')};"
            assert ('href="/cards/' in answer.read().decode()) == (path == "/cards/")
            asking.close()

    @pytest.mark.parametrize(
        ("told", "known", "path"),
        [
            ("/cards", None, "/cards/"),
            ("/a/b-c.d/", None, "/a/b-c.d/"),
            ("/evil, /cards", None, "/cards/"),
            ("//evil.example", None, "/"),
            ("/cards//evil.example", None, "/"),
            ("https://evil.example", None, "/"),
            ("/\\evil.example", None, "/"),
            ("/..", None, "/"),
            ("/a;b", None, "/"),
            ("evil.example", None, "/"),
            ("/cards", "/cards", "/cards/"),
            ("/other", "/cards", "/"),
            ("/cards", "", "/"),
        ],
    )
    def test_only_the_configured_path_counts(self, app: Flask, told: str, known: str | None, path: str) -> None:
        """A proxy that does not set the header passes on what the client has sent."""
        sent = {"REMOTE_ADDR": "127.0.0.2", "HTTP_X_FORWARDED_PREFIX": told}
        environ = {**EnvironBuilder("/language", method="POST").get_environ(), **sent}
        _, _, headers = run_wsgi_app(BehindProxy(app, "127.0.0.2", known), environ)
        assert headers["Location"] == path


class TestNames:
    """Only the server's own names are accepted, so that a page of another site cannot use a name of its own."""

    OURS = ("localhost:8000", "127.0.0.1", "192.168.1.23:8000", "[fd00::2]:8000", "companion.local", "box.fritz.box")
    FOREIGN = ("evil.example", "evil.example:8000", "x" * 300, "a..b", "", "[", "evil.example\\@127.0.0.1", "a_b.c")

    @pytest.mark.parametrize("host", OURS)
    def test_ours(self, app: Flask, host: str) -> None:
        assert app.test_client().get("/", headers={"Host": host}).status_code == 200

    @pytest.mark.parametrize("host", FOREIGN)
    def test_foreign(self, app: Flask, host: str, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(app.extensions, "reach", Reach(8000))  # as `companion serve` does
        answer = app.test_client().get("/j/SECRET22", headers={"Host": host})
        assert answer.status_code == 400
        assert "companion" in answer.text

    def test_a_name_that_no_address_can_be_built_on_is_foreign(self) -> None:
        """Such as our kind of name without letters; the test client cannot request it either."""
        assert is_public_name("xn--.local:8000")
        assert not is_public_name("xn--kket-5qa.local:8000")

    def test_chosen_names_count_alone(self, tmp_path: Path) -> None:
        app = new_app(tmp_path, HOSTS=("cards.example",))
        assert app.test_client().get("/", headers={"Host": "cards.example"}).status_code == 200
        answer = app.test_client().get("/", headers={"Host": "127.0.0.1"})
        assert answer.status_code == 400
        assert "cards.example" in answer.text

    def test_the_origin_of_a_write_has_our_scheme(self, app: Flask) -> None:
        client = app.test_client()
        for origin, status in (("http://localhost", 303), ("https://localhost", 403), ("null", 403)):
            answer = client.post("/language", data={"lang": "sv"}, headers={"Origin": origin})
            assert answer.status_code == status
        assert "http://localhost" in answer.text
