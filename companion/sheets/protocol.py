"""The protocol of a match: what players of the game know from paper, with everything that was said about it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion import qr
from companion.checksum import checksums
from companion.reading import Match
from companion.rules.entries import Player
from companion.rules.rulings import Ruling
from companion.rules.tally import Mark, Reckoning, Row, Tally, figures, values
from companion.rules.words import say
from companion.sheet import marks, rows
from companion.sheets import tables
from companion.sheets.press import frame, print_pages
from companion.sheets.remarks import Reader, Remark, house_rules_text, letters, remarks
from companion.sheets.when import Clock
from companion.speech import Language, language, speak

PAGE = 268.0  # mm of an A4 page between its margins
# Classes of the page's body, with about the height in mm of a row, of one with balances, of one of an account.
SIZES = (("normal", 5.2, 7.6, 5.8), ("tight", 4.5, 6.6, 4.8), ("tiny", 4.0, 6.0, 4.0))
PLACE = say("Place")


def protocol_pdf(match: Match, lang: str, *, url: str | None = None, at: datetime | None = None) -> bytes | Ruling:
    """The protocol as PDF; the same match gives the same bytes. A Ruling where the machine cannot print.

    `url` is printed as a QR code: give one that may only read. `at` is the moment of printing, with its time zone.
    """
    game, record = match.game, match.record
    tally = game.tally(record)
    catalogue = language(lang)
    reader = Reader(game, tally, lang, catalogue, Clock(lang, at))
    written = rows(game, record)
    said = remarks(reader)
    refs = letters(said, {row.line.entry for row in written})
    found = tables.sheets(game, tally, written, refs, catalogue)
    parts, shape = tables.laid_out(found, record.players, tally.pot is not None, catalogue)
    facts = {
        "game": catalogue.gettext(game.name),
        "title": record.title,
        "date": next((day for day in map(reader.clock.date, (entry.at for entry in record.entries)) if day), ""),
        "players": record.players,
        "rules": house_rules_text(record.options, catalogue),
        "columns": shape,
        "heads": tables.account_heads(record.players, shape),
        "bands_of": tables.bands(parts, shape.side_by_side),
        "accounts": [tables.account(one, tally, catalogue) for one in closing(tally)],
        "won": {record.players.index(player) for player in tally.winners},
        "outcome": _outcome(tally, catalogue),
        "remarks": sorted(((refs.get(one.entry or 0, ""), one) for one in said), key=_by_letter),
        "payments": _payments(tally, catalogue),
        "marks": _legend(record.players, marks(written), shape, parts, catalogue),
        "qr": qr.carried(url) if url else "",
        "url": url or "",
        "frame": frame(_running_head(match, shape, catalogue), _foot(match, reader), catalogue),
    }
    return print_pages("print/protocol.html", lang, facts, _sizes(facts), 1)


def _sizes(facts: Mapping[str, Any]) -> list[Mapping[str, str]]:
    """The sizes in which the protocol may fit one page, before them the usual one for when it fits none."""
    deep = [max(len(sheet.rows) for sheet in band) for band in facts["bands_of"]]
    below = any(cell.below for band in facts["bands_of"] for sheet in band for row in sheet.rows for cell in row.cells)
    accounts = sum(len(one.rows) + 1 for one in facts["accounts"])
    fixed = 50 + 10 * len(deep) + 3.5 * max(len(facts["remarks"]), len(facts["marks"]))
    return [
        {"size": name}
        for name, row, double, account in SIZES
        if name == "normal" or fixed + sum(deep) * (double if below else row) + accounts * account < 1.12 * PAGE
    ]


def _by_letter(remark: tuple[str, Remark]) -> tuple[bool, int, str]:
    """Those on a row first, in the order of the rows: a to z, aa to zz."""
    letter = remark[0]
    return not letter, len(letter), letter


def closing(tally: Tally) -> list[Reckoning]:
    """The accounts of the whole match: the game's own, and the standing where they leave it out."""
    own = [one for one in tally.reckonings if one.leg is None]
    there = [{p: figure.value for p, figure in one.figures.items()} for account in own for one in account.rows]
    rows = []
    scores, balances = values(tally.scores), values(tally.balances)
    if scores and not own:
        rows.append(Row(say("Points"), figures(scores)))
    if balances and balances not in there:
        rows.append(Row(say("Balance"), figures(balances)))
    if tally.places and not any(one.label == PLACE for account in own for one in account.rows):
        rows.append(Row(PLACE, figures(tally.places)))
    if not rows:
        return own
    if len(own) == 1:
        place = [one for one in own[0].rows if one.label == PLACE]
        others = [one for one in own[0].rows if one not in place]
        return [Reckoning(own[0].title, (*others, *rows, *place))]
    return [*own, Reckoning(say("Standing"), tuple(rows))]


def _outcome(tally: Tally, catalogue: Language) -> str:
    if tally.status == "running":
        return speak(say("As it stands:") if tally.payments else say("Not finished."), catalogue)
    if not tally.winners:
        return ""
    if len(tally.winners) == 1:
        return speak(say("{player} has won.", player=tally.winners[0]), catalogue)
    return speak(say("{players} share the victory.", players=tally.winners), catalogue)


def _payments(tally: Tally, catalogue: Language) -> list[str]:
    found = [
        speak(
            say("{payer} pays {payee} {amount}.", payer=one.payer, payee=one.payee, amount=tally.amount(one)), catalogue
        )
        for one in tally.payments
    ]
    if tally.pot:
        found.append(speak(say("In the pot: {amount}.", amount=tally.pot), catalogue))
    return found


def _legend(
    players: tuple[Player, ...],
    signs: list[Mark],
    shape: tables.Columns,
    parts: list[tables.Sheet],
    catalogue: Language,
) -> list[tuple[str, str]]:
    """What the signs on this sheet mean, those that are on it."""
    lines = [row for part in parts for row in part.rows]
    cells = [cell for row in lines for cell in row.cells]
    found = [(mark.sign, catalogue.gettext(mark.meaning)) for mark in signs]
    if any(cell.dealer for cell in cells):
        found.append(("_", speak(say("dealer"), catalogue)))
    if any(cell.below for cell in cells):
        found.append(("±", speak(say("small figures: balances"), catalogue)))
    if any(row.number == tables.CARRIED for row in lines):
        found.append((tables.CARRIED, speak(say("carried over from an earlier sheet"), catalogue)))
    if any(row.struck for row in lines):
        found.append(("~", speak(say("corrected: counts for nothing"), catalogue)))
    found += [(short, name) for short, name in zip(shape.heads, players, strict=True) if short != name]
    return found


def _running_head(match: Match, shape: tables.Columns, catalogue: Language) -> str:
    words = (catalogue.gettext(match.game.name), match.record.title[:50], ", ".join(shape.heads))
    return " · ".join(filter(None, words))


def _foot(match: Match, reader: Reader) -> str:
    signs = checksums(match)
    words = [
        speak(say("score {checksum}", checksum=signs.score), reader.catalogue),
        speak(say("record {fingerprint}", fingerprint=signs.record), reader.catalogue),
    ]
    if reader.clock.printed:
        printed = reader.clock.printed.isoformat()
        when = f"{reader.clock.date(printed)} {reader.clock.time(printed)}"
        words.append(speak(say("printed {when}", when=when), reader.catalogue))
    return " · ".join(["companion", *words])
