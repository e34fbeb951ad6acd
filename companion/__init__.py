"""companion: score keeper and referee for card players at a real table. The map of the house:

limits.py  every size, count and rate that is limited
clock.py   the time as the record keeps it
audit_log.py  what happened that somebody may ask after
cache.py  what was worked out once and may be asked for again
instance.py   where the matches lie
program_name.py  how this program is called where it was started
network/   the addresses of this machine, how phones reach the server at them, and its name
languages.py  the one table of languages
qr.py      addresses as QR codes
rules/     what the games share, pure: cards, tricks, entries, the record, the sheet (Tally) and the game as values
games/     one folder a game, pure: options, entries, tally, questions, and its rule book; ends in a value GAME
resources.py what travels with the package: its folders and its templates
translation.py  sentences of the rules -> text in a language
presentation/   tallies -> what is told of a match, on page and paper alike: the sheet, who stands where and how every number
           came about, the course, what an entry says and would bring about, statistics, the spreadsheet
rulebooks.py   the rule books, read and cited
parsing/   JSON, match files, forms and sheets kept by hand -> entries, options and facts
referee/   a question and what was said -> the answer, its proof and what would turn it
checksum.py   signs that tell a record from any other
search/   clauses, cases and questions found in the words that people use; the two questions that every game has
json_output.py    tallies, rulings and findings -> the JSON that `companion replay`, `ask` and `find` print
store/     the record in a database: rows, appended and read; knows no game
admin_code.py    the code that opens all matches to whoever runs the server
repository.py stored rows -> a match, as a phone has it before it, and a match file into the store
submission/   where a submission to write goes, and the one way through judge and append; what the table knows before a deal, the
           parts that close it, and which step back comes next
pdf/    tally -> HTML -> PDF
web/       the pages: read -> tally -> append -> render
app.py     the only place that wires the web together
server/   the app on a port, how requests wait there, and from request to response without a socket
cli/       the commands

A part imports only what stands above it; tests/test_house.py checks them all.
"""
