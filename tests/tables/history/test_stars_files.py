"""Texts as the clients of PokerStars write them: read whole, or refused at a line."""

import pytest

from tables.history.formats import open_hand_history, phh, pokerstars, pokerstars_reading
from tables.history.formats.transcript import ReadHand, UnreadHand

pytestmark = pytest.mark.rule("IMPORT-2")

CASH = """\
*********** # 1 **************
PokerStars Hand #200000000001:  Hold'em No Limit ($0.05/$0.10 USD) - \
2024/03/10 21:15:44 CET [2024/03/10 16:15:44 ET]
Table 'Vesta II' 6-max Seat #3 is the button
Seat 1: poster ($9 in chips)
Seat 2: Mr: calls ($4.10 in chips)
Seat 3: rey said ($10 in chips)
Seat 4: out4lunch ($7.77 in chips) is sitting out
Seat 5: kim (1) ($22.05 in chips)
Seat 6: anna ($10.25 in chips)
kim (1): posts small blind $0.05
anna: posts big blind $0.10
poster: posts small & big blinds $0.15
*** HOLE CARDS ***
Dealt to rey said [Ah Kd]
newbie joins the table at seat #4
poster: checks
Mr: calls: raises $0.30 to $0.40
anna said, "folds"
rey said: raises $0.80 to $1.20
kim (1): folds
anna: folds
poster: folds
Mr: calls: raises $2.90 to $4.10 and is all-in
rey said: calls $2.90
*** FLOP *** [2c Ks 9d]
*** TURN *** [2c Ks 9d] [9h]
*** RIVER *** [2c Ks 9d 9h] [3s]
*** SHOW DOWN ***
Mr: calls: shows [Qc Qd] (two pair, Queens and Nines)
rey said: shows [Ah Kd] (two pair, Kings and Nines)
rey said collected $8.13 from pot
*** SUMMARY ***
Total pot $8.50 | Rake $0.37
Board [2c Ks 9d 9h 3s]
Seat 1: poster folded before Flop
Seat 2: Mr: calls showed [Qc Qd] and lost with two pair, Queens and Nines
Seat 3: rey said (button) showed [Ah Kd] and won ($8.13) with two pair, Kings and Nines
Seat 5: kim (1) (small blind) folded before Flop
Seat 6: anna (big blind) folded before Flop
"""

SIDE_POTS = """\
PokerStars Hand #200000000002: Tournament #300000001, $0.44+$0.06 USD Hold'em No Limit - \
Level V (75/150) - 2024/03/10 22:00:01 ET
Table '300000001 3' 9-max Seat #1 is the button
Seat 1: one (2000 in chips)
Seat 2: two (340 in chips)
Seat 5: five (1180 in chips, $0.25 bounty)
Seat 7: seven (4000 in chips) is sitting out
one: posts the ante 15
two: posts the ante 15
five: posts the ante 15
seven: posts the ante 15
two: posts small blind 75
five: posts big blind 150
*** HOLE CARDS ***
Dealt to five [8d 8c]
seven: folds
seven has timed out
one: raises 1835 to 1985 and is all-in
two: calls 250 and is all-in
five: calls 1015 and is all-in
Uncalled bet (820) returned to one
*** FLOP *** [8h Td 4c]
*** TURN *** [8h Td 4c] [Tc]
*** RIVER *** [8h Td 4c Tc] [As]
*** SHOW DOWN ***
five: shows [8d 8c] (a full house, Eights full of Tens)
one: shows [Ad Kd] (two pair, Aces and Tens)
five collected 1680 from side pot
two: shows [Th Ts] (four of a kind, Tens)
two collected 1035 from main pot
five finished the tournament in 12th place
*** SUMMARY ***
Total pot 2715 Main pot 1035. Side pot 1680. | Rake 0
Board [8h Td 4c Tc As]
"""

