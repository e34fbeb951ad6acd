"""One engine that shows pages, driven by the commands of WebDriver: what every driver here can do."""

import subprocess
from abc import ABC, abstractmethod
from contextlib import ExitStack
from typing import Any

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # how the standard marks an element among the values of a script
START = 60  # s in which an engine has come up, on a machine with more of them than cores


class Refused(Exception):
    """A command that the engine did not carry out: `error` is the standard's word for why."""

    def __init__(self, error: str, message: str):
        super().__init__(f"{error}: {message}")
        self.error = error


class Engine(ABC):
    """A window of 360x740 with cookies of its own."""

    name: str
    ends: ExitStack  # all that runs for it

    @classmethod
    @abstractmethod
    def missing(cls) -> list[str]:
        """Return the programs that would have to be installed."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to a page, and wait until it has been loaded."""

    @abstractmethod
    def run(self, script: str, *arguments: Any) -> Any:
        """Return what the body of a function returns on the page; an element as the standard writes it."""

    @abstractmethod
    def click(self, element: str) -> None:
        """Scroll to an element and tap it, where nothing else lies over it."""

    @abstractmethod
    def type(self, element: str, text: str) -> None:
        """Type into a field, after what is there."""

    def close(self) -> None:
        """End the engine."""
        self.ends.close()


def ended(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(timeout=START)
