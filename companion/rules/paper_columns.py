"""Columns of a sheet for writing by hand, and the form field that each of them fills."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from companion.rules.messages import N_, Say

Asks = Literal["number", "player", "choice", "card"]  # what is entered: a field of the form of a deal
Repeats = Literal["change", "total", "balance"]  # what the entries make, as whoever kept the sheet has reckoned it


@dataclass(frozen=True)
class Sign:
    """Sign written into a cell in place of a number or behind it, and the form field that it fills.

    In `field` the player's seat stands for "@"; without a `value` it takes the player's name, or how often the sign is
    there if that `counts`. `sign` is left to `letters` where it is none that every language has.
    """

    meaning: str
    field: str = ""
    value: str = ""
    sign: str = ""
    counts: bool = False


@dataclass(frozen=True)
class PaperColumn:
    """A column: its heading, what stands in it, and the field of the form that it fills, if it fills one.

    The signs of a choice are all that may stand there.
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
    """Columns of a sheet for writing by hand, for each deal, in the order of the form.

    `deal` is asked once, `each` of every player; `columns` are further running scores of everybody. `tables`: as many
    as stand on the sheet, each with so many `rows`, and with `closing` lines under it; none: one that fills the page.
    `account` are the lines of the last reckoning. `reminds`: the clauses whose short forms say how it counts, by the
    second word of their ids; those of the first word that has any.
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
    """Return a capital for each word: the first of its letters that no other has, and numbers if none is left."""
    signs = list(taken)
    start = len(signs)
    for word in words:
        own = (sign for sign in word.upper() if sign.isalpha() and sign not in signs)
        signs.append(next(own, str(len(signs) + 1)))
    return signs[start:]
