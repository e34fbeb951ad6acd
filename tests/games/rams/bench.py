"""Benchmarks of Rams: the load test, an evening on paper, and a long match that is replayed."""

from tests.bench.supplied import Bench, Crowd

FOUR = ["Anna", "Bo", "Cia", "Dag"]
EVENING = [(2, 1, 1, 1), (1, 2, 1, 1), (1, 1, 2, 1), (1, 1, 1, 2)]  # tricks of a deal; six rams

BENCH = Bench(
    evening={
        "players": FOUR,
        "entries": [{"kind": "deal", "tricks": dict(zip(FOUR, EVENING[n % 4], strict=True))} for n in range(40)],
    },
    long={
        "players": FOUR[:3],
        "options": {"rams_count": 12},
        "entries": [{"kind": "deal", "tricks": ["Anna", "Bo", "Anna", "Bo", "Cia"]}] * 60,
    },
    crowd=Crowd(
        {"title": "", "players": FOUR, "options": {}, "opening": {"dealer": "Dag"}},
        {f"tricks[{player}]": str(n) for player, n in zip(FOUR, EVENING[3], strict=True)},
    ),
)
