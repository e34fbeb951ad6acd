"""Place a submission beside what others wrote (conflict.py), judge it, and append it to the record (append.py)."""

from companion.submission.append import (
    Gone,
    Outcome,
    Refused,
    Written,
    of_sheet,
    refusal,
    row_of,
    with_body,
    write,
    write_all,
)
from companion.submission.conflict import (
    AlreadyWritten,
    Append,
    ChangedSinceSent,
    Conflict,
    Submission,
    UnknownVersion,
    moves,
    place,
    puts_back,
    settled,
)

__all__ = [
    "AlreadyWritten",
    "Append",
    "ChangedSinceSent",
    "Conflict",
    "Gone",
    "Outcome",
    "Refused",
    "Submission",
    "UnknownVersion",
    "Written",
    "moves",
    "of_sheet",
    "place",
    "puts_back",
    "refusal",
    "row_of",
    "settled",
    "with_body",
    "write",
    "write_all",
]
