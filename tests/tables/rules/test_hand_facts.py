"""The facts of a hand by seat, figure by figure, as trackers define them (STATS-2)."""

import random
from typing import Any

import pytest

from tables import engine
from tables.rules.hand_facts import HandFlag, SeatFacts, of_hand
from tests.tables.engine import scenes, wandering

F = HandFlag
# Seats 1 and 2 have the blinds, seat 4 the button.
FOUR = (1000, 1000, 1000, 1000)
HOLE = {1: "2c7d", 2: "3c8d", 3: "AsKs", 4: "QhQd"}
BOARD = "Ah9c4d5sJh"


def played(*moves: str, stacks: tuple[int, ...] = FOUR, **deal: Any) -> dict[int, SeatFacts]:
    hole = {seat: cards for seat, cards in HOLE.items() if seat <= len(stacks)}
    scene = scenes.deal(*stacks, **{"hole": hole, "board": BOARD, **deal})
    log = list(scene.events)
    done = scenes.play(scene.hand, *moves)
    assert done.hand.finished
    return of_hand(log + done.events)


RAISED = ("3 raise 300", "4 call", "1 fold", "2 call")
DOWN = ("2 check", "3 check", "4 check")


@pytest.mark.parametrize(
    ("moves", "of", "chance", "done"),
    [
        # VPIP: chips of one's own will; blinds are not.
        (("3 call", "4 fold", "1 fold", "2 check", "2 bet 100", "3 fold"),
            F.VPIP, {2, 3, 4, 1}, {3}),
        # A walk gives the big blind no decision.
        (("3 fold", "4 fold", "1 fold"), F.VPIP, {1, 3, 4}, set()),
        (("3 fold", "4 fold", "1 call", "2 raise 300", "1 fold"), F.VPIP, {1, 2, 3, 4}, {1, 2}),
        (("3 raise 300", "4 fold", "1 fold", "2 fold"), F.PFR, {1, 2, 3, 4}, {3}),
        (("3 call", "4 call", "1 fold", "2 raise 400", "3 fold", "4 fold"),
            F.PFR, {1, 2, 3, 4}, {2}),
        # A third bet: of those who faced one raise.
        (
            ("3 raise 300", "4 raise 900", "1 fold", "2 fold", "3 fold"),
            F.THREE_BET, {4}, {4},
        ),
        (("3 raise 300", "4 call", "1 fold", "2 raise 1000", "3 fold", "4 fold"),
            F.THREE_BET, {1, 2, 4}, {2}),
        # A limper who raises again makes one too; a fourth bet is none.
        (("3 call", "4 raise 400", "1 fold", "2 fold", "3 raise 1000", "4 fold"),
            F.THREE_BET, {1, 2, 3}, {3}),
        (("3 call", "4 call", "1 call", "2 check", "1 bet 100", "2 fold", "3 fold", "4 fold"),
            F.THREE_BET, set(), set()),
    ],
)  # fmt: skip
@pytest.mark.rule("STATS-2")
def test_before_the_flop(moves: tuple[str, ...], of: F, chance: set[int], done: set[int]) -> None:
    facts = played(*moves)
    chances = F.THREE_BET_CHANCE if of == F.THREE_BET else F.VPIP_CHANCE
    assert {seat for seat, one in facts.items() if one.flags & chances} == chance
    assert {seat for seat, one in facts.items() if one.flags & of} == done


@pytest.mark.rule("STATS-2")
def test_a_player_with_less_than_a_raise_has_no_chance_of_a_third_bet() -> None:
    facts = played("3 raise 300", "4 call", "1 fold", "2 fold", stacks=(1000, 1000, 1000, 300))
    assert not facts[4].flags & F.THREE_BET_CHANCE
    assert facts[2].flags & F.THREE_BET_CHANCE
    assert facts[4].flags & F.ALL_IN


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        # The last to raise bets the flop: one folds, one calls.
        (
            ("2 check", "3 bet 300", "4 fold", "2 fold"),
            {3: F.CBET_FLOP_CHANCE | F.CBET_FLOP, 4: F.FACED_CBET_FLOP | F.FOLDED_TO_CBET_FLOP,
             2: F.FACED_CBET_FLOP | F.FOLDED_TO_CBET_FLOP},
        ),
        # A bet of another takes the chance.
        (("2 bet 300", "3 fold", "4 fold"), {}),
        # Who faces a raise of the bet does not face the bet.
        (
            ("2 check", "3 bet 200", "4 raise 600", "2 fold", "3 fold"),
            {3: F.CBET_FLOP_CHANCE | F.CBET_FLOP, 4: F.FACED_CBET_FLOP},
        ),
        # Checked: there is no continuation bet on the turn.
        (
            ("2 check", "3 check", "4 check", "2 check", "3 bet 300", "4 fold", "2 fold"),
            {3: F.CBET_FLOP_CHANCE},
        ),
        # Bet on the flop, and on the turn; checked on the river.
        (
            (*("2 check", "3 bet 100", "4 call", "2 fold", "3 bet 200", "4 call"),
                "3 check", "4 check"),
            {3: F.CBET_FLOP_CHANCE | F.CBET_FLOP | F.CBET_TURN_CHANCE | F.CBET_TURN
                | F.CBET_RIVER_CHANCE,
             4: F.FACED_CBET_FLOP | F.FACED_CBET_TURN,
             2: F.FACED_CBET_FLOP | F.FOLDED_TO_CBET_FLOP},
        ),
        (
            (*("2 check", "3 bet 100", "4 call", "2 fold", "3 bet 200", "4 call"),
                "3 bet 300", "4 fold"),
            {3: F.CBET_FLOP_CHANCE | F.CBET_FLOP | F.CBET_TURN_CHANCE | F.CBET_TURN
                | F.CBET_RIVER_CHANCE | F.CBET_RIVER,
             4: F.FACED_CBET_FLOP | F.FACED_CBET_TURN | F.FACED_CBET_RIVER
                | F.FOLDED_TO_CBET_RIVER,
             2: F.FACED_CBET_FLOP | F.FOLDED_TO_CBET_FLOP},
        ),
    ],
)  # fmt: skip
@pytest.mark.rule("STATS-2")
def test_continuation_bets(moves: tuple[str, ...], expected: dict[int, HandFlag]) -> None:
    bets = F(0)
    for flag in F:
        if "CBET" in str(flag.name):
            bets |= flag
    facts = played(*RAISED, *moves)
    assert {seat: one.flags & bets for seat, one in facts.items() if one.flags & bets} == expected


