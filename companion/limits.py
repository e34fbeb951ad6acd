"""The limits of the app: sizes, counts and rates, each with the reason for its value.

A request beyond a limit gets a clear error message (web/http/errors.py, or where the limit is checked). The counters of
the rates live in the memory of one process, or in the database that several servers share. They slow down guessing and
loops; they do not identify anybody.
Limits of the search alone stand in search/query.py.
"""

from dataclasses import dataclass

MINUTE = 60  # seconds
DAY = 24 * 60 * MINUTE

# Sizes
LARGEST_HEAD = 32 * 1024  # bytes of the address and the headers of a request; a browser sends two or three kB
LARGEST_REQUEST = 512 * 1024  # bytes; the match file of a long evening has 60 kB
LARGEST_UPLOAD = 4 * 1024 * 1024  # bytes of the one form that accepts many files; a zip of a season has 2 MB
UNPACKED = 64 * 1024 * 1024  # bytes of all files in a zip together; more than any season has, so it is an attack
ZIPPED_FILES = 2000  # files in one zip
FIELDS = 8000  # fields of a form; the largest paper sheet has slightly fewer
LARGEST_CARRIED = 4 * 1024 * 1024  # bytes of a match file inside a PDF; one with 2,000 entries is smaller
LARGEST_ENTRY = 16 * 1024  # characters of an entry as JSON; ten melds for each of six players have 2,000
NAME_LENGTH = 40  # characters of a player's name
TITLE_LENGTH = 100  # characters of the title of a match
TEXT_LENGTH = 2000  # characters of any other text in an entry
REASON_LENGTH = 200  # characters of the reason for a dispute or for closing it
ENTRY_ID_LENGTH = 64  # characters; a phone sends 16, and a few more where one action writes several entries
SEARCH_LENGTH = 100  # characters of a search among clauses or matches, of which the rest is ignored
SENT_NAME_LENGTH = 200  # characters of a name on the pages about people, of which the rest is ignored
CELL_LENGTH = 120  # characters of a cell typed in from paper, of which the rest is ignored; thirteen cards have forty
SUM_LENGTH = 200  # characters of a sum in a number field, such as 25 + 10; checked before it is parsed
FORM_DEPTH = 30  # steps of the name of a form field, such as hands[0][1], of which the rest is ignored
JSON_DEPTH = 40  # nesting depth of objects and lists; a match file needs nine
ASKED_PLAYERS = 40  # players in one list or table of a question to the referee; no game has as many as twelve

# Counts
ENTRIES = 2000  # entries of one match; an evening has a hundred
LARGEST_MATCH = 1024 * 1024  # bytes of all entries of a match as JSON; those of a long evening have 60 kB
CORRECTED = 30_000  # entries times corrections of one match; judging them takes about a second
PARTS = 20  # parts of one match with changing players; each part contains the data of all parts before it
EVENING = 12 * 60  # minutes: a match that begins later is not part of the same evening
EARLIER_MATCHES = 20  # latest matches of a phone that are searched for the evening of a new match
EVENT_PLAYERS = 200  # players of one event, without stand-ins
EVENT_ENTRIES = 5000  # entries of one event; a tournament of fifty tables over eight rounds has a thousand
EVENT_CORRECTED = 600_000  # entries times corrections of one event; computing them takes about five seconds
SHEET_ROWS = 150  # rows typed in from paper at once; an evening has sixty
MATCHES = 10_000  # matches created or imported by one phone, without deleted ones; a club has a thousand in a season
WRITERS = 40  # phones that may write in one match
READERS = 40  # phones that may only read; counted separately, so that many readers cannot block a writer
LEAST_FREE = 64 * 1024 * 1024  # bytes free on the disk below which no match begins: running matches need the space
KEPT_ENTRIES = 8_000  # entries in the cache of matches: those of two hundred tables; 2,000 entries take 25 MB
KEPT_AS_ONE = 1024  # bytes of JSON that count as one entry in that cache; a usual entry has fewer
ON_SHEET = 50  # latest entries that have a row on the page of a match; an evening has as many
CELLS = 160  # cells of the score sheet on a page, if many players make each row long: at most 50 kB
REMARK_CHARACTERS = 12_000  # characters beside the rows of a page: sixty short notes, or six of the longest
ON_PAGE = 150  # entries on a page of earlier entries
REPLAYED_AT_ONCE = 300  # later entries up to which the page of an entry shows at once what deleting it would change
NEWER_LISTED = 20  # latest entries of others, written while somebody was typing, that are listed one by one
TERMS = 80  # terms of all numbers of a match together on the page that explains them
FOUND = 200  # matches shown by one search
TYPED = 50_000  # matches with only typed scores that the statistics keep in memory: 30 MB
COUNTED = 20_000  # evaluated matches of all phones that the statistics keep in memory: 30 MB
COUNTED_NAMES = 10_000  # phones or addresses in one counter of a rate; above that, idle ones are dropped
SCREENS = 200  # televisions that wait for a score board at the same time; a further one gets no code

AT_ONCE = 0.05  # seconds of processor time for a question to the referee that is answered beside other requests
IMPORTING = 8.0  # seconds of processor time for all files of one upload; the other files must be sent again
LONG_QUESTION = 1.5  # seconds of processor time in the queue for heavy work; then the referee answers "not decided"


@dataclass(frozen=True)
class Pace:
    """At most `times` requests within `seconds`."""

    times: int
    seconds: int = MINUTE


# Rates. A join code is one of 31**10. At a thousand guesses a second, the most that the server can answer, it takes six
# years on average to find one of a thousand matches. So a correct code is accepted after any number of wrong ones.
WRONG_CODES = Pace(10)  # from one phone, or from one address without a cookie; then it has to wait
WRONG_CODES_HERE = Pace(120)  # from one address; a whole club behind one router types fewer
WRONG_CODES_ALL = Pace(300)
WRITES = Pace(300)  # all that one phone sends, with previews of the typed text; five a second are a loop
# A television shows a code of six characters, one of 31**6, for ten minutes. At a thousand guesses a second it takes
# ten days to find the one screen that waits, and the finder learns nothing: only the finder's own board is shown there.
# So a correct code is accepted after any number of wrong ones. Wrong codes count together with those of matches.
SCREEN_CODE = 6
SCREEN_SECONDS = 10 * MINUTE
NEW_SCREENS = Pace(20, SCREEN_SECONDS)  # codes for televisions at one address; a hall has fewer televisions
# Refusals are logged: enough lines to see an attack, but never so many that they fill the disk.
LOGGED_HERE = Pace(10)  # lines about one address
LOGGED = Pace(120)
# Heavy work (PDF, questions with many cards, imports): half a second of the processor each, one at a time.
HEAVY = Pace(20)  # from one phone
HEAVY_HERE = Pace(60)  # from one address, also without a cookie
HEAVY_WAIT = 10  # seconds in the queue for it
NEW_MATCHES = Pace(30)  # from one address; new matches and imported match files together
NEW_MATCHES_DAILY = Pace(400, DAY)  # from one address; enough for a club of a hundred tables, too few to fill the disk

# Codes
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # without characters that are confused when read aloud
CODE_LENGTH = 10  # 31**10 codes: with the rates above nobody guesses one
INVITED = 60  # minutes for which a code is valid that lets in one phone, once
