"""How the checks run: properties without a clock, with the same examples every time, so that red can be repeated."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "companion", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("companion")
