"""Refuse requests that no page of ours has sent.

A page of another site can make this browser write here, and can give this server a name of its own (DNS rebinding),
so that its requests come from the same origin. So only names are served that are ours: numbers, names of the local
network, this machine's, and those that were configured.
"""

import re
import socket
from functools import cache
from ipaddress import ip_address

from flask import Flask, abort, current_app, request
from flask_babel import gettext as _

from companion.limits import FIELDS
from companion.network.reach import Reach
from companion.web.http.capabilities import capabilities

URLENCODED = "application/x-www-form-urlencoded"
NUL = "\0"
LOCAL = (".local", ".localhost", ".lan", ".home.arpa", ".internal", ".fritz.box")  # no public site can have these


def own_address(text: str, otherwise: str) -> str:
    """Return an address inside this site that a form sent, else `otherwise`.

    Browsers read `//`, a slash with a backslash and a slash with a tab as another site.
    """
    return text if text.isprintable() and re.match(r"/(?![/\\])", text) else otherwise


def refuse_other_sites() -> None:
    """Turn away writes that another site's page makes this browser send."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site = request.headers.get("Sec-Fetch-Site")
    origin = request.headers.get("Origin")
    if site in ("same-origin", "none") or (site is None and origin is None):
        return
    own = request.host_url.rstrip("/")
    if site is not None or origin != own:
        abort(
            403,
            description=_("This came from another website. Open %(address)s again and retry.", address=own),
        )


def refuse_odd_forms() -> None:
    """Turn away forms that no page sends: of fields without number (413), with parts without a name, or NUL (400).

    PostgreSQL keeps no text that holds NUL. Fields are counted before they are read: each costs more than its bytes.
    """
    if request.method != "POST":
        return
    if request.mimetype == URLENCODED and request.get_data(cache=True).count(b"&") >= FIELDS:
        abort(413)
    for name, text in request.form.items(multi=True):
        if name is None or NUL in name or NUL in text:
            abort(400)


def refuse_foreign_hosts() -> None:
    """Turn away requests to a name that is not ours; an app that is alone is asked by its own pages only."""
    if not capabilities().alone and not is_own_name(current_app, request.host):
        names = ", ".join(current_app.config["HOSTS"]) or _("its IP address, or companion.local")
        abort(400, description=_("Open this server as %(names)s.", names=names))


def is_own_name(app: Flask, host: str) -> bool:
    """Tell whether a host names this server: a configured name, else any that no public site can have.

    An invalid name, as with an underscore, comes here empty.
    """
    name = plain_name(host)
    chosen = app.config["HOSTS"]
    if chosen or not name:
        return name in chosen
    reach: Reach | None = app.extensions.get("reach")
    return not is_public_name(host) or name in _machine() or (reach is not None and name == reach.public_name)


def is_public_name(host: str) -> bool:
    """Tell whether a host is a name of the public internet, or invalid; numbers and local names are not."""
    name = plain_name(host)
    try:
        ip_address(name)
    except ValueError:
        return not (name == "localhost" or (name.endswith(LOCAL) and _can_be_read(name)))
    return False


def _can_be_read(name: str) -> bool:
    """Tell whether a name decodes as IDNA: addresses cannot be built on one that does not."""
    try:
        name.encode("ascii").decode("idna")
    except UnicodeError:
        return False
    return True


def plain_name(host: str) -> str:
    """Return a host without its port, and an IPv6 address without its brackets."""
    match = re.fullmatch(r"\[([^\]]*)\](?::\d*)?|([^:]*)(?::\d*)?", host)
    return (match[1] or match[2] or "").lower().rstrip(".") if match else ""


@cache
def _machine() -> frozenset[str]:
    """Return the host name of this machine, with and without its domain."""
    name = socket.gethostname().lower()
    return frozenset({name, name.partition(".")[0]})
