"""What each format of hands writes: the facts of the hand, and no card that its reader did not
know."""

import json
import re
from collections.abc import Iterable
from typing import Any

import pytest

from core.refusal import Refusal
from tables import engine
from tables.engine.cards import HIDDEN
from tables.engine.events import Event
from tables.history.formats import open_hand_history, pokerstars
from tables.history.formats.hand_format import HandFormat
from tables.history.formats.registry import FORMATS
from tables.history.formats.tally import ChipTally
from tables.history.told_hand import ToldHand
from tests.tables.engine.scenes import deal, play
from tests.tables.history.told_hands import Played, played, told

# The setting of the currency is read.
pytestmark = [pytest.mark.django_db, pytest.mark.rule("HAND-1")]

CARD = re.compile(r"(?<![\w-])(?:[2-9TJQKA][cdhs])+(?![\w-])")
GAMES = sorted(engine.GAMES)


def cards_in(text: str) -> set[str]:
    return {run[at : at + 2] for run in CARD.findall(text) for at in range(0, len(run), 2)}


def known_to(you: int | None, stored: Iterable[Event]) -> set[str]:
    """Own cards, the board, and what was shown: from the stored events, not through the filter
    under test."""
    known = set[str]()
    for event in stored:
        if event["e"] == "hole":
            known |= {*event["cards"].get(str(you), ())}
        if event["e"] in ("street", "show"):
            known |= {*event["cards"]}
        if event["e"] == "draw" and event["seat"] == you:
            known |= {*event["cards"], *event["discarded"]}
    return known - {HIDDEN}


def written(form: HandFormat, hand: ToldHand) -> str | None:
    try:
        return form.write(hand)
    except Refusal:
        return None


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.suffix)
@pytest.mark.parametrize("public", [False, True])
def test_no_format_writes_a_card_that_its_reader_did_not_know(
    form: HandFormat, public: bool
) -> None:
    texts = 0
    for game in GAMES:
        for seed in range(4):
            hand = played(seed, game, public=public)
            if text := written(form, hand.told):
                texts += 1
                known = known_to(hand.told["you"], hand.events)
                assert cards_in(text) <= known, (game, seed)
    assert texts > 25


@pytest.mark.parametrize("game", GAMES)
def test_the_chips_of_a_hand_are_counted_as_the_engine_does(game: str) -> None:
    for seed in range(8):
        hand, _, told_hand = played(seed, game)
        tally = ChipTally(told_hand)
        for event in told_hand["events"]:
            tally.add(event)
        pots = [] if hand.carry else [(pot.amount, pot.rake) for pot in tally.pots()]
        assert pots == ([] if hand.carry else [(pot.amount, 0) for pot in hand.pots()])
        assert {seat: tally.won(seat) for seat in hand.seats} == {
            seat: hand.won(seat) for seat in hand.seats
        }


def cash_hand() -> Played:
    """Three players for cents; the button, seat 3, reads."""
    hole = {1: "7h2c", 2: "QdQs", 3: "AcKd"}
    begun = deal(
        1000,
        900,
        800,
        hole=hole,
        board="Kh8s3cQh5d",
        house=engine.HouseRules(raked=True),
    )
    rest = play(begun.hand, "3 raise 300", "1 fold", "2 call", "2 all_in", "3 call")
    events = [*begun.events, *rest.events]
    hand = rest.hand
    return Played(hand, events, told(hand, events, you=3, event="cash:1", number=42))


def test_the_text_of_pokerstars_is_what_trackers_expect() -> None:
    assert pokerstars.write(cash_hand().told).splitlines() == [
        "PokerStars Hand #2611000000042: Hold'em No Limit (€0.50/€1.00 EUR)"
        " - 2026/11/28 06:05:09 ET",
        "Table 'Roma' 10-max Seat #3 is the button",
        "Seat 1: player1 (€10.00 in chips)",
        "Seat 2: player2 (€9.00 in chips)",
        "Seat 3: player3 (€8.00 in chips)",
        "player1: posts small blind €0.50",
        "player2: posts big blind €1.00",
        "*** HOLE CARDS ***",
        "Dealt to player3 [Ac Kd]",
        "player3: raises €2.00 to €3.00",
        "player1: folds",
        "player2: calls €2.00",
        "*** FLOP *** [Kh 8s 3c]",
        "player2: bets €6.00 and is all-in",
        "player3: calls €5.00 and is all-in",
        "Uncalled bet (€1.00) returned to player2",
        "*** TURN *** [Kh 8s 3c] [Qh]",
        "*** RIVER *** [Kh 8s 3c Qh] [5d]",
        "*** SHOW DOWN ***",
        "player2: shows [Qd Qs]",
        "player3: shows [Ac Kd]",
        "player2 collected €15.59 from pot",
        "*** SUMMARY ***",
        "Total pot €16.50 | Rake €0.91",
        "Board [Kh 8s 3c Qh 5d]",
        "Seat 1: player1 (small blind) folded before Flop",
        "Seat 2: player2 (big blind) showed [Qd Qs] and won (€15.59) with three of a kind",
        "Seat 3: player3 (button) showed [Ac Kd] and lost with a hand",
    ]


