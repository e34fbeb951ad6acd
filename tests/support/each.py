"""Many small cases of a test as one item: to list and report an item takes longer than to check such a case."""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Parameter, signature
from typing import Any

import pytest

Test = Callable[..., None]
ParameterSet = type(pytest.param())


def each(names: str, cases: Iterable[Any] | Callable[..., Iterable[Any]]) -> Callable[[Test], Test]:
    """Check all cases in one item, which tells every case that fails; `pytest.mark.parametrize` makes an item of each.

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
        def check_all(*args: Any, **found: Any) -> None:
            all_cases = list(cases(**{name: found[name] for name in asked}) if callable(cases) else cases)
            assert all_cases
            shared = {name: value for name, value in found.items() if name in own}
            failed: list[BaseException] = []
            for case in all_cases:
                try:
                    test(*args, **shared, **dict(zip(given, _values(case, len(given)), strict=True)))
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(f"In the case {getattr(case, 'id', None) or repr(case)}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(all_cases)} cases fail", failed)

        kept = [one for name, one in own.items() if name not in given]
        added = [Parameter(name, Parameter.KEYWORD_ONLY) for name in asked if name not in own]
        check_all.__signature__ = signature(test).replace(parameters=[*kept, *added])  # type: ignore[attr-defined]
        return check_all

    return decorate


def _values(case: Any, n: int) -> tuple[Any, ...]:
    if isinstance(case, ParameterSet):
        return tuple(case.values)  # type: ignore[attr-defined]
    return tuple(case) if n > 1 else (case,)
