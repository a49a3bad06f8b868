"""A tournament in memory: no test here may touch the database."""

from datetime import timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from payouts.rules import velox
from payouts.rules.schemes import SCHEMES, Standard
from tables import games
from tests.harness.long_forms import longer
from tournaments.floor.arrivals import Latecomer, Latecomers
from tournaments.floor.floors import TableState
from tournaments.models import Tournament
from tournaments.rules import shootouts, structures
from tournaments.rules.late_seating import TableSeat
from tournaments.simulation.evening import Evening, Habits
from tournaments.simulation.outcome import SimulationOutcome
from tournaments.simulation.tables import HandPace, MemoryFloor

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
) -> SimulationOutcome:
    evening = Evening(
        event(**terms),
        players=players,
        dice=Random(seed),
        habits=habits or Habits(),
        longest=longest,
    )
    return evening.play()


def paid(outcome: SimulationOutcome) -> list[int]:
    return [winning.prize for winning in outcome.won]


@pytest.mark.slow
@pytest.mark.rule("PAY-STD", "RANK-1")
@pytest.mark.parametrize("game", ["nlhe", "plo", "mixed_holdem"])
def test_everybody_but_one_goes_out_and_the_pool_is_paid(game: str) -> None:
    outcome = play(game=game, players=20)
    assert (outcome.entries, outcome.left, outcome.out) == (20, 1, 19)
    assert paid(outcome) == Standard().prizes(entries=20, pool=20 * 900)
    assert sum(level.out for level in outcome.levels) == outcome.out
    assert sum(level.hands for level in outcome.levels) == outcome.hands


