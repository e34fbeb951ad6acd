"""What is worked out once and kept."""

import threading
from concurrent.futures import ThreadPoolExecutor

from companion.cache import once


def test_what_several_ask_for_at_once_is_worked_out_once_and_holds_up_nothing_else() -> None:
    """Six strangers who searched the same rules for the first time kept a Save waiting for 3.7 s."""
    worked: list[str] = []
    begun, may_end = threading.Event(), threading.Event()

    @once
    def index(name: str) -> str:
        worked.append(name)
        if name == "slow":
            begun.set()
            assert may_end.wait(10)
        return name.upper()

    with ThreadPoolExecutor(7) as strangers:
        waiting = [strangers.submit(index, "slow") for _ in range(6)]
        assert begun.wait(10)
        assert index("other") == "OTHER"
        may_end.set()
        assert {one.result(10) for one in waiting} == {"SLOW"}
    assert worked == ["slow", "other"]
