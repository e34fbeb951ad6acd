"""The columns of a paper sheet, and the form field that each of them fills."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from companion.rules.messages import N_, Say

Asks = Literal["number", "player", "choice", "card"]  # entered: a field of the form of a deal
Repeats = Literal["change", "total", "balance"]  # computed: a result that the scorer has written down


@dataclass(frozen=True)
class Sign:
    """A sign in a cell, alone or after a number, and the form field that it fills.

    In `field`, "@" is replaced by the player's seat. Without a `value`, the field gets the player's name or, with
    `counts`, how often the sign occurs. Without a `sign`, `letters` chooses a letter in each language.
    """

    meaning: str
    field: str = ""
    value: str = ""
    sign: str = ""
    counts: bool = False


@dataclass(frozen=True)
class PaperColumn:
    """A column: its heading, its content, and the form field that it fills, if any.

    In a column of a choice, only its signs may be written.
    """

    heading: str
    holds: Asks | Repeats = "number"
    field: str = ""
    signs: tuple[Sign, ...] = ()

    @property
    def is_repeated(self) -> bool:
        return self.holds in ("change", "total", "balance")


DEALER = PaperColumn(
    N_("Dealer"),
    "player",
    "dealer",
    (
        Sign(N_("a misdeal, not a dealer"), "kind", "misdeal", "×"),
        Sign(N_("a penalty, not a deal: points in the first column of the player who gets it"), "kind", "penalty", "±"),
    ),
)
TOTAL = PaperColumn(N_("Total"), "total")
BALANCE = PaperColumn(N_("Balance"), "balance")


@dataclass(frozen=True)
class PaperLayout:
    """The columns of a paper sheet for each deal, in the order of the form.

    Attributes:
        deal: columns that occur once. `each`: columns for every player.
        columns: further running scores of all players.
        tables: the tables on a sheet, each with `rows` rows and `closing` lines under it; if empty, one table that
            fills
            the page.
        account: the lines of the final reckoning.
        reminds: clauses whose short forms explain the scoring, by the second word of their ids. Only those of the first
            of
            these words that has any are printed.
    """

    deal: tuple[PaperColumn, ...] = (DEALER,)
    each: tuple[PaperColumn, ...] = (PaperColumn(N_("Points"), "change"), TOTAL)
    columns: tuple[Say, ...] = ()
    pot: bool = False
    tables: tuple[Say, ...] = ()
    rows: int = 14
    closing: tuple[str, ...] = ()
    account: tuple[Say, ...] = ()
    reminds: tuple[str, ...] = ("score", "pay")


def letters(words: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Return a capital for each word: the first of its letters that is not used yet, or a number if none is left."""
    signs = list(taken)
    start = len(signs)
    for word in words:
        own = (sign for sign in word.upper() if sign.isalpha() and sign not in signs)
        signs.append(next(own, str(len(signs) + 1)))
    return signs[start:]
