"""How the checks run: properties without a clock, with the same examples every time, so that red can be repeated."""

import pytest
from hypothesis import HealthCheck, settings
from jinja2 import FileSystemBytecodeCache

from companion.app import Companion

settings.register_profile(
    "companion", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("many", settings.get_profile("companion"), max_examples=4000, derandomize=False)
settings.load_profile("companion")


@pytest.fixture(scope="session", autouse=True)
def compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Each template is compiled once a run, not once an app: half of the time of the page tests."""
    cache = FileSystemBytecodeCache(str(tmp_path_factory.getbasetemp()))
    Companion.jinja_options = {**Companion.jinja_options, "bytecode_cache": cache}
