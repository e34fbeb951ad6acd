"""Keep the code that opens the page of all matches to whoever runs the server; it is shown in the terminal."""

import os
import secrets
from pathlib import Path

from companion.instance import OWN, hand_over
from companion.store import ALPHABET, CODE_LENGTH


def code(instance: Path) -> str:
    """Return the code that is good now, made if there is none; only the account that runs the server can read it."""
    path = instance / "host.code"
    try:
        return path.read_text(encoding="ascii")
    except FileNotFoundError:
        renew(instance)
        return path.read_text(encoding="ascii")


def renew(instance: Path) -> None:
    """Make another code: browsers that the former one has let in are strangers again."""
    half = instance / f"host.{secrets.token_hex(4)}.part"
    with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN), "w", encoding="ascii") as file:
        file.write("".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH)))
    hand_over(half)
    half.replace(instance / "host.code")
