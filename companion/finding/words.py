"""What is typed, as words that can be compared: without accents, capitals and endings, numbers as figures.

A word has several forms, because people leave out accents before or after the ending is taken off: passée and passee.
Two words are the same if they share a form.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from threading import Lock

import snowballstemmer

LONGEST = 400  # letters of a search; the rest is not read
MOST = 40  # words of a search
STEMMERS = {"en": "english", "sv": "swedish", "fr": "french", "it": "italian"}
STEMMING = Lock()  # a stemmer keeps the word that it is working on

# The words that say nothing of what is looked for, by language, without accents. Those that change the sense of a
# question stay out of this list: not, before, after, first, again, only.
SMALL = {
    "en": """a an and are as at be been but by can could did do does for from had has have he her his how i if in is it
        its let may me must my of on or our s she should so t that the their them then there they this to us was we
        were what when which who whose why will with would you your am im ive dont doesnt isnt id ll ve re much many
        happens happen now just really got get does""",
    "sv": """alla allt att av bara blir da dar de dem den deras det detta dig din du eller en ett far finns fran fick gor
        ha hade han har hon hur jag kan kunna man med men mig min mina nar nagon nagot nan nat nu och om pa sa sig sin
        sina ska skall som till var vara vem vi vid vilka vilken vilket vill ar blev ju gar galler hander maste mycket
        manga vad er ni oss hos i""",
    "fr": """ai a au aux avec ce ces cet cette comme comment dans de des doit doivent dois du elle elles est et etre eux
        faire fait faut il ils j je l la le les leur lui ma mais me mes mon nous on ont ou par peut peuvent peux
        puis pour qu quand que quel quelle quelles quels qui quoi sa se ses si son sont suis sur ta te tes ton tu un
        une vos votre vous y d c s m n t en es etait sera combien passe-t-il arrive obligation oblige qu'est""",
    "it": """a agli ai al alla alle allo anche c che chi ci come con cosa cui da dal dalla dalle de degli dei del della
        delle dello deve devo di dove e ed gli ha hai hanno ho i il in io l la le lei li lo loro ma me mi mia mio nel
        nella nelle nello noi o per perche po possiamo posso puo qual quale quali quando quanta quante quanti quanto
        se si sono su sua sul sulla suo ti tra tu un una uno va vi voi e' d s si fa fare bisogna succede""",
}
SMALL_WORDS = frozenset(word for words in SMALL.values() for word in words.split())
COUNTS = (*range(11), 11, 12, 13, 14, 20, 25, 30, 40, 50, 100)
NUMBER_WORDS = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen twenty twentyfive thirty forty
fifty hundred
noll ett tva tre fyra fem sex sju atta nio tio elva tolv tretton fjorton tjugo tjugofem trettio fyrtio femtio hundra
zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze vingt vingtcinq trente quarante
cinquante cent
zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici venti venticinque trenta
quaranta cinquanta cento
""".split()
NUMBERS = {word: f"{COUNTS[place % len(COUNTS)]}" for place, word in enumerate(NUMBER_WORDS)} | {
    "tvaan": "2",
    "twos": "2",
    "ettan": "1",
    "tretton": "13",
    "ones": "1",
    "once": "once",
    "twice": "twice",
}


def folded(text: str) -> str:
    """Lower case, without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def split(text: str) -> Sequence[str]:
    """The words of a text with their accents, small ones included."""
    whole = unicodedata.normalize("NFC", text.casefold())
    return re.findall(r"[^\W_]+", re.sub(r"(?<=\w)[’'](?=(t|s|re|ve|ll|m|d)\b)", "", whole))


@cache
def forms(word: str, lang: str) -> frozenset[str]:
    """All that a word may be compared by: its stem, with the accents or without, and the figure of a number."""
    plain = folded(word)
    if plain.isdigit():
        return frozenset((plain.lstrip("0") or "0",))
    if number := NUMBERS.get(plain):
        return frozenset((number, plain))
    found = {folded(_stem(one, lang)) for one in (word, plain)}
    if lang == "sv" and len(plain) > 5:  # the article of neuter nouns, which the stemmer leaves: sticket, essets
        found |= {_stem(plain.removesuffix(end), lang) for end in ("et", "ets", "en", "ens") if plain.endswith(end)}
    return frozenset(found)


def _stem(word: str, lang: str) -> str:
    with STEMMING:
        return str(_stemmer(lang).stemWord(word))


@cache
def _stemmer(lang: str) -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer(STEMMERS.get(lang, "english"))
