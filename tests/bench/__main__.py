"""`make bench`: how long the referee thinks, a protocol takes, and how the app carries a crowded evening, each beside
a bare baseline."""

from tests.bench import load, paper, phone, solvers


def main() -> None:
    solvers.report()
    paper.report()
    load.main()
    phone.report()


if __name__ == "__main__":
    main()
