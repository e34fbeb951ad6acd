"""`make bench`: how long the referee thinks, and how the app carries a crowded evening, each beside a bare baseline."""

from tests.bench import load, solvers


def main() -> None:
    solvers.report()
    load.main()


if __name__ == "__main__":
    main()