@pytest.mark.rule("STATS-2")
def test_showdown_and_streets_seen() -> None:
    facts = played(*RAISED, *DOWN, *DOWN, *DOWN)
    seen = F.SAW_FLOP | F.SAW_TURN | F.SAW_RIVER | F.SHOWDOWN
    assert facts[3].flags & (seen | F.WON | F.WON_SHOWDOWN) == seen | F.WON | F.WON_SHOWDOWN
    assert facts[4].flags & (seen | F.WON) == facts[2].flags & (seen | F.WON) == seen
    assert not facts[1].flags & seen
    assert [facts[seat].net for seat in (1, 2, 3, 4)] == [-50, -300, 650, -300]
    assert {one.pot for one in facts.values()} == {950}


@pytest.mark.rule("STATS-2")
def test_all_in_before_the_flop_sees_the_flop_and_the_showdown() -> None:
    facts = played("3 raise 1000", "4 call", "1 fold", "2 fold")
    for seat in (3, 4):
        assert facts[seat].flags & (F.SAW_FLOP | F.SHOWDOWN | F.ALL_IN) == (
            F.SAW_FLOP | F.SHOWDOWN | F.ALL_IN
        )
    assert not facts[3].flags & F.CBET_FLOP_CHANCE
    assert facts[3].starting == "AKs"
    assert facts[4].starting == "QQ"


@pytest.mark.rule("STATS-2")
def test_a_pot_that_nobody_contests_is_no_showdown() -> None:
    facts = played("3 raise 300", "4 fold", "1 fold", "2 fold")
    assert facts[3].flags & (F.WON | F.SHOWDOWN) == F.WON
    assert facts[3].pot == 250


@pytest.mark.parametrize(
    ("stacks", "places"),
    [
        ((500, 500), ["bb", "btn"]),
        ((500,) * 3, ["sb", "bb", "btn"]),
        ((500,) * 4, ["sb", "bb", "co", "btn"]),
        ((500,) * 6, ["sb", "bb", "mp", "mp", "co", "btn"]),
        ((500,) * 9, ["sb", "bb", "ep", "ep", "ep", "mp", "mp", "co", "btn"]),
    ],
)
@pytest.mark.rule("STATS-2")
def test_positions_count_back_from_the_button(stacks: tuple[int, ...], places: list[str]) -> None:
    scene = scenes.deal(*stacks)
    log, hand = list(scene.events), scene.hand
    while hand.turn is not None:
        step = engine.apply(hand, hand.turn, engine.default_action(hand))
        hand, log = step.hand, log + step.events
    assert [one.position for one in of_hand(log).values()] == places


@pytest.mark.parametrize("game", sorted(engine.GAMES))
@pytest.mark.rule("STATS-2")
def test_random_hands_of_every_game_agree_with_the_engine(game: str) -> None:
    """Chips, showdowns and all-ins as the engine has them, and no flag without its chance."""
    dice = random.Random(game)
    for _ in range(40):
        step = wandering.deal(dice, game=game)
        log, hand = list(step.events), step.hand
        while hand.turn is not None:
            seat = hand.turn
            step = engine.apply(hand, seat, dice.choice(wandering.options(hand, dice)))
            hand, log = step.hand, log + step.events
        facts = of_hand(log)
        assert {seat: one.net for seat, one in facts.items()} == {
            seat: hand.stacks[seat] - hand.start_stacks[seat] for seat in hand.seats
        }
        contested = len(hand.live) > 1 and hand.carry is None
        shown = {seat for seat, one in facts.items() if one.flags & F.SHOWDOWN}
        assert shown == ({*hand.live} if contested else set())
        for seat, one in facts.items():
            assert bool(one.flags & F.WON) == bool(hand.won(seat))
            assert bool(one.flags & F.SAW_FLOP) <= hand.flop_seen
            names = {str(flag.name) for flag in F if one.flags & flag}
            for name, needed in CHANCES.items():
                assert name not in names or needed in names
            if not hand.game.board:
                assert not {name for name in names if "BET" in name or name == "PFR"}


CHANCES = {
    "VPIP": "VPIP_CHANCE",
    "PFR": "VPIP",
    "THREE_BET": "THREE_BET_CHANCE",
    "CBET_FLOP": "CBET_FLOP_CHANCE",
    "CBET_TURN_CHANCE": "CBET_FLOP",
    "CBET_TURN": "CBET_TURN_CHANCE",
    "CBET_RIVER_CHANCE": "CBET_TURN",
    "CBET_RIVER": "CBET_RIVER_CHANCE",
    "FOLDED_TO_CBET_FLOP": "FACED_CBET_FLOP",
    "FOLDED_TO_CBET_TURN": "FACED_CBET_TURN",
    "FOLDED_TO_CBET_RIVER": "FACED_CBET_RIVER",
    "WON_SHOWDOWN": "SHOWDOWN",
}
