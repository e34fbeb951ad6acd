"""companion: score keeper and referee for card players at a real table. The map of the house:

limits.py         every size, count and rate that is limited, with its reason
clock.py          the time as the record keeps it
audit_log.py      log lines that a host may ask after
instance.py       the folder in which the matches lie, and the code that opens all of them to the host
program_name.py   how this program is called where it was started
network.py        the addresses of this machine, how phones reach it, and its name
languages.py      the one table of languages
qr.py             addresses as QR codes
rules/            pure: cards, tricks, entries, the record, the tally, and a game as a value
games/            pure: one folder a game, with its rules, questions, form and rule book; each ends in a value GAME
events/           pure: evenings, leagues and tournaments: rounds of tables, standings, money
resources.py      the files that travel with the package, and its templates
translation.py    sentences of the rules -> text in a language
rulebooks.py      the rule books, parsed and cited
presentation/     tally -> text and views, for page and paper alike
parsing/          JSON, match files, forms and paper sheets -> entries, options and facts
referee/          a question and facts -> a ruling, its proof and what would change it
checksum.py       signs that tell a record from any other
continuation.py   a match that goes on in a new part, with other people
search/           clauses, cases and questions found by the words that people use
json_output.py    tallies, rulings and search results -> the JSON that the commands print
store/            the record in a database: rows appended and read; knows no game
match_cache.py    stored matches read, and the latest kept for all threads
repository.py     stored rows -> a match as one phone has it; a match file into the store
submission/       a submission judged, placed beside what others wrote, and appended
evening.py        stored matches as the rounds of a stored event; the evening that forms itself
tournament.py     the rounds of a stored event: a match for each table, its result, everybody's seat
pdf/              tally -> HTML -> PDF
bundle.py         many files at once: several, a zip, a CSV of final scores
web/              http/: what stands around every request; pages/: routes that read, append and render
app.py            the only place that wires the web app together
phone.py          the app inside a phone's browser, without a server
server.py         the app on a port
cli/              the commands

A part imports only what stands above it; tests/test_house.py checks them all.
"""

__version__ = "1.0.0"  # the one place: packages, commands and pages take it from here
