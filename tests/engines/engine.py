"""A browser engine, controlled by WebDriver commands: the methods that every driver here has."""

import subprocess
from abc import ABC, abstractmethod
from contextlib import ExitStack
from typing import Any

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # the key that the standard uses for elements in script values
START = 60  # s for an engine to start, on a machine with more of them than cores


class Refused(Exception):
    """A command failed in the engine: `error` is the standard's code."""

    def __init__(self, error: str, message: str):
        super().__init__(f"{error}: {message}")
        self.error = error


class Engine(ABC):
    """A window of 360x740 with cookies of its own."""

    name: str
    ends: ExitStack  # closes everything that was started

    @classmethod
    @abstractmethod
    def missing(cls) -> list[str]:
        """Return the programs that must be installed."""

    @abstractmethod
    def open(self, address: str) -> None:
        """Go to a page, and wait until it has been loaded."""

    @abstractmethod
    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function on the page and return its result; elements as in the standard."""

    @abstractmethod
    def click(self, element: str) -> None:
        """Scroll to an element and tap it; nothing else may cover it."""

    @abstractmethod
    def type(self, element: str, text: str) -> None:
        """Type into a field, after what is there."""

    def close(self) -> None:
        """End the engine."""
        self.ends.close()


def ended(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait(timeout=START)
