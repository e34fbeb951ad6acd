"""The house rules of a table: all of them with their clauses, and those that may change, from the next deal on."""

import secrets

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.keeping import Sitting
from companion.reading import read_body
from companion.reading.forms import chosen_rules, posted
from companion.rules.entries import OptionChange
from companion.rules.options import FIRST_DEALER, chosen, house_rules
from companion.rules.rulings import Ruling
from companion.web.connection import store
from companion.web.guard import own_address
from companion.web.sent import sent_entry_id
from companion.web.sitting import sit_down
from companion.writing import Gone, Refused, Wish
from companion.writing import write as append

pages = Blueprint("house_rules", __name__, url_prefix="/m/<match_id>")


@pages.get("/house-rules")
def page(match_id: str) -> str:
    return _page(sit_down(match_id))


@pages.post("/house-rule")
def change(match_id: str) -> Response | tuple[str, int]:
    """Change one from the next deal on; a refusal names it, and keeps what was typed."""
    sitting = sit_down(match_id, write=True)
    rules = chosen_rules(sitting.tally.options, posted(request.form.items(multi=True)).at("options"))
    if not rules:
        abort(400)
    name, value = next(iter(rules.items()))
    wrong = _write(sitting, {"kind": OptionChange.kind, "option": name, "value": value})
    if wrong:
        return _page(sitting, wrong, name), 422
    back = own_address(request.form.get("back", ""), "")
    otherwise = url_for("house_rules.page", match_id=match_id)
    return redirect(back if back.startswith(url_for("referee.at_table", match_id=match_id)) else otherwise, 303)


def _write(sitting: Sitting, data: dict[str, object]) -> Ruling | None:
    body = read_body(sitting.game, sitting.players, data)
    if isinstance(body, Ruling):
        return body
    outcome = append(store(), sitting, Wish(body, data, sent_entry_id(), len(sitting.rows)))
    if isinstance(outcome, Gone):
        abort(404)
    return outcome.ruling if isinstance(outcome, Refused) else None


def _page(sitting: Sitting, wrong: Ruling | None = None, name: str = "") -> str:
    """`name`: the rule that was to be changed, with what was typed for it."""
    options = sitting.tally.options
    sent = {key: request.form.get(f"options[{key}]", "") for key in (name, f"{name}_number")} if name else {}
    return render_template(
        "house_rules.html",
        sitting=sitting,
        game=sitting.game,
        match_id=sitting.row.id,
        rules=[(key, rule, getattr(options, key)) for key, rule in house_rules(options) if key != FIRST_DEALER],
        changed={key for key, _, _ in chosen(options)},
        may_change=sitting.guest.may_write and sitting.tally.status == "running",
        wrong=wrong,
        sent=sent,
        open_rule=name,
        entry_id=secrets.token_hex(8),
    )
