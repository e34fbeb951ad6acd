"""Build the JSON that `companion replay`, `standings`, `seat`, `ask` and `find` print, in its fixed public form."""

from collections.abc import Callable, Collection
from dataclasses import asdict
from fractions import Fraction

from companion.events import Event
from companion.events.judge import play
from companion.events.seating import propose_round
from companion.events.standings import Behind, RoundRow, Row, Term, money, rate, standings
from companion.events.state import Round, State, tables
from companion.parsing import Match
from companion.parsing.json_decoder import plain
from companion.referee import Answer, Proof, asking, sentence_of
from companion.referee.counterfactuals import Flip
from companion.referee.evaluate import Outcome, leaves
from companion.rulebooks import in_a_sentence
from companion.rules.ending import Ended
from companion.rules.entries import Player
from companion.rules.game import Game
from companion.rules.judge import judge
from companion.rules.messages import Say, say
from companion.rules.people import names_of
from companion.rules.rulings import MISSING, Ruling
from companion.rules.tally import Figures, Line, Payment, Tally, values
from companion.search import Finding, Hit
from companion.translation import language, speak

Call = Callable[[Player], Player]  # returns the shown name of a player


def replay(match: Match) -> tuple[dict[str, object], bool]:
    """Return the score sheet of a match file, or the first refused entry; and whether all entries were valid."""
    wrong = judge(match.replay) or match.fault
    if wrong:
        return error_json(wrong, "en"), False
    return {"game": match.game.key, **tally_json(match.game, match.tally)}, True


def tally_json(game: Game, tally: Tally) -> dict[str, object]:
    return {
        "players": list(tally.record.players),
        "names": {identity: name for identity, name in names_of(tally.record).items() if name != identity},
        "status": tally.status,
        "deals": [line_json(game, line) for line in tally.lines if line.kind in ("deal", "misdeal")],
        **_columns(tally.scores, tally.balances, tally.pot),
        **plain(game.json_output.match(tally)),
        "ended": _ended(tally.ended),
        "winners": list(tally.winners),
        "places": dict(tally.places),
        "payments": [_payment_json(one) for one in tally.payments],
        "refused": [error_json(ruling, "en")["error"] for ruling in tally.refused],
        "next": {"dealer": tally.dealer, **plain(game.json_output.next(tally))},
    }


def _payment_json(one: Payment) -> dict[str, object]:
    return {"from": one.payer, "to": one.payee, "amount": one.amount}


def _ended(ended: Ended | None) -> dict[str, object] | None:
    if ended is None:
        return None
    reason = {"reason": ended.reason} if ended.by == "agreement" else {}
    return {"by": ended.by, "entry": ended.entry, **reason}


def line_json(game: Game, line: Line) -> dict[str, object]:
    return {
        "entry": line.entry,
        "dealer": line.dealer,
        **_columns(line.scores, line.balances, line.pot.value if line.pot else None),
        **plain(game.json_output.line(line)),
        **({"let_stand": True} if line.let_stand else {}),
        "events": [{"player": one.player, "event": one.event.name} for one in line.events],
    }


def _columns(scores: Figures, balances: Figures, pot: int | None) -> dict[str, object]:
    """Return scores, balances and the pot; each only if the game has it."""
    columns = {"scores": values(scores) or None, "balances": values(balances) or None, "pot": pot}
    return {name: column for name, column in columns.items() if column is not None}


def error_json(ruling: Ruling, lang: str) -> dict[str, object]:
    error: dict[str, object] = {"entry": ruling.entry} if ruling.entry else {}
    error["code"] = ruling.code
    if ruling.code == MISSING:
        error["fact"] = ruling.path[0]
    error["clause"] = ruling.clauses[0] if ruling.clauses else None
    if ruling.player:
        error["player"] = ruling.player
    error["message"] = speak(ruling.in_file or ruling.sentence, language(lang))
    if ruling.inner:
        error["inner"] = error_json(ruling.inner, lang)["error"]
    return {"error": error}


def standings_json(event: Event) -> tuple[dict[str, object], bool]:
    """Return the standings of an event, or the first refused entry; and whether all entries were valid."""
    state = play(event)
    if isinstance(state, Ruling):
        return error_json(state, "en"), False
    settled, call = money(state), state.name_of
    return {
        "title": event.title,
        "status": "finished" if state.is_finished else "running",
        "rounds": len(state.counted),
        "open": _open_round(state.open, call) if state.open else None,
        "standings": [_row_json(state, row) for row in standings(state)],
        "money": {call(name): n for name, n in settled.sums.items()},
        "accounts": {call(name): [_term_json(one, call) for one in terms] for name, terms in settled.accounts.items()},
        "payments": [_payment_json(Payment(call(p.payer), call(p.payee), p.amount)) for p in settled.payments],
        **(_ratings_json(state) if event.terms.rating else {}),
    }, True


def seating_json(event: Event, away: Collection[Player]) -> tuple[dict[str, object], bool]:
    """Return the proposed next round without those who are away, or why there is none; and whether there is one."""
    state = play(event)
    proposal = state if isinstance(state, Ruling) else propose_round(state, away)
    if isinstance(state, Ruling) or isinstance(proposal, Ruling):
        assert isinstance(proposal, Ruling)
        return error_json(proposal, "en"), False
    call = state.name_of
    whole = {"plan": asdict(proposal.plan)} if proposal.plan else {}
    return {
        "round": len(state.rounds) + 1,
        "tables": [[call(name) for name in table] for table in proposal.tables],
        "bye": [call(name) for name in proposal.bye],
        "repeats": proposal.repeats,
        "bound": proposal.bound,
        "optimal": proposal.optimal,
        "met": [[call(one), call(other), times] for one, other, times in proposal.met],
        **whole,
    }, True


