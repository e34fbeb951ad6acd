"""Who is asking: a phone is known by its signed cookie."""

import secrets

from flask import session


def phone() -> str:
    """The identity of this phone, made at its first visit."""
    if "phone" not in session:
        session["phone"] = secrets.token_hex(16)
        session.permanent = True
    found: str = session["phone"]
    return found
