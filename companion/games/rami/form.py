"""What cards can be chosen from: the packs with which Rami is played, by whatever house rules."""

from collections.abc import Mapping, Sequence

from companion.games.rami.hand import JOKERS, PACKS
from companion.games.rami.options import Options
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.tally import Tally

IN_PLAY = {"copies": PACKS, "jokers": JOKERS}


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    return IN_PLAY


def ask_form(options: Options, facts: Json, players: Sequence[Player]) -> Mapping[str, object]:
    return IN_PLAY
