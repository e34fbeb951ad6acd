"""companion: score keeper and referee for card players at a real table. The map of the house:

limits.py  every size, count and rate that is limited
clock.py   the time as the record keeps it
events.py  what happened that somebody may ask after
memory.py  what was worked out once and may be asked for again
instance.py   where the matches lie
called.py  how this program is called where it was started
network.py, reach.py, announce.py  the addresses of this machine, how phones reach the server at them, and its name
languages.py  the one table of languages
qr.py      addresses as QR codes
rules/     what the games share, pure: cards, tricks, entries, the record, the sheet (Tally) and the game as values
games/     one folder a game, pure: options, entries, tally, questions, and its rule book; ends in a value GAME
chart.py   a tally -> the lines of a match
derivation.py   how each number on the board came about
outcome.py what the last deal has brought to an end
sheet.py   what stands on the sheet, on the page and on paper
shipped.py what travels with the package: its folders and its templates
statistics.py   tallies -> numbers about people
speech.py  sentences of the rules -> text in a language
scoreboard.py  who stands where and what matters now
telling.py what entries say in words, and what they changed
foresight.py   what an entry would bring about
spreadsheet.py   the sheet as comma-separated values
undo.py    which step back comes next, and what may be put back
books.py   the rule books, read and cited
reading/   JSON, match files and forms -> entries, options and facts
handwritten.py   a sheet kept by hand, typed in: rows -> entries, and where its sums went wrong
referee/   a question and what was said -> the answer, its proof and what would turn it
checksum.py   signs that tell a record from any other
finding/   clauses, cases and questions found in the words that people use
lookup.py  the two questions that every game has, answered from its book
wire.py    tallies, rulings and findings -> the JSON that `companion replay`, `ask` and `find` print
store/     the record in a database: rows, appended and read; knows no game
host.py    the code that opens all matches to whoever runs the server
keeping.py stored rows -> a match, as a phone has it before it, and a match file into the store
writing.py where a wish to write goes, and the one way through judge and append
own.py     each for himself: the parts of a deal that close it together
beforehand.py  what the table knows of a deal before it is played
sheets/    tally -> HTML -> PDF
web/       the pages: read -> tally -> append -> render
app.py     the only place that wires the web together
waiting.py how requests wait to be served
encrypted.py   connections that speak TLS
server.py  the app on a port
dispatch.py   from request to response without a socket
cli/       the commands

A part imports only what stands above it; tests/test_house.py checks them all.
"""
