"""The sockets of a server, and which of them have something to say.

waitress asks every connection what it waits for before each look at them, and tells the operating system of all of
them anew: with a thousand phones that takes longer than their requests. Here only those are asked where something may
have changed.
"""

from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic

from waitress.wasyncore import dispatcher, read, write

ALL = 1.0  # seconds after which all are asked: some are idle for too long by then, which nothing tells


class Sockets(dict[int, dispatcher]):
    """By their numbers, as waitress keeps them, which enters and removes them here."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = DefaultSelector()
        self._stirred: set[int] = set()

    def __setitem__(self, number: int, one: dispatcher) -> None:
        self._await(number, None)  # another of that number may have gone in the midst of a look
        super().__setitem__(number, one)
        self._stirred.add(number)

    def __delitem__(self, number: int) -> None:
        super().__delitem__(number)
        self._await(number, None)

    def stir(self, number: int) -> None:
        """The next look asks this one what it waits for."""
        self._stirred.add(number)

    def loop(self, timeout: float, **_: object) -> None:
        """In the place of waitress' own, until there is no socket left."""
        due = 0.0
        while self:
            if monotonic() >= due:
                due = monotonic() + ALL
                self._stirred.update(tuple(self))
            self._ask()
            for key, events in self._selector.select(timeout):
                self._stirred.add(key.fd)
                for event, deed in ((EVENT_READ, read), (EVENT_WRITE, write)):
                    if events & event and self.get(key.fd) is key.data:  # it may have gone just now
                        deed(key.data)

    def _ask(self) -> None:
        """What those wait for that were stirred. Who waits for anything but the phone's next word is asked again."""
        asked, self._stirred = self._stirred, set()
        for number in asked:
            one = self.get(number)
            if one is None:
                continue
            wanted = _wanted(one)
            self._await(number, one, wanted)
            if wanted != EVENT_READ or one.accepting:
                self._stirred.add(number)

    def _await(self, number: int, one: dispatcher | None, wanted: int = 0) -> None:
        """Another thread may close a socket at any time: what has gone has nothing to say."""
        with suppress(KeyError, OSError, ValueError):
            key = self._selector.get_map().get(number)
            if key is None and wanted:
                self._selector.register(number, wanted, one)
            elif key is not None and not wanted:
                self._selector.unregister(number)
            elif key is not None and key.events != wanted:
                self._selector.modify(number, wanted, one)


def _wanted(one: dispatcher) -> int:
    reads, writes = one.readable(), one.writable() and not one.accepting
    return (EVENT_READ if reads else 0) | (EVENT_WRITE if writes else 0)
