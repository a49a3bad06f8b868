"""Hands that earlier releases stored are read for ever (docs/decisions/0020).

``stored.json`` and ``stored_2.json``, of the first and the second format, are never made again. A
new format adds hands of its own.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tables import engine
from tests.tables.engine.scenes import deal

HERE = Path(__file__).parent
STORED: list[dict[str, Any]] = json.loads((HERE / "stored.json").read_text())
SECOND: list[dict[str, Any]] = json.loads((HERE / "stored_2.json").read_text())


# A game that is added later has hands of its own, in no file that is never made again.
GAMES_THEN = {
    *("nlhe", "plhe", "flhe", "nlo", "plo", "flo", "nlo8", "plo8", "flo8"),
    "italian",
}


@pytest.mark.parametrize("stored", [STORED, SECOND], ids=["first", "second"])
def test_every_game_was_stored_in_progress_and_finished(stored: list[dict[str, Any]]) -> None:
    kept = {(each["state"]["game"], "wins" in each["state"]) for each in stored}
    assert kept >= {(game, done) for game in GAMES_THEN for done in (False, True)}


@pytest.mark.parametrize("kept", [*STORED, *SECOND], ids=lambda kept: str(kept["state"]["game"]))
def test_a_stored_hand_is_what_its_stored_events_tell(kept: dict[str, Any]) -> None:
    assert engine.HandState.from_json(kept["state"]) == engine.replay(kept["events"])


def test_a_hand_without_a_format_is_of_the_first() -> None:
    state = STORED[0]["state"]
    older = {name: value for name, value in state.items() if name != "format"}
    assert engine.HandState.from_json(older) == engine.HandState.from_json(state)


def test_a_hand_of_a_later_release_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="stored in format 99, later than 2"):
        engine.HandState.from_json({**STORED[0]["state"], "format": 99})


@pytest.mark.parametrize("kept", STORED, ids=lambda kept: str(kept["state"]["game"]))
def test_a_start_of_the_first_release_is_told_with_the_facts_of_its_game(
    kept: dict[str, Any],
) -> None:
    start = kept["events"][0]
    assert not {"rules", "cards"} & set(start)
    told = engine.visible(start, None)
    assert told["e"] == "start"
    assert told["rules"] == engine.GAMES[start["game"]].to_json()
    assert told["cards"] == len(start["deck"]) // 2
    assert not {"rules", "cards"} & set(start)


def test_a_hand_lists_every_setting_and_one_that_came_later_is_as_the_first_release_played_it() -> (
    None
):
    hand = deal(100, 100, house=engine.FIRST._replace(suits="split")).hand
    state = hand.to_json()
    assert len(state["house"]) == len(hand.house)
    assert engine.HandState.from_json(state) == hand
    for known in range(len(hand.house)):
        shorter = engine.HandState.from_json({**state, "house": state["house"][:known]}).house
        assert shorter == (*hand.house[:known], *engine.FIRST[known:])


def test_a_setting_that_is_not_said_is_as_the_first_release_played_it() -> None:
    assert engine.HouseRules.from_json({}) == engine.FIRST
    assert engine.HouseRules.from_json({"suits": "split"}) == engine.FIRST._replace(suits="split")
    every = engine.HouseRules(odd_chips="next_bb", raked=True)
    assert set(every.to_json()) == set(engine.HouseRules._fields)
    assert engine.HouseRules.from_json(every.to_json()) == every


@pytest.mark.rule("BTN-3")
@pytest.mark.parametrize(("told", "button"), [(True, "dead"), (False, "forward")])
def test_a_dead_button_as_the_first_release_told_it_is_still_read(
    told: bool, button: engine.Button
) -> None:
    stored: Any = {"dead_button": told}
    assert engine.HouseRules.from_json(stored) == engine.FIRST._replace(button=button)
