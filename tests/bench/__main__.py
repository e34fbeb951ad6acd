"""`make bench`: how long the referee thinks, a protocol takes, the statistics of a club take, and how the app carries a
crowded evening, each beside a bare baseline."""

from tests.bench import load, paper, phone, season, solvers


def main() -> None:
    solvers.report()
    paper.report()
    season.report()
    load.main()
    phone.report()


if __name__ == "__main__":
    main()