@pytest.mark.parametrize(
    ("event", "head"),
    [
        ("tournament:7", "Tournament #7, Omaha Hi/Lo Pot Limit - (5/10)"),
        ("play:7", "PokerStars Hand #2611000000001: Omaha Hi/Lo Pot Limit (5/10)"),
        ("home:7", "PokerStars Home Game Hand #2611000000001: Omaha Hi/Lo Pot Limit (5/10)"),
    ],
)
def test_tournaments_and_play_money_have_chips_without_a_sign(event: str, head: str) -> None:
    first, second, *_ = pokerstars.write(played(1, "plo8", event=event).told).splitlines()
    assert head in first
    assert ("(Play Money)" in second) == event.startswith(("play", "home"))


def structure(text: str) -> dict[str, Any]:
    """The hand of an ``.ohh``; its structure is that of the specification."""
    hand: dict[str, Any] = json.loads(text)["ohh"]
    assert hand["spec_version"] == "1.4.7"
    assert hand["bet_limit"]["bet_type"] in ("NL", "PL", "FL")
    ids = {player["id"] for player in hand["players"]}
    assert len(ids) == len(hand["players"])
    assert [row["id"] for row in hand["rounds"]] == [*range(len(hand["rounds"]))]
    streets = [row["street"] for row in hand["rounds"]]
    order = ["Preflop", "Flop", "Turn", "River", "Showdown"]
    assert streets == [street for street in order if street in streets]
    actions = [action for row in hand["rounds"] for action in row["actions"]]
    assert [action["action_number"] for action in actions] == [*range(1, len(actions) + 1)]
    assert {action["player_id"] for action in actions} <= ids
    assert "Bet" not in {action["action"] for action in hand["rounds"][0]["actions"]}
    assert {win["player_id"] for pot in hand["pots"] for win in pot["player_wins"]} <= ids
    return hand


def test_open_hand_history_has_the_structure_of_its_specification() -> None:
    for game in open_hand_history.GAMES:
        for seed in range(4):
            _hand, _, told_hand = played(seed, game)
            ohh = structure(open_hand_history.write(told_hand))
            assert ohh["hero_player_id"] == told_hand["you"]
            put = sum(a.get("amount", 0) for row in ohh["rounds"] for a in row["actions"])
            back = sum(e["amount"] for e in told_hand["events"] if e["e"] == "uncalled")
            assert put - back == sum(pot["amount"] for pot in ohh["pots"])
            for pot in ohh["pots"]:
                won = sum(win["win_amount"] for win in pot["player_wins"])
                assert won == pot["amount"] - pot["rake"]


def test_open_hand_history_writes_money_in_units_and_a_raise_as_what_was_added() -> None:
    ohh = structure(open_hand_history.write(cash_hand().told))
    assert (ohh["currency"], ohh["tournament"]) == ("EUR", False)
    raises = [a for a in ohh["rounds"][0]["actions"] if a["action"] == "Raise"]
    assert [action["amount"] for action in raises] == [3.0]
    assert ohh["pots"] == [
        {
            "number": 0,
            "amount": 16.5,
            "rake": 0.91,
            "player_wins": [{"player_id": 2, "win_amount": 15.59}],
        }
    ]


@pytest.mark.parametrize("form", [pokerstars.FORMAT, open_hand_history.FORMAT])
def test_a_format_without_italian_draw_refuses_it(form: HandFormat) -> None:
    with pytest.raises(Refusal) as refused:
        form.write(played(1, "italian").told)
    assert refused.value.code == "NOT_IN_FORMAT"
    assert refused.value.context["what"] == "Italian draw poker"
