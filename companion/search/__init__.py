"""Finding in the rule books what people have typed: clauses, their cases, and the referee's questions about them."""

from companion.search.query import Finding, Hit, decided_by, find, heading

__all__ = ["Finding", "Hit", "decided_by", "find", "heading"]
