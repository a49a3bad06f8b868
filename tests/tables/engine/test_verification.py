"""A finished hand against the promise about its deck."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tables import engine
from tables.engine.verification import DeckPlace, UnreadableProof, examine, places
from tests.tables.engine import scenes
from tests.tables.engine.proofs import FORGERIES, forged, told
from tests.tables.engine.test_draw_poker import JACKS, NOTHING
from tests.tables.engine.test_draw_poker import deal as italian_deal


@pytest.mark.slow
@given(
    seed=st.integers(0, 2**32),
    game=st.sampled_from(sorted(engine.GAMES)),
    viewer=st.sampled_from([None, 0, 1]),
)
def test_every_card_that_was_seen_is_proved(seed: int, game: str, viewer: int | None) -> None:
    proof = told(seed, game=game, viewer=viewer)
    findings = examine(proof)
    assert {finding.at for finding in findings} == {each["index"] for each in proof["proofs"]}
    assert not [finding for finding in findings if finding.fault]


@pytest.mark.parametrize("name", FORGERIES)
def test_what_is_planted_is_found(name: str) -> None:
    proof, fault = forged(name, told(5, viewer=0))
    assert fault in {finding.fault for finding in examine(proof)}


@pytest.mark.rule("DEAL-2")
def test_places_follow_the_deal() -> None:
    hole = {1: "As2s", 2: "Ks3s", 3: "Qs4s"}
    step = scenes.deal(1000, 1000, 1000, hole=hole, board="6c7c8cTdJh")
    events = [*step.events, *scenes.play(step.hand, "3 fold", "1 call", "2 check").events]
    assert places([engine.visible(event, 2) or {} for event in events]) == [
        DeckPlace("Ks", "hole", 2, 1, (1,)),
        DeckPlace("3s", "hole", 2, 2, (4,)),
        # Place 6 is burnt.
        DeckPlace("6c", "flop", None, 1, (7,)),
        DeckPlace("7c", "flop", None, 2, (8,)),
        DeckPlace("8c", "flop", None, 3, (9,)),
    ]


@pytest.mark.rule("SHOW-2", "DEAL-2")
def test_a_card_that_is_shown_alone_lay_at_its_own_place() -> None:
    hole = {1: "As2s", 2: "Ks3s", 3: "Qs4s"}
    step = scenes.deal(1000, 1000, 1000, hole=hole)
    over = scenes.play(step.hand, "3 fold", "1 fold")
    events = [*step.events, *over.events, *engine.show(over.hand, 2, ["3s"]).events]
    told = [engine.visible(event, None) or {} for event in events]
    assert places(told) == [DeckPlace("3s", "hole", 2, 2, (4,))]


@pytest.mark.rule("DEAL-2", "DRAW-4")
def test_what_a_player_held_and_drew_is_looked_for_once_though_it_is_shown() -> None:
    hole = {1: JACKS, 2: NOTHING[2]}
    step = italian_deal(1000, 1000, hole=hole, stub="AcKcQs")
    moves = ["1 cip", "2 call", "1 discard 7s8cQd", "2 discard", "1 cip", "2 cip"]
    events = [*step.events, *scenes.play(step.hand, *moves).events]
    seen = [place.card for place in places([engine.visible(event, 1) or {} for event in events])]
    assert {*seen} >= {"Js", "7s", "Ac"}
    assert len(seen) == len({*seen})


@pytest.mark.parametrize(
    ("broken", "where"),
    [
        ([], "not an object"),
        ({"commitment": "xyz"}, "commitment"),
        ({"events": "none"}, "events"),
        ({"events": []}, "events: ValueError"),
        ({"events": told(5)["events"][:1]}, "no card"),
        ({"events": [{}]}, "events: KeyError"),
        (
            {"events": [told(5)["events"][0], {"e": "show", "seat": 99, "cards": ["As"]}]},
            "events: ValueError",
        ),
        ({"proofs": {}}, "proofs"),
        ({"proofs": [{"index": 1}]}, r"proofs\[0\]: KeyError"),
        ({"proofs": [{"index": "1", "card": 2, "salt": 3, "path": 4}]}, r"proofs\[0\]: not"),
    ],
)
def test_what_is_no_proof_says_where(broken: Any, where: str) -> None:
    data = {**told(5), **broken} if isinstance(broken, dict) else broken
    with pytest.raises(UnreadableProof, match=where):
        examine(data)
