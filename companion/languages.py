"""Define the languages of the app. A new language needs an entry here, a catalogue, and its rule books."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

COUNTS = (*range(20), 20, 25, 30, 40, 50, 100)  # the values of `numbers`, in this order


@dataclass(frozen=True)
class LanguageRow:
    """A language as pages, paper and search need it; `small` and `numbers` are written without accents."""

    code: str
    name: str  # in the language itself
    locale: str  # for dates
    stemmer: str  # the name of its Snowball stemmer
    small: frozenset[str]  # stop words in searches, without those that change the meaning (not, before, only)
    numbers: Mapping[str, int]
    dir: str = "ltr"
    after_z: str = ""  # letters sorted after z; other accents do not affect sorting


def _language_row(
    code: str, name: str, stemmer: str, numbers: str, small: str, locale: str = "", after_z: str = ""
) -> LanguageRow:
    words = zip(numbers.split(), COUNTS, strict=True)
    small_words = frozenset(small.split())
    return LanguageRow(code, name, locale or code, stemmer, small_words, dict(words), after_z=after_z)


_ALL = (
    _language_row(
        "en",
        "English",
        "english",
        """
        zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
        seventeen eighteen nineteen twenty twentyfive thirty forty fifty hundred
        """,
        """
        a am an and are as at be been but by can could did do does doesnt dont for from get got had happen
        happens has have he her hers him his how i id if im in is isnt it its ive just let ll many may me much must
        my now of on or our re really s she should so t that the their them then there they this to us ve was we
        were what when which who whose why will with would you your
        """,
        locale="en_GB",  # Friday 20 November 2026
    ),
    _language_row(
        "sv",
        "Svenska",
        "swedish",
        """
        noll ett tva tre fyra fem sex sju atta nio tio elva tolv tretton fjorton femton sexton sjutton
        arton nitton tjugo tjugofem trettio fyrtio femtio hundra
        """,
        """
        alla allt ar att av bara blev blir da dar de dem den deras det detta dig din dom du eller en er ett far fick
        finns fran galler gar gor ha hade han hander har henne hon honom hos hur i jag ju kan kunna man manga maste med
        men mig min mina mycket nagon nagot nan nar nat ni nu och om oss pa sa sig sin sina ska skall som till vad
        var vara vem vi vid vilka vilken vilket vill
        """,
        after_z="åäö",
    ),
    _language_row(
        "fr",
        "Français",
        "french",
        """
        zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize
        dixsept dixhuit dixneuf vingt vingtcinq trente quarante cinquante cent
        """,
        """
        a ai arrive au aux avec c ce ces cet cette combien comme comment d dans de des dois doit doivent du elle
        elles en es est et etait etre eux faire fait faut il ils j je l la le les leur lui m ma mais me mes mon
        n nous obligation oblige on ont ou par passe peut peuvent peux pour puis qu quand que quel quelle
        quelles quels qui quoi s sa se sera ses si son sont suis sur t ta te tes ton tu un une vos votre vous y
        """,
    ),
    _language_row(
        "it",
        "Italiano",
        "italian",
        """
        zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici
        sedici diciassette diciotto diciannove venti venticinque trenta quaranta cinquanta cento
        """,
        """
        a agli ai al alla alle allo anche bisogna c che chi ci come con cosa cui d da dal dalla dalle de degli
        dei del della delle dello deve devo di dove e ed fa fare gli ha hai hanno ho i il in io l la le lei li
        lo loro ma me mi mia mio nel nella nelle nello noi o per perche po possiamo posso puo qual quale quali
        quando quanta quante quanti quanto s se si sono su sua succede sul sulla suo ti tra tu un una uno va vi
        voi
        """,
    ),
)
LANGUAGES: Mapping[str, LanguageRow] = {one.code: one for one in _ALL}


def alphabetical(text: str, lang: str = "") -> str:
    """Return the sort key of a text in a language; without one, only plain letters have their own place."""
    own = {ord(letter): chr(ord("z") + n) for n, letter in enumerate(LANGUAGES[lang].after_z if lang else "", start=1)}
    parts = unicodedata.normalize("NFKD", text.casefold().translate(own))
    return "".join(letter for letter in parts if not unicodedata.combining(letter))
