"""The languages of the house, in one table: a further one is an entry here, a catalogue, and its books."""

from collections.abc import Mapping
from dataclasses import dataclass

COUNTS = (*range(11), 20, 30, 40, 50, 100)  # what `numbers` names, in this order


@dataclass(frozen=True)
class Tongue:
    """A language as pages, paper and search need it; `small` and `numbers` are written without accents."""

    code: str
    name: str  # as those who speak it call it
    locale: str  # how dates are written
    small: frozenset[str]  # words that tell nothing in a search
    numbers: Mapping[str, int]
    dir: str = "ltr"


def _tongue(code: str, name: str, numbers: str, small: str, locale: str = "") -> Tongue:
    words = zip(numbers.split(), COUNTS, strict=True)
    return Tongue(code, name, locale or code, frozenset(small.split()), dict(words))


_ALL = (
    _tongue(
        "en",
        "English",
        "zero one two three four five six seven eight nine ten twenty thirty forty fifty hundred",
        """
        a an and are as at be been but by can could do does for from had has have he her his how i if in into is it its
        let may me must my no not of off on or our she should so than that the their them then there they this to us was
        we what when where which who whose why will with would you your d s m t
        """,
        locale="en_GB",  # Friday 20 November 2026
    ),
    _tongue(
        "sv",
        "Svenska",
        "noll ett tva tre fyra fem sex sju atta nio tio tjugo trettio fyrtio femtio hundra",
        """
        alla allt att av bara blir da dar de dem den deras det detta dig din du efter eller en ett far finns fran fick
        gor ha hade han har hon hur i inte jag kan kunna man med men mig min mina mot mycket nar nagon nagot ni nu och
        om pa sa sig sin sina ska skall som till under upp vad var vara vem vi vid vilka vilken vilket vill
        """,
    ),
    _tongue(
        "fr",
        "Français",
        "zero un deux trois quatre cinq six sept huit neuf dix vingt trente quarante cinquante cent",
        """
        a ai au aux avec ce ces cette comme comment dans de des dois doit elle en est et etre eux faire fait faut il ils
        je l la le les leur lui ma mais mes mon me ne nous on ou par pas peut peux plus pour qu quand que quel quelle
        quelles quels qui quoi sans se ses si son sont sur te tes ton tu un une vos votre vous y d c s j m n t du
        """,
    ),
    _tongue(
        "it",
        "Italiano",
        "zero uno due tre quattro cinque sei sette otto nove dieci venti trenta quaranta cinquanta cento",
        """
        a agli ai al alle allo anche che chi ci come con cosa cui da dal dalla dalle degli dei del della delle dello di
        dove e ed gli ha hai ho i il in io la le lei lo loro ma mi mia mio ne nel nella nelle nello non noi o per
        perche piu posso puo qual quale quali quando quanto se si sono su sua sul sulla suo ti tra tu un una uno voi
        devo deve
        """,
    ),
)
LANGUAGES: Mapping[str, Tongue] = {one.code: one for one in _ALL}
