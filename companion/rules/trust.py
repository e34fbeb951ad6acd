"""Who agrees with an entry: what a table may ask for besides the pen of one of them."""

from companion.rules.entries import Confirm, Entry
from companion.rules.record import corrections, standing


def agreed(entries: tuple[Entry, ...]) -> dict[int, tuple[str, ...]]:
    """Who has confirmed an entry as it now stands, by its number: other people than the one who wrote it.

    A correction needs to be confirmed anew. Entries whose writer is not known are confirmed by anybody.
    """
    written = {number: found[-1] for number, found in corrections(entries).items()}
    found: dict[int, tuple[str, ...]] = {}
    for entry in standing(entries):
        if not isinstance(entry.body, Confirm):
            continue
        number = entry.body.entry
        last = written.get(number, entries[number - 1])
        named = found.get(number, ())
        if entry.by and entry.number > last.number and entry.by != last.by and entry.by not in named:
            found[number] = (*named, entry.by)
    return found
