"""A handwritten sheet of Rams: the contents of a cell."""

from typing import Any

import pytest
from support.paper_cells import sheet_of


@pytest.mark.parametrize("dash", "-–−—")
def test_any_dash_is_the_dash_of_the_legend(dash: str) -> None:
    found = sheet_of("rams", [{"e0.0": dash, "e0.1": "5"}])
    body: Any = found.rows[0].body if found.rows else None
    assert found.wrong or body.passed == ("Anna",)
