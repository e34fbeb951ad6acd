"""`make bench`: how the app carries a crowded evening, beside a bare Flask app on the same server and machine."""

from tests.bench import load


def main() -> None:
    load.main()


if __name__ == "__main__":
    main()
