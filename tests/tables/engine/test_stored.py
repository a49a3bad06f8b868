"""Hands that earlier releases stored are read for ever (docs/decisions/0020).

``stored.json`` is never made again. A new format adds hands of its own.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tables import engine

STORED: list[dict[str, Any]] = json.loads((Path(__file__).parent / "stored.json").read_text())


def test_every_game_was_stored_in_progress_and_finished() -> None:
    kept = {(each["state"]["game"], "wins" in each["state"]) for each in STORED}
    assert kept >= {(game, done) for game in engine.GAMES for done in (False, True)}


@pytest.mark.parametrize("kept", STORED, ids=lambda kept: str(kept["state"]["game"]))
def test_a_stored_hand_is_what_its_stored_events_tell(kept: dict[str, Any]) -> None:
    assert engine.Hand.from_json(kept["state"]) == engine.replay(kept["events"])


def test_a_hand_without_a_format_is_of_the_first() -> None:
    state = STORED[0]["state"]
    older = {name: value for name, value in state.items() if name != "format"}
    assert engine.Hand.from_json(older) == engine.Hand.from_json(state)


def test_a_hand_of_a_later_release_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="stored in format 99, later than 1"):
        engine.Hand.from_json({**STORED[0]["state"], "format": 99})