@pytest.mark.slow
def test_levels_come_when_the_clock_says_and_the_field_shrinks() -> None:
    levels = play().levels
    minutes = [round(level.begun.total_seconds() / 60) for level in levels]
    # A break of five minutes follows the eleventh level of five.
    assert minutes == [5 * (number + (number > 10)) for number in range(len(levels))]
    players = [level.players for level in levels]
    assert players == sorted(players, reverse=True)
    assert [level.tables for level in levels[:1]] == [7]
    assert all(level.tables <= -(-level.players // 6) for level in levels)


@pytest.mark.slow
def test_a_seed_repeats_an_evening() -> None:
    assert play(seed=3, players=12) == play(seed=3, players=12) != play(seed=4, players=12)


@pytest.mark.slow
@pytest.mark.rule("TRN-2")
def test_latecomers_are_let_in_until_the_window_closes() -> None:
    all_late = Habits(late=0.9)
    outcome = play(late_registration_levels=2, habits=all_late)
    assert outcome.entries == 40
    assert [level.players for level in outcome.levels[:1]] == [4]
    assert outcome.levels[2].players > 20
    full = play(late_registration_levels=2, habits=all_late, max_entries=30)
    assert (full.entries, full.turned_away) == (30, 10)


@pytest.mark.slow
@pytest.mark.rule("TRN-2")
def test_rebuys_re_entries_and_add_ons_raise_the_pool() -> None:
    keen = Habits(late=0.0, again=1.0, add_on=1.0)
    outcome = play(
        habits=keen,
        starting_stack=600,
        late_registration_levels=3,
        re_entries=1,
        re_entry_buy_in=400,
        re_entry_fee=40,
        rebuys=1,
        rebuy_levels=2,
        rebuy_price=800,
        rebuy_fee=80,
        rebuy_chips=600,
        add_on_after_level=2,
        add_on_price=500,
        add_on_chips=1_000,
    )
    assert outcome.re_entries == outcome.entries - 40
    assert outcome.re_entries > 0
    assert outcome.rebuys > 0
    assert 0 < outcome.add_ons <= outcome.entries
    entered = 40 * 900 + 400 * outcome.re_entries
    bought = 800 * outcome.rebuys + 500 * outcome.add_ons
    assert outcome.pool == outcome.collected == entered + bought == sum(paid(outcome))
    fees = 40 * 100 + 40 * outcome.re_entries + 80 * outcome.rebuys
    assert outcome.house == outcome.fees == fees


@pytest.mark.rule("POOL-2")
def test_the_house_covers_the_guarantee() -> None:
    outcome = play(players=20, guarantee=500_00)
    assert (outcome.collected, outcome.pool, sum(paid(outcome))) == (180_00, 500_00, 500_00)
    assert outcome.house == 20_00 - 320_00


@pytest.mark.rule("PAY-SPLIT")
def test_a_session_ends_with_its_level_and_pays_by_chips() -> None:
    outcome = play(session_levels=3, scheme={"kind": "split"})
    assert outcome.left == len(outcome.won) > 1
    assert sum(paid(outcome)) == outcome.pool
    assert timedelta(minutes=15) <= outcome.duration < timedelta(minutes=20)


def test_a_structure_that_does_not_end_is_cut_off() -> None:
    flat = [{"seconds": 600, "small_blind": 1, "big_blind": 2}]
    outcome = play(players=12, schedule=flat, longest=timedelta(minutes=30))
    assert outcome.left > 1
    assert sum(paid(outcome)) == outcome.pool
    assert outcome.duration < timedelta(minutes=40)


@pytest.mark.slow
def test_slower_players_play_fewer_hands_in_a_level() -> None:
    def hands(action: float) -> int:
        evening = Evening(event(), players=40, dice=Random(1), pace=HandPace(action=action))
        return evening.play().levels[0].hands

    assert hands(1.0) > 2 * hands(6.0)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("TRN-4")
def test_the_bubble_is_played_hand_for_hand() -> None:
    def rounds(setting: str) -> int:
        evenings = [event(hand_for_hand=setting, seats_per_table=3) for _ in range(2)]
        for seed, simulated in enumerate(evenings):
            Evening(simulated, players=longer(27, short=15), dice=Random(seed)).play()
        return sum(simulated.rounds for simulated in evenings)

    assert rounds("off") == 0 < rounds("bubble") < rounds("jumps")


@pytest.mark.middling
@pytest.mark.rule("SHOOT-1", "SHOOT-2", "SHOOT-3")
@pytest.mark.parametrize(("players", "seats"), [(20, 6), (11, 2)])
def test_a_shootout_is_played_round_by_round(players: int, seats: int) -> None:
    outcome = play(players=players, seats_per_table=seats, format="shootout", starting_stack=1_000)
    stages = [level.stage for level in outcome.levels]
    assert stages == sorted(stages)
    assert max(stages) == shootouts.rounds(players, seats=seats)
    begun = [level for before, level in pairwise(outcome.levels) if level.stage > before.stage]
    left = players
    for level in begun:
        left = len(shootouts.tables(left, seats=seats))
        # The winners of all tables, and the clock begins anew.
        assert (level.players, level.number) == (left, 1)
    assert sum(level.out for level in outcome.levels) == players - 1
    # Who left the semi-finals in the same way shares a place, and what it pays.
    places = [winning.place for winning in outcome.won]
    assert places[:4] == ([1, 2, 3, 3] if seats == 2 else [1, 2, 3, 4])
    assert sum(paid(outcome)) == outcome.pool == players * 900


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("BOUNTY-1", "BOUNTY-2", "BOUNTY-3")
@pytest.mark.parametrize(
    "terms",
    [
        {},
        {"late_registration_levels": 3, "re_entries": 1},
        {"progressive_bounty": True},
        {"progressive_bounty": True, "game": "plo8"},
        {"progressive_bounty": True, "format": "shootout"},
        {"session_levels": 3, "scheme": {"kind": "split"}},
    ],
    ids=["fixed", "entering again", "progressive", "hi/lo", "shootout", "session"],
)
def test_every_head_is_paid_to_somebody(terms: dict[str, Any]) -> None:
    outcome = play(players=longer(20, short=13), bounty=501, **terms)
    won = [winning.bounties for winning in outcome.won]
    assert sum(won) == outcome.bounties == outcome.entries * 501
    assert outcome.pool == outcome.collected == sum(paid(outcome)) == outcome.entries * 900
    # The first has at least their own head, and who takes many in a progressive event more.
    assert won[0] >= 501
    if not terms.get("progressive_bounty"):
        assert all(cents % 501 in (0, 250, 251, 167) for cents in won)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("DRAW-1", "DRAW-5", "CANCEL-4")
@pytest.mark.parametrize("terms", [{}, {"session_levels": 1, "scheme": {"kind": "split"}}])
def test_italian_draw_poker_is_played_to_the_end(terms: dict[str, Any]) -> None:
    for seed in range(longer(4, short=1)):
        outcome = play(game="italian", players=6, seed=seed, **terms)
        assert outcome.left > 1 if terms else outcome.left == 1
        assert sum(paid(outcome)) == outcome.pool


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("VELOX-1", "VELOX-2")
def test_a_velox_is_played_for_what_was_drawn() -> None:
    terms: dict[str, Any] = {
        "kind": Tournament.Kind.SIT_AND_GO,
        "seats_per_table": 3,
        "max_entries": 3,
        "buy_in": 500,
        "fee": 0,
        "scheme": {"kind": "velox", "seats": 3, "buy_in": 500},
    }
    outcomes = [play(players=3, seed=seed, **terms) for seed in range(longer(8, short=3))]
    assert {outcome.multiplier for outcome in outcomes} <= set(velox.UP_TO_5)
    for outcome in outcomes:
        assert sum(paid(outcome)) == outcome.pool == 500 * outcome.multiplier
        assert (outcome.collected, outcome.house) == (1500, 1500 - outcome.pool)


# A kind of prize scheme that is missing here fails a test.
SCHEME_TERMS: dict[str, dict[str, Any]] = {
    "winners": {"scheme": {"kind": "winners", "shares": [6_000, 3_000, 1_000]}},
    "standard": {},
    "table": {"scheme": {"kind": "table", "rows": [{"most": 9, "runs": [[1, 7_000], [1, 3_000]]}]}},
    "satellite": {"scheme": {"kind": "satellite", "seat": 2_000, "secondary": 500}},
    "split": {"session_levels": 1, "scheme": {"kind": "split"}},
    "two": {
        "session_levels": 1,
        "scheme": {"kind": "two", "shares": [6_500, 3_500], "by_elimination": 5_000},
    },
    "two_by_place": {
        "session_levels": 1,
        "scheme": {
            "kind": "two",
            "shares": [],
            "by_elimination": 5_000,
            "elimination": {"kind": "standard"},
            "chips": {"kind": "winners", "shares": [5_000, 3_000, 2_000]},
        },
    },
    "velox": {
        "buy_in": 500,
        "fee": 0,
        "max_entries": 3,
        "seats_per_table": 3,
        "scheme": {"kind": "velox", "seats": 3, "buy_in": 500},
    },
}
# Every format of the README, each played for a seat as well: a bubble of equal prizes.
FORMAT_TERMS: dict[str, dict[str, Any]] = {
    "sit_and_go": {"kind": Tournament.Kind.SIT_AND_GO, "max_entries": 6},
    "late": {"late_registration_levels": 2, "re_entries": 1},
    "rebuys": {
        "late_registration_levels": 2,
        "rebuys": 1,
        "rebuy_levels": 1,
        "rebuy_price": 900,
        "rebuy_chips": 300,
    },
    "add_on": {"add_on_after_level": 1, "add_on_price": 400, "add_on_chips": 300},
    "bounty": {"bounty": 200},
    "progressive": {"bounty": 200, "progressive_bounty": True},
    "shootout": {"format": Tournament.Format.SHOOTOUT, "seats_per_table": 3},
    "heads_up": {"format": Tournament.Format.SHOOTOUT, "seats_per_table": 2},
    "live": {"venue": Tournament.Venue.LIVE, "live_tables": 2},
    "guarantee": {"guarantee": 10_000},
    "every_jump": {"hand_for_hand": "jumps"},
}


@pytest.mark.parametrize("kind", [*SCHEMES, "two_by_place"])
def test_every_scheme_is_simulated_to_the_last_prize(kind: str) -> None:
    terms = SCHEME_TERMS[kind]
    outcome = play(players=terms.get("max_entries", 6), starting_stack=300, **terms)
    assert sum(paid(outcome)) == outcome.pool


@pytest.mark.parametrize("game", games.NAMES)
def test_every_game_is_simulated_to_the_last_prize(game: str) -> None:
    outcome = play(players=3, starting_stack=300, game=game, **SCHEME_TERMS["winners"])
    assert sum(paid(outcome)) == outcome.pool


@pytest.mark.parametrize("kind", ["standard", "satellite"])
@pytest.mark.parametrize("form", FORMAT_TERMS)
def test_every_format_is_simulated_to_the_last_prize(form: str, kind: str) -> None:
    terms = FORMAT_TERMS[form] | SCHEME_TERMS[kind]
    outcome = play(players=6, starting_stack=300, **terms)
    assert sum(paid(outcome)) == outcome.pool


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.rule("TRN-3")
@pytest.mark.parametrize("seed", longer([1, 2], short=[1]))
def test_no_hand_begins_three_players_short_of_the_fullest_table(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    short: list[int] = []
    deal = MemoryFloor.deal

    def counted(floor: MemoryFloor, table: TableState, *level: Any, **more: Any) -> None:
        fullest = max(len(other.users) for other in floor.tables.values())
        short.append(fullest - len(table.users))
        deal(floor, table, *level, **more)

    monkeypatch.setattr(MemoryFloor, "deal", counted)
    outcome = play(players=60, seed=seed, seats_per_table=9, late_registration_levels=2)
    assert (outcome.left, outcome.hands) == (1, len(short))
    assert max(short) == 2


@pytest.mark.middling
@pytest.mark.rule("LATE-1")
def test_who_enters_has_only_those_looked_at_again_for_whom_something_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks = 0
    give_up = Latecomers.give_up

    def look(waiting: Latecomers, newcomer: Latecomer) -> TableSeat | None:
        nonlocal looks
        looks += 1
        return give_up(waiting, newcomer)

    monkeypatch.setattr(Latecomers, "give_up", look)
    late = 160
    outcome = play(players=200, habits=Habits(late=late / 200), late_registration_levels=1)
    assert outcome.entries + outcome.turned_away == 200
    # Each when they enter and once the hand at their seat is over, and few once more.
    assert looks < 2 * late
