"""JSON as the house carries it."""

from collections.abc import Mapping
from typing import TypeAlias

Json: TypeAlias = Mapping[str, object]  # an object that nobody has judged: whoever needs a value sees what it is
