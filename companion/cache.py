"""The cache that threads share: cachetools.LRUCache behind a lock."""

from collections.abc import Callable
from contextlib import suppress
from threading import RLock
from typing import Any, TypeVar

from cachetools import LRUCache

K = TypeVar("K")
V = TypeVar("V")


class SharedCache(LRUCache[K, V]):
    """Keep what was used last, up to `maxsize` of what `getsizeof` adds up to (1 each), safely for all threads.

    A value larger than the whole cache is not kept. What two threads ask for at once, both work out.
    """

    def __init__(self, maxsize: int, getsizeof: Callable[[V], float] | None = None):
        super().__init__(maxsize, getsizeof)
        self._lock = RLock()

    def __getitem__(self, key: K) -> V:
        with self._lock:
            return super().__getitem__(key)

    def __setitem__(self, key: K, value: V) -> None:
        with self._lock, suppress(ValueError):  # too large
            super().__setitem__(key, value)

    def __delitem__(self, key: K) -> None:
        with self._lock:
            super().__delitem__(key)

    def get(self, key: K, default: Any = None) -> Any:
        with self._lock:
            return super().get(key, default)
