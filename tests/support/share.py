"""`make test` runs a share of some cases; `make thorough` runs all of them.

A share is always the same, so that failures can be repeated. It is for random examples, for phrases that measure the
search, and for products of which each factor is in the share. Cases that no other test covers are never left out.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

IS_WHOLE = "THOROUGH" in os.environ


def some(examples: int) -> int:
    """Return the share of this number of random examples."""
    return examples if IS_WHOLE else examples // 5


def every(step: int, cases: Sequence[T], first: int = 0) -> Sequence[T]:
    return cases if IS_WHOLE else cases[first::step]
