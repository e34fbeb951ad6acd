"""companion: score keeper and referee for card players at a real table. The modules, in the order of their imports:

limits.py         sizes, counts and rates that are limited, each with its reason
clock.py          the time as the record keeps it
audit_log.py      log lines about access, for the host
instance.py       the folder of the database and the keys, and the host's code
program_name.py   the command that starts this program, for messages
network.py        the addresses at which phones reach this machine, and its mDNS name
languages.py      the languages of the app
qr.py             QR codes
rules/            pure: cards, tricks, entries, the record, the tally, and a game as a value
games/            pure: a folder for each game, with its rules, questions, form and rule book; it exports GAME
events/           pure: evenings, leagues and tournaments: rounds of tables, standings, money
resources.py      the files and templates of the package
translation.py    sentences of the rules -> text in a language
rulebooks.py      the rule books, parsed and cited
presentation/     tally -> text and views, for page and paper alike
parsing/          JSON, match files, forms and paper sheets -> entries, house rules and facts
referee/          a question and facts -> a ruling, its proof and what would change it
checksum.py       checksums of a match
continuation.py   going on with a match in a new part, with other people
search/           clauses, cases and questions found by the words that people use
json_output.py    tallies, rulings and search results -> the JSON that the commands print
store/            the record in a database: rows appended and read; knows no game
match_cache.py    reading stored matches, with a cache
repository.py     stored rows -> a match as a phone sees it; a match file -> stored rows
submission/       judging a submission, finding conflicts, appending it
evening.py        stored matches as the rounds of a stored event; the evening that forms itself
rounds.py         the rounds of a stored event: each table with its match and its result, everybody's seat
tournament.py     running them: a match for each table, its result, the phones that come along
season_csv.py     a season as a CSV of final scores, read and written, or as a zip of files
pdf/              tally -> HTML -> PDF
bundle.py         many matches and events at once: a zip, several files; what is here already
web/              http/: what every request needs; pages/: the routes
app.py            the app factory
phone.py          the app inside a phone's browser, without a server
server.py         the app under waitress
cli/              the commands

A part imports only what stands above it; tests/test_house.py checks them all.
"""

__version__ = "1.0.0"  # the one place: packages, commands and pages take it from here
