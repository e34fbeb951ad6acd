"""What was worked out once and is likely to be asked for again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache, wraps
from threading import Lock
from typing import Generic, TypeVar, TypeVarTuple

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Key = TypeVarTuple("Key")


def once(work: Callable[[*Key], V]) -> Callable[[*Key], V]:
    """What is worked out once for each of a few keys, and kept; whoever asks for it meanwhile waits.

    For what takes a second: several threads that each worked it out would hold up all others for as many.
    """
    found = cache(work)
    turns: dict[Hashable, Lock] = {}

    @wraps(work)
    def in_turn(*key: *Key) -> V:
        with turns.setdefault(key, Lock()):
            return found(*key)

    return in_turn


class Remembered(Generic[K, V]):
    """The `size` results used last, shared by all threads; what two threads ask for at once is worked out twice."""

    def __init__(self, size: int):
        self.size = size
        self._found: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()

    def known(self, key: K) -> V | None:
        """The result, where there is one."""
        with self._lock:
            return self._found.get(key)

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


class Weighed(Generic[K, V]):
    """What was used last, up to `room` of weight in all, shared by all threads."""

    def __init__(self, room: int):
        self.room = room
        self._found: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._weight = 0
        self._lock = Lock()

    def find(self, key: K) -> V | None:
        with self._lock:
            if key not in self._found:
                return None
            self._found.move_to_end(key)
            return self._found[key][0]

    def keep(self, key: K, value: V, weight: int) -> None:
        """In the place of what was kept under this key; one that is heavier than all the room is kept alone."""
        with self._lock:
            self._weight += weight - self._found.pop(key, (None, 0))[1]
            self._found[key] = value, weight
            while self._weight > self.room and len(self._found) > 1:
                self._weight -= self._found.popitem(last=False)[1][1]
