"""Finding in the rule books what people have typed: clauses, their cases, and the referee's questions about them."""

from companion.finding.hits import Finding, Hit, find

__all__ = ["Finding", "Hit", "find"]
