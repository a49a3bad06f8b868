"""A tournament in memory: no test here may touch the database."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest

from payouts.rules.prizes import prizes
from tournaments.models import Tournament
from tournaments.rules import structures
from tournaments.simulation.evening import Evening, Habits
from tournaments.simulation.floor import Pace
from tournaments.simulation.outcome import Outcome

TURBO = structures.PRESETS["turbo"]


def event(**terms: Any) -> Tournament:
    levels = structures.preset(TURBO, starting_stack=3_000, entries=60).levels
    defaults: dict[str, Any] = {
        "kind": Tournament.Kind.SCHEDULED,
        "buy_in": 900,
        "fee": 100,
        "starting_stack": 3_000,
        "seats_per_table": 6,
        "max_entries": 200,
        "schedule": [level.to_json() for level in levels],
        "scheme": {"kind": "standard"},
    }
    return Tournament(**{**defaults, **terms})


def play(
    *,
    players: int = 40,
    seed: int = 1,
    habits: Habits | None = None,
    longest: timedelta = timedelta(hours=24),
    **terms: Any,
) -> Outcome:
    evening = Evening(
        event(**terms),
        players=players,
        dice=Random(seed),
        habits=habits or Habits(),
        longest=longest,
    )
    return evening.play()


@pytest.mark.rule("PAY-STD", "RANK-1")
@pytest.mark.parametrize("game", ["nlhe", "plo", "mixed_holdem"])
def test_everybody_but_one_goes_out_and_the_pool_is_paid(game: str) -> None:
    outcome = play(game=game, players=20)
    assert (outcome.entries, outcome.left, outcome.out) == (20, 1, 19)
    assert outcome.won == prizes({"kind": "standard"}, entries=20, pool=20 * 900)
    assert sum(level.out for level in outcome.levels) == outcome.out
    assert sum(level.hands for level in outcome.levels) == outcome.hands


def test_levels_come_when_the_clock_says_and_the_field_shrinks() -> None:
    levels = play().levels
    minutes = [round(level.begun.total_seconds() / 60) for level in levels]
    # A break of five minutes follows the eleventh level of five.
    assert minutes == [5 * (number + (number > 10)) for number in range(len(levels))]
    players = [level.players for level in levels]
    assert players == sorted(players, reverse=True)
    assert [level.tables for level in levels[:1]] == [7]
    assert all(level.tables <= -(-level.players // 6) for level in levels)


def test_a_seed_repeats_an_evening() -> None:
    assert play(seed=3) == play(seed=3)
    assert play(seed=3) != play(seed=4)


@pytest.mark.rule("TRN-2")
def test_latecomers_are_let_in_until_the_window_closes() -> None:
    all_late = Habits(late=0.9)
    outcome = play(late_registration_levels=2, habits=all_late)
    assert outcome.entries == 40
    assert [level.players for level in outcome.levels[:1]] == [4]
    assert outcome.levels[2].players > 20
    assert play(late_registration_levels=2, habits=all_late, max_entries=30).entries == 30


@pytest.mark.rule("TRN-2")
def test_rebuys_re_entries_and_add_ons_raise_the_pool() -> None:
    keen = Habits(late=0.0, again=1.0, add_on=1.0)
    outcome = play(
        habits=keen,
        starting_stack=600,
        late_registration_levels=3,
        re_entries=1,
        rebuys=1,
        rebuy_levels=2,
        rebuy_price=800,
        rebuy_chips=600,
        add_on_after_level=2,
        add_on_price=500,
        add_on_chips=1_000,
    )
    assert outcome.re_entries == outcome.entries - 40
    assert outcome.re_entries > 0
    assert outcome.rebuys > 0
    assert 0 < outcome.add_ons <= outcome.entries
    entries, bought = outcome.entries * 900, 800 * outcome.rebuys + 500 * outcome.add_ons
    assert outcome.pool == outcome.collected == entries + bought == sum(outcome.won)


@pytest.mark.rule("POOL-2")
def test_the_house_covers_the_guarantee() -> None:
    outcome = play(players=20, guarantee=500_00)
    assert (outcome.collected, outcome.pool, sum(outcome.won)) == (180_00, 500_00, 500_00)


@pytest.mark.rule("PAY-SPLIT")
def test_a_session_ends_with_its_level_and_pays_by_chips() -> None:
    outcome = play(session_levels=3, scheme={"kind": "split"})
    assert outcome.left == len(outcome.won) > 1
    assert sum(outcome.won) == outcome.pool
    assert timedelta(minutes=15) <= outcome.duration < timedelta(minutes=20)


def test_a_structure_that_does_not_end_is_cut_off() -> None:
    flat = [{"seconds": 600, "small_blind": 1, "big_blind": 2}]
    outcome = play(players=12, schedule=flat, longest=timedelta(minutes=30))
    assert outcome.left > 1
    assert sum(outcome.won) == outcome.pool
    assert outcome.duration < timedelta(minutes=40)


def test_slower_players_play_fewer_hands_in_a_level() -> None:
    def hands(action: float) -> int:
        evening = Evening(event(), players=40, dice=Random(1), pace=Pace(action=action))
        return evening.play().levels[0].hands

    assert hands(1.0) > 2 * hands(6.0)


@pytest.mark.rule("TRN-4")
def test_the_bubble_is_played_hand_for_hand() -> None:
    def rounds(setting: str) -> int:
        evenings = [event(hand_for_hand=setting, seats_per_table=3) for _ in range(2)]
        for seed, simulated in enumerate(evenings):
            Evening(simulated, players=27, dice=Random(seed)).play()
        return sum(simulated.rounds for simulated in evenings)

    assert rounds("off") == 0 < rounds("bubble") < rounds("jumps")
