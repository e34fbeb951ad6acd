"""Search the rule books: from words that people type to clauses, cases and questions of the referee."""

from companion.search.asked import Lead, leads, resting
from companion.search.query import Finding, Hit, find, heading

__all__ = ["Finding", "Hit", "Lead", "find", "heading", "leads", "resting"]
