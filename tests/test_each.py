"""A test of many small cases checks all of them and names each that fails."""

import pytest
from support.each import each


@pytest.mark.parametrize("first", [1, 2])
@each("one, other", lambda first, tmp_path: [(first, n) for n in range(5)])
def test_cases_may_come_from_arguments_of_the_test(first: int, one: int, other: int) -> None:
    assert first == one
    assert other < 5


def test_every_case_that_fails_is_named() -> None:
    tried = []

    @each("n", [1, pytest.param(2, id="two"), 3, 4])
    def check(n: int) -> None:
        tried.append(n)
        if n == 4:
            pytest.fail("four")
        assert n % 2

    with pytest.raises(BaseExceptionGroup, match="2 of 4 cases fail") as failed:
        check()
    assert tried == [1, 2, 3, 4]
    assert [error.__notes__ for error in failed.value.exceptions] == [["In the case two"], ["In the case 4"]]


def test_no_case_is_a_failure() -> None:
    with pytest.raises(AssertionError):
        each("n", [])(lambda n: None)()
