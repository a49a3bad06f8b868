"""What a player sends, and how it is kept."""

import pytest

from tables.engine import Action, EngineRefusal
from tables.engine.refusals import EngineCode


@pytest.mark.parametrize(
    ("action", "data"),
    [
        (Action("fold"), {"kind": "fold"}),
        (Action("raise", 300), {"kind": "raise", "to": 300}),
        (Action("bet", 1), {"kind": "bet", "to": 1}),
        (Action("discard", cards=("7c", "As")), {"kind": "discard", "cards": ["7c", "As"]}),
        (Action("discard"), {"kind": "discard", "cards": []}),
    ],
)
def test_an_action_is_told_and_understood(action: Action, data: dict[str, object]) -> None:
    assert action.to_json() == data
    assert Action.from_json(data) == action


def test_a_client_may_say_that_there_is_no_amount_and_no_card() -> None:
    assert Action.from_json({"kind": "fold", "to": None, "cards": []}) == Action("fold")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (["fold"], "an action is an object with kind, to and cards"),
        ({"kind": "fold", "seat": 3}, "an action is an object with kind, to and cards"),
        ({}, "unknown kind of action"),
        ({"kind": "limp"}, "unknown kind of action"),
        ({"kind": ["fold"]}, "unknown kind of action"),
        ({"kind": "discard", "cards": "7cAs"}, "cards are a list of texts"),
        ({"kind": "discard", "cards": [7]}, "cards are a list of texts"),
        ({"kind": "call", "to": 100}, "only bets and raises have an amount"),
        ({"kind": "raise"}, "a bet or a raise is a positive whole number of chips"),
        ({"kind": "bet", "to": 0}, "a bet or a raise is a positive whole number of chips"),
        ({"kind": "bet", "to": 1.0}, "a bet or a raise is a positive whole number of chips"),
        ({"kind": "bet", "to": True}, "a bet or a raise is a positive whole number of chips"),
        ({"kind": "fold", "cards": ["7c"]}, "only a discard names cards, each once"),
        ({"kind": "discard", "cards": ["7c", "7c"]}, "only a discard names cards, each once"),
        ({"kind": "discard", "cards": ["1c"]}, "only a discard names cards, each once"),
    ],
)
def test_whatever_is_odd_is_malformed_and_says_why(data: object, why: str) -> None:
    with pytest.raises(EngineRefusal) as refused:
        Action.from_json(data)
    assert refused.value.code == EngineCode.MALFORMED
    assert refused.value.context == {"why": why}
