"""`make test` takes a share of what only brings more of the same; `make thorough` takes it whole.

A share is always the same one, so that red can be repeated. It is for examples drawn by chance, for phrases by which a
search is measured, and for products of which each factor is in the share; what no other test looks at is never left to
a share.
"""

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

IS_WHOLE = "THOROUGH" in os.environ


def some(examples: int) -> int:
    """Of so many drawn by chance."""
    return examples if IS_WHOLE else examples // 4


def every(step: int, cases: Sequence[T], first: int = 0) -> Sequence[T]:
    return cases if IS_WHOLE else cases[first::step]
