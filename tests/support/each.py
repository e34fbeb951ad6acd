"""Many small cases of a test as subtests of one item: an item for each takes longer than to check the case."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, signature
from typing import Any

import pytest

Test = Callable[..., None]
ParameterSet = type(pytest.param())


def each(names: str, cases: Iterable[Any] | Callable[..., Iterable[Any]]) -> Callable[[Test], Test]:
    """Check each case in a subtest of the same item; `pytest.mark.parametrize` makes an item of each.

    The cases share the fixtures of the item.

    Args:
        names: the arguments that a case gives, separated by commas.
        cases: values or `pytest.param`; or a function that returns them, which gets arguments of the test by name.
    """
    given = names.replace(" ", "").split(",")
    asked = list(signature(cases).parameters) if callable(cases) else []

    def decorate(test: Test) -> Test:
        own = signature(test).parameters

        @wraps(test)
        def check_all(*args: Any, subtests: pytest.Subtests, **found: Any) -> None:
            all_cases = list(cases(**{name: found[name] for name in asked}) if callable(cases) else cases)
            assert all_cases
            shared = {name: value for name, value in found.items() if name in own}
            for case in all_cases:
                with subtests.test(getattr(case, "id", None) or repr(case)):
                    test(*args, **shared, **dict(zip(given, _values(case, len(given)), strict=True)))

        kept = [one for name, one in own.items() if name not in given]
        added = [Parameter(name, Parameter.KEYWORD_ONLY) for name in ("subtests", *asked) if name not in own]
        check_all.__signature__ = signature(test).replace(parameters=[*kept, *added])  # type: ignore[attr-defined]
        return check_all

    return decorate


def _values(case: Any, n: int) -> tuple[Any, ...]:
    if isinstance(case, ParameterSet):
        return tuple(case.values)  # type: ignore[attr-defined]
    return tuple(case) if n > 1 else (case,)
