"""The protocol of Rams: an evening, its money, its questions, and duties that a table waived."""

from io import BytesIO
from typing import Any

from games.rams.deals import Json, match
from pypdf import PdfReader
from support.pdf_text import A4, printed, said, size, words

from companion.parsing import Match, checksums
from companion.pdf import protocol_pdf
from companion.rulebooks import book


def four(*entries: Json, **head: Any) -> Match:
    return match({"players": ["Anna", "Bo", "Cia", "Dag"], **head}, list(entries))


def counted(**tricks: int) -> Json:
    return {"kind": "deal", "tricks": tricks}


EVEN, BO, DAG = (
    counted(Anna=2, Bo=1, Cia=1, Dag=1),
    counted(Anna=1, Bo=2, Cia=1, Dag=1),
    counted(Anna=1, Bo=1, Cia=1, Dag=2),
)
ROUND = [EVEN, BO, EVEN]
END = [counted(Anna=2, Cia=2, Dag=1), DAG, BO, DAG, counted(Anna=3, Bo=1, Cia=1)]
EVENING = [EVEN, counted(Bo=5), EVEN, *END] * 6  # six rams of eight deals; Anna wins each


def test_an_evening_of_six_rams_is_one_page() -> None:
    evening = four(*EVENING, title="Friday at Mattmar")
    sheet = evening.tally
    assert sheet.status == "finished"
    result = protocol_pdf(evening, "en", url="https://example.org/m/1")
    pdf, text = printed(result), words(result)
    assert len(pdf.pages) == 1
    assert size(pdf) == A4
    assert "Friday at Mattmar" in text
    assert "page 1 of 1" in text
    for n in range(1, 7):
        assert f"Rams {n} 8 deals" in text
    for player in evening.record.players:
        assert text.count(player) >= 8  # six tables, the settlement, the signature
    for row in sheet.reckonings[-1].rows:
        numbers = " ".join(str(figure.value) for figure in row.figures.values())
        assert numbers in text, row.label
    assert "Anna has won." in text
    assert checksums(evening).score in text
    assert checksums(evening).record in text


def test_money_has_its_name() -> None:
    options = {"money": True, "stake": 10_000, "unit_name": "kr"}
    text = words(protocol_pdf(four(*ROUND, options=options), "en"))
    assert "kr money: balances, pot and payments" in text
    assert "In the pot: 40000 kr." in text


def test_a_question_of_the_game_names_its_facts() -> None:
    """Two games may use the same name for different facts."""
    facts = {"bid": ["cards", "turn"], "accepted": ["turn"]}
    rulings = [
        {"kind": "ruling", "question": "exchange", "verdict": "legal", "facts": {"discards": 6, "dealer": True}},
        {"kind": "ruling", "question": "rebid", "verdict": "answer", "facts": facts},
    ]
    text = said(protocol_pdf, match({"players": ["Anna", "Bo"]}, rulings), "en")
    assert (
        "Cards put away by the player who exchanges: 6; The player exchanging is the dealer, who has six cards: yes"
        in text
    )
    assert "Forehand bid: better cards, turn a new trump; All the others accepted: turn a new trump" in text


def test_a_waived_duty_is_named() -> None:
    """The duty to knock is named with its clause, for people who sign and were not present."""
    opening = {"scores": {"Anna": 6, "Bo": 4, "Cia": 7}}
    tricks = [["Anna", *["Bo"] * 3, "Cia"], ["Anna"] * 2 + ["Cia"] * 3]
    first, second = ({"kind": "deal", "tricks": one} for one in tricks)
    as_typed = {**first, "tricks": ["Anna"] * 3 + ["Bo", "Cia"]}
    corrected = {"kind": "correction", "entry": 1, "with": first}
    stands = {"kind": "let_stand", "entry": 2, "reason": "nobody saw it"}
    head = {"players": ["Anna", "Bo", "Cia"], "opening": opening}
    found = match(head, [as_typed, {**second, "passed": ["Bo"]}, corrected, stands])
    text, french = (said(protocol_pdf, found, lang) for lang in ("en", "fr"))
    assert "Accepted as played: nobody saw it (Bo is on 1 and must knock.)" in text
    rule, number = book("rams", "en").clause("rams.pass.one"), book("rams", "en").number("rams.pass.one")
    assert rule
    assert f"rule {number}, {rule.heading}" in text, "as the printed book has it"
    assert f"règle {number}" in french
    assert "rams.pass.one" not in text + french
    assert rule.heading not in french, "whose book is in another language"


def test_house_rules_that_differ() -> None:
    chosen = four(*ROUND, options={"start_points": 7, "floor_at_zero": True})
    assert "House rules: Start on: 7 points; No scores below zero" in said(protocol_pdf, chosen, "en")
    assert "House rules: as in the rule book" in said(protocol_pdf, four(), "en")


def test_house_rules_as_they_are_now() -> None:
    """With the earlier value and the time of the change."""
    changed = {"kind": "option", "option": "floor_at_zero", "value": True}
    later = {"kind": "option", "option": "start_points", "value": 7}
    text = said(protocol_pdf, four(changed, *ROUND, later, options={"start_points": 7}), "en")
    assert "House rules: Start on: 7 points; No scores below zero (from deal 1 on, before that off)" in text


def test_money() -> None:
    text = said(protocol_pdf, four(*ROUND, options={"money": True, "stake": 5}), "en")
    assert "Pot" in text
    assert "below: balance and change" in text
    assert "In the pot: 20." in text
    over = four(*EVENING[:8], options={"money": True, "stake": 5})
    paid = over.tally.payments
    assert paid
    text = said(protocol_pdf, over, "en")
    for one in paid:
        assert f"{one.payer} pays {one.payee}: {one.amount}" in text


def test_two_rams_of_five_for_money_and_what_they_owe_are_one_page() -> None:
    """The legend of money, and a line for each payment, are counted before typesetting."""
    names = ["Gösta", "d'Artagnan", "Bé", "Camille", "Åsa"]
    won = ["00112", "00134", "00123", "00124", "00", "22213", "22243", "22243", "2"]
    deals: list[Json] = [{"kind": "deal", "tricks": [names[int(n)] for n in one]} for one in won]
    penalty = {"kind": "penalty", "player": "Bé", "points": 1, "reason": "ha parlato"}
    rules = {"money": True, "unit_name": "centimes", "stake": 10, "rams_count": 2}
    found = match({"players": names, "options": rules}, [*deals[:5], penalty, *deals[5:]])
    assert len(PdfReader(BytesIO(protocol_pdf(found, "fr"))).pages) == 1