def _open_round(one: Round, call: Call) -> dict[str, object]:
    tables = list(enumerate(one.tables, start=1))
    return {
        "round": one.number,
        "tables": [list(map(call, table.seats)) for _, table in tables],
        "bye": list(map(call, one.bye)),
        "absent": list(map(call, one.absent)),
        "waiting": [n for n, table in tables if table.result is None],
        "unconfirmed": [n for n, table in tables if table.is_unconfirmed],
    }


def _row_json(state: State, row: Row) -> dict[str, object]:
    person = state.people[row.player]
    return {
        "rank": row.rank,
        "player": state.name_of(row.player),
        "stand_ins": list(person.stand_ins),
        "state": person.state,
        "out_after": person.out_after,
        "total": exact(row.total),
        "penalties": row.penalties,
        "played": len(row.played),
        "rounds": [_round_json(one) for one in row.rounds],
        "behind": _behind_json(row.behind, state.name_of) if row.behind else None,
    }


def _round_json(one: RoundRow) -> dict[str, object]:
    points = exact(None if one.place is None else one.card_points)
    at_table = {"table": one.table, "place": one.place, "card_points": points}
    shown = at_table if one.how == "played" else {}
    return {"round": one.round, "as": one.how, **shown, "points": exact(one.points), "counts": one.counts}


def _behind_json(behind: Behind, call: Call) -> dict[str, object]:
    values = None if behind.values is None else [exact(one) for one in behind.values]
    return {"player": call(behind.player), "by": behind.by, "values": values}


def _term_json(term: Term, call: Call) -> dict[str, object]:
    where = {"paid": term.entry} if term.entry else {"round": term.round, "table": term.table}
    other = {"to" if term.amount > 0 else "from": call(term.other)} if term.other else {}
    return {**where, **other, "amount": term.amount}


def _ratings_json(state: State) -> dict[str, object]:
    """Return the ratings and how many results they predicted; both None if the rating library is not installed."""
    rated = rate(tables(state))
    if rated is None:
        return {"ratings": None, "foretold": None}
    ratings = {
        state.name_of(name): {"mu": round(one.mu, 3), "sigma": round(one.sigma, 3), "tables": one.tables}
        for name, one in rated.people.items()
    }
    return {"ratings": ratings, "foretold": [rated.right, rated.of]}


def exact(value: object) -> object:
    """Return a fraction without loss: as an integer, or as a text such as 7/2. Other values are returned unchanged."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    return [exact(one) for one in value] if isinstance(value, tuple) else value


def answer_json(answer: Answer, lang: str) -> dict[str, object]:
    """Return the ruling as JSON, or the error where the facts cannot be."""
    ruling = answer.ruling
    if ruling and ruling.verdict == "impossible":
        return error_json(ruling, lang)
    return {
        **_outcome_json(answer.outcome, sentence_of(answer), lang),
        "basis": answer.basis,
        "option": answer.option,
        "silence": answer.silence,
        "chain": [_line_json(line, lang) for line in answer.chain],
        "flips": [_flip_json(flip, lang) for flip in answer.flips],
        "lang": lang,
    }


def _outcome_json(outcome: Outcome, sentence: Say, lang: str) -> dict[str, object]:
    text = speak(sentence, language(lang))
    clauses = list(dict.fromkeys(clause for ruling in leaves(outcome) for clause in ruling.clauses))
    if isinstance(outcome, Ruling) and outcome.code == MISSING:
        return error_json(outcome, lang)
    if isinstance(outcome, Ruling):
        return {"verdict": outcome.verdict, "answer": plain(outcome.answer), "clauses": clauses, "text": text}
    cases = [
        {"if": {outcome.asks.key: case.value}, **_outcome_json(case.outcome, asking(case.outcome), lang)}
        for case in outcome.cases
    ]
    return {"verdict": "conditional", "ask": outcome.asks.key, "cases": cases, "clauses": clauses, "text": text}


def _line_json(line: Proof, lang: str) -> dict[str, object]:
    data: dict[str, object] = {"role": line.role, "clause": line.clause, "because": dict(line.because)}
    if line.option:
        data |= {"option": line.option, "value": plain(line.value)}
    if line.points is not None:
        data["points"] = line.points
    text = in_a_sentence(line.clause, lang)
    return {**data, "text": f"{text} {speak(line.plays, language(lang))}." if line.plays else text}


def _flip_json(flip: Flip, lang: str) -> dict[str, object]:
    sentence = say("{change}. {text}", change=list(flip.words), text=asking(flip.outcome))
    return {"change": dict(flip.change), **_outcome_json(flip.outcome, sentence, lang)}


def finding_json(query: str, finding: Finding, lang: str) -> dict[str, object]:
    return {"query": query, "lang": lang, "silent": finding.silent, "hits": [_hit_json(hit) for hit in finding.hits]}


def _hit_json(hit: Hit) -> dict[str, str]:
    name: dict[str, str] = {str(hit.kind): hit.name} if hit.name else {}
    return {"clause": hit.clause, "heading": hit.heading, "kind": hit.kind, **name}
