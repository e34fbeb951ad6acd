"""What is worked out of a value once, when it is first asked for."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
V = TypeVar("V")


class worked_out(Generic[T, V]):
    """A property that is worked out when it is first asked for, and kept with its owner.

    As `cached_property` of functools; up to Python 3.11 that has one lock for all owners, so that one long match would
    hold up every other. What two threads ask for at once is worked out twice.
    """

    def __init__(self, work: Callable[[T], V]):
        self._work = work
        self.__doc__ = work.__doc__

    def __set_name__(self, _: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, found: None, _: Any = None) -> "worked_out[T, V]": ...
    @overload
    def __get__(self, found: T, _: Any = None) -> V: ...
    def __get__(self, found: T | None, _: Any = None) -> "worked_out[T, V] | V":
        if found is None:
            return self
        value = vars(found)[self._name] = self._work(found)
        return value
