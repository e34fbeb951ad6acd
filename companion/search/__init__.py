"""Finding in the rule books what people have typed: clauses, their cases, and the referee's questions about them."""

from companion.search.asked import Lead, leads, resting, wrong_deal
from companion.search.query import Finding, Hit, find, heading

__all__ = ["Finding", "Hit", "Lead", "find", "heading", "leads", "resting", "wrong_deal"]
