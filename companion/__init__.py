"""companion: score keeper and referee for card players at a real table. The modules, in the order of their imports:

limits.py         sizes, counts and rates that are limited, each with its reason
clock.py          the time as the record keeps it
audit_log.py      log lines about access, for the host
instance.py       the folder of the database and the keys, and the host's code
program_name.py   the command that starts this program, for messages
network.py        the addresses at which phones reach this machine, and its mDNS name
languages.py      the languages of the app
rules/            pure: cards, tricks, entries, the record, the tally, and a game as a value
games/            pure: a folder for each game, with its rules, questions, form and rule book; it exports GAME
events/           pure: evenings, leagues and tournaments: rounds of tables, standings, money
resources.py      the files and templates of the package
translation.py    sentences of the rules -> text in a language
rulebooks.py      the rule books, parsed and cited
presentation/     tally -> text and views, for page and paper alike
parsing/          JSON, match files, forms and paper sheets -> entries, house rules and facts; checksums
referee/          a question and facts -> a ruling, its proof and what would change it
new_part.py       going on with a match in a new part, with other people
search/           clauses, cases and questions found by the words that people use
json_output.py    tallies, rulings and search results -> the JSON that the commands print
store/            the record in a database: rows appended and read, of matches and of events; knows no game
match_cache.py    reading stored matches, with a cache
repository.py     stored rows -> a match as a phone sees it; a match file -> stored rows
submission/       judging a submission, finding conflicts, appending it
stored_events/    stored rows -> an event as a phone sees it; writing in it, running its rounds
season_csv.py     final scores of the matches of a period as a CSV, read and written
pdf/              tally -> HTML -> PDF
import_export.py  many matches and events at once: files, zips and lists in, a zip of files out
web/              http/: what every request needs; pages/: the routes
app.py            the app factory
phone.py          the phone app: the app inside a phone's browser, without a server (static/phone/)
server.py         the app under waitress
cli/              the commands

A part imports only what stands above it; tests/test_architecture.py checks them all.
"""

__version__ = "1.0.0"  # the one place: packages, commands and pages take it from here
