"""Forms of a match as a browser without scripts sends them."""

from flask import Flask
from flask.testing import FlaskClient

from companion.store import open_store

NAMES = ["Anna", "Bo", "Cia", "Dag", "Eva", "Fia", "Gun", "Hans"]


def begin(phone: FlaskClient, game: str = "toy", players: int = 4, **fields: str) -> str:
    """Start a match from the form and return its address."""
    sent = {"players[]": NAMES[:players], "dealer": str(players - 1), **fields}
    answer = phone.post(f"/new/{game}", data=sent)
    assert answer.status_code == 303, answer.text
    return answer.location


def count(app: Flask, address: str) -> int:
    store = open_store(app.config["DATABASE"])
    try:
        return store.count(address.rpartition("/")[2])
    finally:
        store.close()


def deal(number: int = 1, **fields: object) -> dict[str, object]:
    return {"kind": "deal", "seen": f"{number - 1}.0", "entry_id": f"e{number}", **fields}


ROUNDS = {"sat_out[]": ["Cia"], "rounds[]": ["Anna", "Bo", "Anna", "Bo", "Bo"]}
