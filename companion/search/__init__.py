"""Search the rule books: from words that people type to clauses, cases and questions of the referee."""

from companion.search.asked import Lead, leads, resting, wrong_deal
from companion.search.off_topic import is_misscored
from companion.search.query import Finding, Hit, find, heading
from companion.search.tokens import named_alone

__all__ = [
    "Finding",
    "Hit",
    "Lead",
    "find",
    "heading",
    "is_misscored",
    "leads",
    "named_alone",
    "resting",
    "wrong_deal",
]
