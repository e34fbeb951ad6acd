"""companion: score keeper and referee for card players at a real table. The map of the house:

rules/     what the games share, pure: cards, tricks, entries, the record and the sheet (Tally) as values
games/     one folder a game, pure: options, entries, tally, questions, and its rule book; ends in a value GAME
reading/   JSON, match files and forms -> entries, options and facts
speech.py  sentences of the rules -> text in a language
books.py   the rule books, read and cited
lookup.py  clauses and cases found by any words; the two questions that every game has
wire.py    tallies and rulings -> the JSON that `companion replay` and `companion ask` print
limits.py  every size, count and rate that is limited
store.py   the record on disk: SQLite rows, appended and read; knows no game
keeping.py stored rows -> a match, and a match file into the store
statistics.py, chart.py   tallies -> numbers about people, and the lines of a match
web/       the pages: read -> tally -> append -> render
sheet.py  what stands on the sheet, on the page and on paper
sheets/    tally -> HTML -> PDF
network.py  where phones can reach this machine
cli.py, commands.py   the commands;  app.py  the only place that wires the web together

Imports point down this list's arrows only; tests/test_house.py checks them.
"""
