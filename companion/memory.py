"""What was worked out once and is likely to be asked for again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """The `size` results used last, shared by all threads; what two threads ask for at once is worked out twice."""

    def __init__(self, size: int):
        self.size = size
        self._found: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K, work_out: Callable[[], V]) -> V:
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        value = work_out()
        with self._lock:
            self._found[key] = value
            if len(self._found) > self.size:
                self._found.popitem(last=False)
        return value