WALK_AND_MUCK = """\
PokerStars Zoom Hand #200000000003:  Omaha Pot Limit (100/200) - 2024/03/11 1:02:03 ET
Table 'Aludra' 6-max (Play Money) Seat #2 is the button
Seat 2: two (20000 in chips)
Seat 3: three (20000 in chips)
Seat 4: four (20000 in chips)
three: posts small blind 100
four: posts big blind 200
*** HOLE CARDS ***
Dealt to two [Ah Ad 2c 3c]
two: raises 400 to 600
three: folds
four: calls 400
*** FLOP *** [Kc 9c 4d]
four: checks
two: bets 1300
four: calls 1300
*** TURN *** [Kc 9c 4d] [9s]
four: checks
two: checks
*** RIVER *** [Kc 9c 4d 9s] [7h]
four: bets 3900
two: calls 3900
*** SHOW DOWN ***
four: shows [9h 9d Jh Ts] (four of a kind, Nines)
two: mucks hand
four collected 11700 from pot
*** SUMMARY ***
Total pot 11700 | Rake 0
Board [Kc 9c 4d 9s 7h]
Seat 2: two (button) mucked [Ah Ad 2c 3c]
"""

WALK = """\
PokerStars Home Game Hand #200000000004: {Club #12} Hold'em Limit (€0.50/€1 EUR) - \
2024/03/11 01:02:03 ET
Table 'Kitchen' 10-max Seat #9 is the button
Seat 2: two (€10 in chips)
Seat 9: nine (€12.34 in chips)
nine: posts small blind €0.25
two: posts big blind €0.50
*** HOLE CARDS ***
nine: folds
Uncalled bet (€0.25) returned to two
two collected €0.50 from pot
two: shows [7h 2d] (high card Seven)
*** SUMMARY ***
Total pot €0.50 | Rake €0
"""


def one(text: str) -> ReadHand:
    [hand] = pokerstars_reading.read(text)
    assert isinstance(hand, ReadHand), hand
    return hand


def refused(text: str) -> tuple[str, int]:
    [hand] = pokerstars_reading.read(text)
    assert isinstance(hand, UnreadHand), hand
    return str(hand.refusal), hand.line


def result(hand: ReadHand) -> dict[str, int]:
    return {
        each["name"]: each["finish_stack"] - each["start_stack"] for each in hand.facts["players"]
    }


def shown(hand: ReadHand) -> list[int]:
    return [event["seat"] for event in hand.events if event["e"] == "show"]


def test_a_cash_hand_with_a_newcomer_and_names_like_actions() -> None:
    hand = one(CASH)
    assert hand.line == 2
    facts = hand.facts
    assert (facts["number"], facts["table"], facts["currency"]) == (
        "200000000001",
        "Vesta II",
        "USD",
    )
    assert (facts["started_at"], facts["you"]) == ("2024-03-10T20:15:44+00:00", 3)
    # Who sits out is not dealt in.
    assert result(hand) == {
        "anna": -10,
        "Mr: calls": -410,
        "rey said": 403,
        "kim (1)": -5,
        "poster": -15,
    }


def test_side_pots_of_a_tournament_where_a_player_sits_out_dealt_in() -> None:
    hand = one(SIDE_POTS)
    assert result(hand) == {"one": -1180, "two": 695, "five": 500, "seven": -15}
    wins = [
        (event["pot"], event["seat"], event["ranking"])
        for event in hand.events
        if event["e"] == "win"
    ]
    assert wins == [(1, 5, "full_house"), (0, 2, "four_of_a_kind")]
    # All hands are face up before the flop.
    order = [event["e"] for event in hand.events]
    assert order.index("show") < order.index("street")


def test_a_hand_that_was_mucked_stays_unknown_and_loses() -> None:
    hand = one(WALK_AND_MUCK)
    assert (hand.facts["game"], hand.facts["currency"]) == ("plo", None)
    assert result(hand) == {"two": -5800, "three": -100, "four": 5900}
    assert shown(hand) == [4]
    assert [event["seat"] for event in hand.events if event["e"] == "muck"] == [2]


