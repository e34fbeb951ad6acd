"""Every limit of the app in one place: sizes, counts and rates, each with the reason for its number.

Who passes one is told so in a clear sentence (web/http/errors.py and where the limit is checked). The rates are kept in
memory, one process long, or in the database that several servers share: they slow down guessing and loops, and are no
accounts.
"""

from dataclasses import dataclass

MINUTE = 60  # seconds
DAY = 24 * 60 * MINUTE

# Sizes
LARGEST_REQUEST = 512 * 1024  # bytes; a match file of a long evening has 60 kB
LARGEST_UPLOAD = 4 * 1024 * 1024  # bytes of the one form that takes many files; a zip of a season has two
UNPACKED = 64 * 1024 * 1024  # bytes of all files of a zip: what is packed so well that it has more is no season
ZIPPED_FILES = 2000  # of one zip
FIELDS = 8000  # of a form; a paper sheet of so many rows has not quite so many
LARGEST_CARRIED = 4 * 1024 * 1024  # bytes of a match file as a paper carries it; two thousand entries have less
LARGEST_ENTRY = 16 * 1024  # characters of an entry as JSON; ten melds for each of six players have 2,000
NAME_LENGTH = 40  # of a player
TITLE_LENGTH = 100  # of a match
TEXT_LENGTH = 2000  # of any other text in an entry
REASON_LENGTH = 200  # of a contest or its settlement
ENTRY_ID_LENGTH = 64
OURS = ":"  # begins the names of entries that the server gives: no phone can have written one under such a name
SEARCH_LENGTH = 100
ASKED_PLAYERS = 40  # named in one list or table of a question to the referee; no game has a dozen

# Counts
ENTRIES = 2000  # of one match; an evening has a hundred
LARGEST_MATCH = 1024 * 1024  # bytes of all its entries as JSON; those of a long evening have 60 kB
CORRECTED = 30_000  # entries times corrections (or what is let stand) of one match, each judged in its place: a second
PARTS = 20  # of a match in which people come and go; the last one tells of all before it, each inside the next
EVENING = 12 * 60  # minutes within which a match goes on with the evening of the one before
EARLIER_MATCHES = 20  # of a phone, the latest: those to whose evening a new one may belong
EVENT_PLAYERS = 200  # of one event, stand-ins not counted
EVENT_ENTRIES = 5000  # of one event; a tournament of fifty tables over eight rounds has a thousand
EVENT_CORRECTED = 600_000  # entries times corrections of one event, each folded anew: five seconds
SHEET_ROWS = 150  # typed in from paper at once; an evening has sixty
MATCHES = 10_000  # made or taken in by one phone, deleted ones not counted; a club has a thousand in a season
WRITERS = 40  # phones that may write in one match
READERS = 40  # phones that only look on; their seats are apart, so that no crowd of them keeps a writer out
LEAST_FREE = 64 * 1024 * 1024  # bytes left on the disk below which no match is begun: room for those that are played
KEPT_ENTRIES = 8_000  # of matches kept in memory as they were last read: those of two hundred tables; 25 MB for 2,000
KEPT_AS_ONE = 1024  # bytes of entries, as JSON, that weigh there no more than one; of usual ones each has fewer
ON_SHEET = 50  # of the latest entries that have a row stand on the page of a match; an evening has as many
CELLS = 160  # of a sheet on a page, where many players make each row long: at most 50 kB
SAID = 12_000  # characters beside the rows of a page: sixty short notes, six of the longest
ON_PAGE = 150  # entries on a page of earlier ones
FORESEEN = 300  # entries after one up to which its page says what striking it out would change; else when asked
MEANWHILE = 20  # of the latest entries that others wrote while somebody was typing, each told by itself
TERMS = 80  # of all numbers of a match together on the page that derives them
FOUND = 200  # matches shown by a search at once
TYPED = 50_000  # matches of which no more than the scores was typed in that they keep: 30 MB
COUNTED = 20_000  # matches that statistics have added up and keep, of all phones: 30 MB
SCREENS = 200  # televisions that wait for a board at once; a further one is given no code, and none loses its own

AT_ONCE = 0.05  # seconds of processor time that a question to the referee takes as it comes, others beside it
IMPORTING = 8.0  # seconds of it for all files that are sent at once; the rest is named and sent again
THINKING = 1.5  # seconds of it in the lane for heavy work, then the referee says that it has not decided


@dataclass(frozen=True)
class Pace:
    """At most `times` within `seconds`."""

    times: int
    seconds: int = MINUTE


# Rates. A join code is one of 31**10, so many that a right one passes whatever was mistyped before it: at a thousand
# guesses a second, which is all that the server answers, finding one of a thousand matches takes six years on average.
WRONG_CODES = Pace(10)  # by one phone, or without a cookie from one address; then it is told to wait
WRONG_CODES_HERE = Pace(120)  # from one address, be it a whole club behind a router: nobody types as many
WRONG_CODES_ALL = Pace(300)
WRITES = Pace(300)  # whatever one phone sends, previews of what is typed included: five a second are a loop
# A television shows a code of six signs, one of 31**6, for ten minutes: so many that a right one passes too, whatever
# was mistyped before it. A thousand guesses a second find the one screen that waits in ten days, and who finds it
# learns nothing: its own board is shown to strangers. Wrong ones count with those of matches.
SCREEN_CODE = 6
SCREEN_SECONDS = 10 * MINUTE
NEW_SCREENS = Pace(20, SCREEN_SECONDS)  # codes given to televisions at one address: a hall has fewer
# What was refused stands in the log: enough to see that somebody tries, and never so much that it fills the disk.
LOGGED_HERE = Pace(10)  # lines about one address
LOGGED = Pace(120)
# Heavy work (PDF, heaps of cards, match files taken in): half a second of the processor each, one at a time.
HEAVY = Pace(20)  # from one phone
HEAVY_HERE = Pace(60)  # from one address, also without a cookie
HEAVY_WAIT = 10  # seconds in the queue for it
NEW_MATCHES = Pace(30)  # from one address, counting new matches and match files taken in
NEW_MATCHES_DAILY = Pace(400, DAY)  # from one address, be it a club of a hundred tables: no loop fills the disk

# Codes
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # nothing that is misread aloud
CODE_LENGTH = 10  # 31**10 codes: with the rates above nobody guesses one
INVITED = 60  # minutes for which a code is valid that lets in one phone, once
