"""A hand as its players see it."""

from tables import engine
from tests.tables.engine.scenes import check_down, deal, of_type, play

HOLE = {1: "AsKd", 2: "9s9d", 3: "2s2d"}
BOARD = "2c7d9hJs4c"


def test_a_player_sees_their_own_cards_and_the_backs_of_others() -> None:
    seen = engine.view(deal(1000, 1000, 1000, hole=HOLE).hand, 2)
    assert [seat["cards"] for seat in seen["seats"]] == [["??", "??"], ["9s", "9d"], ["??", "??"]]


def test_the_public_sees_backs_only() -> None:
    seen = engine.view(deal(1000, 1000, 1000, hole=HOLE).hand, None)
    assert [seat["cards"] for seat in seen["seats"]] == [["??", "??"]] * 3


def test_the_whole_view_before_the_flop() -> None:
    hand = play(deal(1000, 1000, 1000, hole=HOLE).hand, "3 raise 300").hand
    assert engine.view(hand, 1) == {
        "game": "nlhe",
        "street": "preflop",
        "finished": False,
        "button": 3,
        "small_blind": 1,
        "big_blind": 2,
        "stakes": {"small_blind": 50, "big_blind": 100, "ante": 0, "big_blind_ante": False},
        "board": [],
        "pots": [],
        "total": 450,
        "bet": 300,
        "seats": [
            seat(1, 950, 50, ["As", "Kd"]),
            seat(2, 900, 100, ["??", "??"]),
            seat(3, 700, 300, ["??", "??"]),
        ],
        "turn": {
            "seat": 1,
            "legal": {
                "seat": 1,
                "fold": True,
                "check": False,
                "call": 250,
                "bet": None,
                "raise": [500, 1000],
                "all_in": 1000,
            },
        },
        "results": [],
    }


def seat(number: int, stack: int, bet: int, cards: list[str]) -> dict[str, object]:
    return {
        "seat": number,
        "stack": stack,
        "bet": bet,
        "status": "active",
        "cards": cards,
        "ranking": None,
        "won": 0,
    }


def test_a_folded_hand_is_gone_for_others_and_open_to_its_owner() -> None:
    hand = play(deal(1000, 1000, 1000, hole=HOLE).hand, "3 fold").hand
    assert engine.view(hand, None)["seats"][2]["cards"] == []
    assert engine.view(hand, 3)["seats"][2]["cards"] == ["2s", "2d"]
    assert engine.view(hand, None)["seats"][2]["status"] == "folded"


def test_all_in_hands_are_open_while_the_board_is_dealt() -> None:
    hand = deal(1000, 1000, 300, hole=HOLE, board=BOARD).hand
    hand = play(hand, "3 all_in", "1 call", "2 call").hand
    seen = engine.view(hand, None)
    assert [row["status"] for row in seen["seats"]] == ["active", "active", "all_in"]
    assert seen["seats"][2]["cards"] == ["??", "??"]
    seen = engine.view(play(hand, "1 all_in", "2 fold").hand, None)
    assert [row["cards"] for row in seen["seats"]] == [["As", "Kd"], [], ["2s", "2d"]]


def test_the_collected_pots_stand_apart_from_the_bets() -> None:
    hand = deal(1000, 1000, 300, hole=HOLE, board=BOARD).hand
    hand = play(hand, "3 all_in", "1 call", "2 call", "1 bet 200").hand
    seen = engine.view(hand, None)
    assert seen["pots"] == [{"amount": 900, "seats": [1, 2, 3]}]
    assert (seen["bet"], seen["total"], seen["board"]) == (200, 1100, ["2c", "7d", "9h"])


def test_a_finished_hand_tells_who_won_with_what() -> None:
    seen = engine.view(check_down(deal(1000, 1000, 1000, hole=HOLE, board=BOARD).hand).hand, None)
    assert (seen["street"], seen["finished"], seen["turn"]) == ("finished", True, None)
    assert seen["results"] == [
        {
            "pot": 0,
            "seat": 2,
            "amount": 300,
            "ranking": "three_of_a_kind",
            "cards": ["9s", "9d", "9h", "Js", "7d"],
            "side": 0,
        }
    ]
    assert seen["seats"][1]["ranking"] == "three_of_a_kind"
    assert seen["seats"][1]["won"] == 300
    assert seen["seats"][2]["cards"] == []  # mucked: three deuces lose to three nines


def test_the_deck_leaves_no_event_that_a_player_may_know() -> None:
    step = deal(1000, 1000, hole={1: "AsKd", 2: "9s9d"})
    (start,) = of_type(step.events, "start")
    assert len(str(start["deck"])) == 104
    for viewer in (None, 1, 2):
        assert "deck" not in (engine.visible(start, viewer) or {})


def test_hole_cards_are_told_to_their_owner_only() -> None:
    (hole,) = of_type(deal(1000, 1000, hole={1: "AsKd", 2: "9s9d"}).events, "hole")
    assert engine.visible(hole, 1) == {
        "e": "hole",
        "cards": {"1": ["As", "Kd"], "2": ["??", "??"]},
    }
    assert engine.visible(hole, None) == {
        "e": "hole",
        "cards": {"1": ["??", "??"], "2": ["??", "??"]},
    }