def test_a_walk_heads_up_that_nobody_s_file_is_and_a_card_shown_after_it() -> None:
    hand = one(WALK)
    assert (hand.facts["game"], hand.facts["you"]) == ("flhe", None)
    assert result(hand) == {"two": 25, "nine": -25}
    assert shown(hand) == [2]


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("anna: folds\n", "", "HAND_OUT_OF_TURN", 21),
        ("raises $0.80 to $1.20", "raises $0.10 to $0.50", "HAND_AGAINST_RULES", 19),
        ("rey said: calls $2.90", "rey said: calls $3", "HAND_AMOUNT_WRONG", 24),
        ("rey said: calls $2.90", "rey said: calls all of it", "HAND_LINE_UNREADABLE", 24),
        ("[Ah Kd]\nnewbie", "[Qc Kd]\nnewbie", "HAND_CARDS_WRONG", 2),
        ("[2c Ks 9d] [9h]", "[2c Ks 9d] [9x]", "HAND_CARDS_WRONG", 26),
        ("*** RIVER *** [2c Ks 9d 9h] [3s]\n", "", "HAND_BOARD_WRONG", 2),
        ("*** TURN ***", "*** FIRST TURN ***", "HAND_RUN_TWICE", 26),
        ("anna ($10.25 in", "anna ($0.03 in", "HAND_OUT_OF_TURN", 21),
        ("small blind $0.05", "small blind $0.50", "HAND_SEATS_WRONG", 2),
        ("collected $8.13", "collected $8.14", "HAND_POTS_WRONG", 2),
        ("rey said collected", "anna collected", "HAND_POTS_WRONG", 2),
        ("Hold'em No Limit", "7 Card Stud Limit", "HAND_GAME_UNKNOWN", 2),
        ("Hold'em No Limit", "6+ Hold'em No Limit", "HAND_GAME_UNKNOWN", 2),
        ("*** SUMMARY ***", "", "HAND_INCOMPLETE", 40),
        ("anna ($10.25", "rey said ($10.25", "HAND_SEATS_WRONG", 9),
        ("Seat #3 is", "Seat #88 is", "HAND_SEATS_WRONG", 3),
        ("$0.40\n", "$0.4" + "0" * 500 + "1\n", "HAND_AMOUNT_WRONG", 17),
    ],
)  # fmt: skip
def test_a_hand_against_the_rules_is_refused_at_its_line(
    old: str, new: str, code: str, line: int
) -> None:
    assert old in CASH
    assert refused(CASH.replace(old, new, 1)) == (code, line)


def test_one_bad_hand_leaves_the_others() -> None:
    texts = (
        CASH.replace("[9h]", "[9x]", 1),
        SIDE_POTS.replace("*** HOLE", "Hand cancelled\n***"),
        WALK,
    )
    hands = [*pokerstars_reading.read("\n\n\n".join(texts))]
    assert [isinstance(hand, ReadHand) for hand in hands] == [False, False, True]
    assert [result(hand) for hand in hands if isinstance(hand, ReadHand)] == [result(one(WALK))]
    refusals = [str(hand.refusal) for hand in hands if isinstance(hand, UnreadHand)]
    assert refusals == ["HAND_CARDS_WRONG", "HAND_INCOMPLETE"]


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "{" * 100_000,
        '{"ohh": ' * 5_000,
        '{"ohh": {"game_number": ' + "9" * 5_000 + "}}",
        '{"ohh": {"bet_limit": 3, "game_type": []}}',
        '{"ohh": {"game_type": "Holdem", "bet_limit": {"bet_type": "NL"}, "dealer_seat": 1e999}}',
        '{"a": "' + "\\" * 9_999,
        "variant = " + "[" * 3_000,
        "variant = 'NT'\nantes = [0]\nactions = [1e99]",
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nactions = []\n"
        "starting_stacks = [1" + "0" * 5_000 + ", -4]\nmin_bet = 2",
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nactions = ['d dh p9 AsAs']\n"
        "starting_stacks = ['1e99999999', -4]\nmin_bet = 2",
        "PokerStars Hand #1: Hold'em No Limit (" + "1" * 100_000,
        "PokerStars Hand #1: " + "A " * 50_000,
        "PokerStars Hand #1: Hold'em No Limit (5/10)\n" + "Seat 1: x (5 in chips)\n" * 2_000,
    ],
)  # fmt: skip
def test_no_text_brings_a_traceback_or_a_hand(text: str) -> None:
    for form in (pokerstars.FORMAT, open_hand_history.FORMAT, phh.FORMAT):
        assert form.reading is not None
        hands = [*form.reading.read(text)]
        assert all(isinstance(hand, UnreadHand) for hand in hands)
