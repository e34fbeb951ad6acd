"""A test of many small cases checks all of them, each in a subtest with its name."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from support.each import each


@pytest.mark.parametrize("first", [1, 2])
@each("one, other", lambda first, tmp_path: [(first, n) for n in range(5)])
def test_cases_may_come_from_arguments_of_the_test(first: int, one: int, other: int) -> None:
    assert first == one
    assert other < 5


class Recorded:
    """Subtests that note which failed, as pytest's own do."""

    def __init__(self) -> None:
        self.passed: list[str] = []
        self.failed: list[str] = []

    @contextmanager
    def test(self, name: str) -> Iterator[None]:
        try:
            yield
        except AssertionError:
            self.failed.append(name)
        else:
            self.passed.append(name)


def test_every_case_is_checked_and_named() -> None:
    @each("n", [1, pytest.param(2, id="two"), 3, 4])
    def check(n: int) -> None:
        assert n % 2

    recorded = Recorded()
    check(subtests=recorded)
    assert (recorded.passed, recorded.failed) == (["1", "3"], ["two", "4"])


def test_no_case_is_a_failure() -> None:
    with pytest.raises(AssertionError):
        each("n", [])(lambda n: None)(subtests=Recorded())
