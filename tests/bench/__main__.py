"""`make bench`: time the referee, a protocol, the statistics of a club, and a busy evening.

Each is measured beside a simple baseline.
"""

from tests.bench import load, paper, phone, season, solvers


def main() -> None:
    solvers.report()
    paper.report()
    season.report()
    load.main()
    phone.report()


if __name__ == "__main__":
    main()
