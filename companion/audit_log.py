"""Log security events for the host: phones let in or shown out, wrong codes, deleted matches.

Each event is one line on standard error, without codes and cookies.
"""

import json
import logging

_events = logging.getLogger("companion.audit_log")


def noted(what: str, match_id: str = "", **more: object) -> None:
    """Log an event.

    Args:
        what: The event.
        match_id: The match it is about, empty for none.
        more: Further values, such as the phone and its address.
    """
    told = {"match": match_id, **more}
    _events.info("%s %s", what, json.dumps({name: value for name, value in told.items() if value != ""}))


def log_events() -> None:
    """Write events to standard error from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    _events.handlers = [handler]
    _events.setLevel(logging.INFO)
    _events.propagate = False
