"""Log events that a host may ask after: phones let in or shown out, codes tried, matches deleted.

A line each on standard error, in one line whatever it tells, without codes and cookies.
"""

import json
import logging

_events = logging.getLogger("companion.audit_log")


def noted(what: str, match_id: str = "", **more: object) -> None:
    """`what` happened to a match, or to none; `more` says by whom, to whom, from where."""
    told = {"match": match_id, **more}
    _events.info("%s %s", what, json.dumps({name: value for name, value in told.items() if value != ""}))


def log_events() -> None:
    """From now on events are written to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    _events.handlers = [handler]
    _events.setLevel(logging.INFO)
    _events.propagate = False
