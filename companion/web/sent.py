"""What a form has sent so far, as templates read it."""

from typing import Any


class Sent(dict[str, Any]):
    """Fields by name, as JSON; one that was not sent is empty, where any other unknown name is a mistake."""

    def __missing__(self, name: str) -> str:
        return ""
