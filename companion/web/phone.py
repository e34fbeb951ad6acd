"""Who is asking: a phone is known by its signed cookie.

The cookie is signed without time: a server whose clock goes back would otherwise throw out everybody who came since,
and answer with a new identity in the place of the good one. For the same reason an identity is made only where the
phone gains something by it, never by a poll or an error.
"""

import hashlib
import secrets
from functools import lru_cache

from flask import Flask, Response, request, session
from flask.json.tag import TaggedJSONSerializer
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature, Serializer, URLSafeSerializer
from werkzeug.wrappers import Request

PLAIN = "companion"
ENCRYPTED = "__Host-companion"  # browsers take this name over https only, for this host and every path
MOUNTED = "__Secure-companion"  # over https only, under a path: the neighbours at that host are not told who plays
YEAR = 365 * 24 * 3600
PHONES = 4000  # whose cookies are known by sight
LONGEST = 1000  # characters of cookies that are remembered


def phone() -> str:
    """The identity of this phone; empty where it has none yet."""
    return str(session.get("phone", ""))


def known_phone() -> str:
    """The identity of this phone, made now if it has none: only where it gains a match, a seat or a page of its own."""
    if "phone" not in session:
        session["phone"] = secrets.token_hex(16)
    return phone()


class Cookie(SecureCookieSessionInterface):
    """The session in a cookie that never grows old by itself; cookies of earlier versions, signed with time, count."""

    def get_cookie_name(self, app: Flask) -> str:
        if not request.is_secure:
            return PLAIN
        return MOUNTED if request.script_root else ENCRYPTED

    def get_cookie_path(self, app: Flask) -> str:
        return f"{request.script_root}/"

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        for name in (MOUNTED, ENCRYPTED, PLAIN):
            found = self._read(app, request.cookies.get(name, ""))
            if found is not None:
                return self.session_class(found)
        return self.session_class()

    def _read(self, app: Flask, text: str) -> dict[str, object] | None:
        found = _identity(app.secret_key or "", text) if text else None
        if text and found is None:
            found = _signed(self.get_signing_serializer(app), text)  # no max_age: its clock is not asked
        return found if isinstance(found, dict) else None

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        if not session.modified:
            return
        response.vary.add("Cookie")
        if not session:
            _drop(response, self.get_cookie_path(app))
            return
        response.set_cookie(
            self.get_cookie_name(app),
            str(signer(app.secret_key or "").dumps(dict(session))),
            max_age=YEAR,
            path=self.get_cookie_path(app),
            httponly=True,
            secure=self.get_cookie_secure(app),
            samesite="Lax",
        )


def _drop(response: Response, path: str) -> None:
    """The cookie under each of its names; over plain http browsers leave the encrypted ones alone."""
    for mounted in {path, "/"}:  # earlier versions told the whole host
        response.delete_cookie(PLAIN, path=mounted, httponly=True, samesite="Lax")
    response.delete_cookie(MOUNTED, path=path, secure=True, httponly=True, samesite="Lax")
    response.delete_cookie(ENCRYPTED, secure=True, httponly=True, samesite="Lax")


def _signed(serializer: "Serializer[str] | None", text: str) -> object:
    try:
        return serializer.loads(text) if serializer else None
    except BadSignature:
        return None


def _identity(key: str | bytes, text: str) -> object:
    """What a signed cookie holds; of one that was read lately nothing is reckoned again."""
    if len(text) > LONGEST:
        return _signed(signer(key), text)
    found = _seen(key, text)
    return dict(found) if isinstance(found, dict) else found


@lru_cache(maxsize=PHONES)
def _seen(key: str | bytes, text: str) -> object:
    return _signed(signer(key), text)


@lru_cache(maxsize=4)
def signer(key: str | bytes) -> URLSafeSerializer:
    """What signs identities: without time, and with SHA-256."""
    kwargs = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
    return URLSafeSerializer(key, salt="phone", serializer=TaggedJSONSerializer(), signer_kwargs=kwargs)
