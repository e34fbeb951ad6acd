"""Recognise a phone by its signed cookie.

The signature has no timestamp, so that cookies stay valid if the server's clock is set back. An identity is created
only when the phone gets something by it, never by a poll or an error.

A copied cookie must not give access later. So whenever a phone joins or creates a match, a key in its cookie is
replaced and copies with the old key stop working. The next key is sent in advance, in the form that joins or creates
the match (`offered`), so that a lost response locks nobody out.
"""

import hashlib
import json
import secrets
from collections.abc import Mapping

from flask import Flask, Response, g, request
from flask import session as cookie
from flask.json.tag import TaggedJSONSerializer
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from flask_babel import gettext as _
from itsdangerous import BadSignature, Serializer, URLSafeSerializer
from markupsafe import Markup
from werkzeug.exceptions import Forbidden
from werkzeug.wrappers import Request

from companion.web.http.request_store import store

PLAIN = "companion"
ENCRYPTED = "__Host-companion"  # the prefix makes browsers accept it over https only, for this host and every path
MOUNTED = "__Secure-companion"  # over https under a path: other apps on the same host do not receive it
YEAR = 365 * 24 * 3600
PHONE, KEY, NEXT = "phone", "key", "next"  # in the cookie: its identity, the current key, and keys sent to open forms
OFFERED = "offered"  # the form field with the key that was sent to that page
TABS = 4  # open forms whose keys are remembered
MATCH_ID = 12  # hexadecimal digits


class NoCookie(Forbidden):
    """A form was sent without the cookie that its page set."""


def phone() -> str:
    """Return the identity of this phone; empty if it has none or its cookie is an outdated copy."""
    identity = str(cookie.get(PHONE, ""))
    if not identity:
        return ""
    if g.get("proved") != (identity, cookie.get(KEY)):
        if not has_current_key(store().key_of(identity), cookie):
            return ""
        g.proved = identity, cookie.get(KEY)
    return identity


def has_current_key(key: str, cookie: Mapping[str, object]) -> bool:
    """Return True if a cookie has the current key of its phone; a phone without matches has no key."""
    handed_out = cookie.get(NEXT)
    return not key or key == cookie.get(KEY) or (isinstance(handed_out, list) and key in handed_out)


def ensure_phone() -> str:
    """Return the identity of this phone; make one if it has none."""
    if not phone():
        cookie.pop(KEY, None)
        cookie.pop(NEXT, None)
        cookie[PHONE] = secrets.token_hex(16)
    return phone()


def offered() -> Markup:
    """Return a hidden field with the next key of this phone, for a form that joins or creates a match."""
    counts = store().key_of(ensure_phone())
    if counts in cookie.get(NEXT, []):  # the response with the new cookie was lost
        cookie[KEY] = counts
    key = secrets.token_urlsafe(16)
    cookie[NEXT] = [*cookie.get(NEXT, [])[1 - TABS :], key]
    return Markup('<input type="hidden" name="{}" value="{}">').format(OFFERED, _sign(key))


def require_cookie(*, of_browsers: bool = False) -> None:
    """Refuse to give a match to a browser that keeps no cookies: it would lose the match at once.

    Args:
        of_browsers: accept programs that send forms without an Origin header.

    Raises:
        NoCookie: the browser sent none back.
    """
    if PHONE not in cookie and not (of_browsers and "Origin" not in request.headers):
        raise NoCookie(
            _(
                "This browser does not keep cookies, so the match would not recognise it again. Nothing "
                "was saved. Allow cookies for this address, or leave the private window, then try again."
            )
        )


def renewed() -> str:
    """Return the identity of this phone and replace its key, so that copies of its cookie stop working."""
    me = ensure_phone()
    said = request.form.get(OFFERED, "")
    known = [key for key in (*cookie.get(NEXT, []), cookie.get(KEY, "")) if key]
    key = next((key for key in known if _sign(key) == said), secrets.token_urlsafe(16))
    store().renew_key(me, key)
    cookie[KEY] = key
    cookie.pop(NEXT, None)
    g.proved = me, key
    return me


def sent_once() -> str:
    """Return the id of the match that this form creates, the same if it is sent again; empty without a key."""
    if not request.form.get(OFFERED):
        return ""
    sent = json.dumps([ensure_phone(), request.path, *request.form.items(multi=True)])
    return hashlib.sha256(sent.encode()).hexdigest()[:MATCH_ID]


def _sign(key: str) -> str:
    """Return a digest of a key that a page may show."""
    return hashlib.sha256(key.encode()).hexdigest()[:16]


class Cookie(SecureCookieSessionInterface):
    """Flask's session in a cookie that does not expire; accepts those of earlier versions, signed with a timestamp."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        """Read the cookie for this scheme and path only: cookies of other names may come from other hosts."""
        return self.session_class(self._read(app, request.cookies.get(cookie_name(request), "")))

    def _read(self, app: Flask, text: str) -> dict[str, object] | None:
        content = _signed(signer(app.secret_key or ""), text) if text else None
        if text and content is None:
            content = _signed(self.get_signing_serializer(app), text)  # no max_age: the clock may be wrong
        return dict(content) if isinstance(content, dict) else None

    def save_session(self, app: Flask, cookie: SessionMixin, response: Response) -> None:
        if not cookie.modified:
            return
        response.vary.add("Cookie")
        path = f"{request.script_root}/"
        if not cookie:
            _drop(response, path)
            return
        text = str(signer(app.secret_key or "").dumps(dict(cookie)))
        secure = request.is_secure
        response.set_cookie(
            cookie_name(request), text, max_age=YEAR, path=path, httponly=True, secure=secure, samesite="Lax"
        )


def cookie_name(asked: Request) -> str:
    """Return the name of the cookie, which differs over http, over https, and over https under a path."""
    if not asked.is_secure:
        return PLAIN
    return MOUNTED if asked.root_path else ENCRYPTED


def _drop(response: Response, path: str) -> None:
    """Delete the cookie under each of its names."""
    for mounted in {path, "/"}:  # earlier versions set it for the whole host
        response.delete_cookie(PLAIN, path=mounted, httponly=True, samesite="Lax")
    response.delete_cookie(MOUNTED, path=path, secure=True, httponly=True, samesite="Lax")
    response.delete_cookie(ENCRYPTED, secure=True, httponly=True, samesite="Lax")


def _signed(serializer: "Serializer[str] | None", text: str) -> object:
    try:
        return serializer.loads(text) if serializer else None
    except BadSignature:
        return None


def signer(key: str | bytes) -> URLSafeSerializer:
    """Return the serializer that signs identities: without time, with SHA-256."""
    kwargs = {"key_derivation": "hmac", "digest_method": hashlib.sha256}
    return URLSafeSerializer(key, salt="phone", serializer=TaggedJSONSerializer(), signer_kwargs=kwargs)
