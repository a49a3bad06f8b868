"""On the bubble all tables begin the next hand together, and rank together who is out (TRN-4)."""

from collections.abc import Mapping
from typing import Any

import pytest

from core.types import Chips
from payouts.models import PrizeScheme
from tables import engine
from tables.live import seating
from tables.models import Hand, Seat, Table
from tests.harness.long_forms import longer
from tests.tournaments import events
from tests.tournaments.evening import Evening
from tests.tournaments.events import BUY_IN
from tournaments import director
from tournaments.models import Elimination, Tournament
from tournaments.play import books, timekeeping

pytestmark = [pytest.mark.django_db, pytest.mark.rule("TRN-4")]

# The first six are paid; the last two of them alike.
SIX = [3000, 2500, 2000, 1500, 500, 500]


def room(players: int, *, shares: list[int] = SIX, **terms: Any) -> Evening:
    """An event at tables of three, its first hands dealt."""
    scheme = PrizeScheme.objects.create(name="test", kind="winners", shares=shares)
    event = events.scheduled(**{"seats_per_table": 3, "scheme": scheme, **terms})
    found = Evening(event, events.players(players), seed=4)
    found.register(players)
    step(found)
    return found


def step(room: Evening) -> None:
    director.step(tournament_id=room.event.pk, now=room.now)
    room.event.refresh_from_db()


def fold(room: Evening, table_id: int) -> None:
    """End the hand of a table; nobody is out."""
    while table_id in room.playing():
        room.act(table_id, lambda hand: engine.Action("fold"))


def begin_with(room: Evening, stacks: Mapping[int, int]) -> None:
    """Put chips, by user, before players for the next hand."""
    for user, stack in stacks.items():
        seat = Seat.objects.get(table__event=room.event.event, user=user)
        where: dict[str, Any] = {"table_id": seat.table_id, "user_id": user, "now": room.now}
        seating.leave_seat(**where)
        seating.take_seat(**where, no=seat.no, bank_ms=0, stack=Chips(stack))


def notices(room: Evening) -> list[object]:
    open_tables = Table.objects.filter(event=room.event.event, status=Table.Status.OPEN)
    return list(open_tables.order_by("pk").values_list("notice", flat=True))


def round_number(number: int) -> dict[str, object]:
    return {"kind": "hand_for_hand", "round": number}


def users_at(*tables: int) -> list[int]:
    """One player of each table."""
    return [Seat.objects.filter(table=table).earliest("no").user_id for table in tables]


def places(room: Evening, *users: int) -> list[int | None]:
    found = dict(room.event.entries.values_list("user_id", "place"))
    return [found[user] for user in users]


@pytest.mark.slow
def test_every_table_waits_for_the_last_one_and_then_all_are_dealt_at_once() -> None:
    bubble = room(7)
    first, second, third = bubble.playing()
    assert notices(bubble) == [round_number(1)] * 3
    for done, playing in ((first, [second, third]), (third, [second])):
        fold(bubble, done)
        bubble.step()
        assert bubble.playing() == playing
    assert notices(bubble) == [round_number(1)] * 3
    fold(bubble, second)
    bubble.step()
    assert bubble.playing() == [first, second, third]
    assert notices(bubble) == [round_number(2)] * 3
    running = Hand.objects.filter(finished_at=None)
    assert len(set(running.values_list("started_at", flat=True))) == 1


@pytest.mark.slow
def test_it_begins_when_the_hands_that_run_are_over() -> None:
    coming = room(8)
    first, second, third = coming.playing()
    assert notices(coming) == [None] * 3
    fold(coming, first)
    [out] = users_at(first)
    begin_with(coming, {out: 0})
    step(coming)
    # Seven are left, for six prizes: this table waits for those that began before.
    assert places(coming, out) == [8]
    assert (coming.event.rounds, coming.playing()) == (0, [second, third])
    assert notices(coming) == [round_number(1), None, None]
    fold(coming, third)
    # Who goes out in a hand from before the round ranks by time.
    [also_out] = users_at(third)
    begin_with(coming, {also_out: 0})
    step(coming)
    assert places(coming, also_out) == [7]
    fold(coming, second)
    step(coming)
    # The bubble has burst before a round began.
    assert set(Elimination.objects.values_list("round", flat=True)) == {0}
    assert not coming.event.in_round


@pytest.mark.slow
@pytest.mark.rule("RANK-1")
@pytest.mark.parametrize(
    ("ties", "places_of_two", "prizes_of_two"),
    [(False, [6, 7], [315, 0]), (True, [6, 6], [158, 157])],
)
def test_two_out_at_once_on_the_bubble(
    ties: bool, places_of_two: list[int], prizes_of_two: list[int]
) -> None:
    bubble = room(7, same_hand_ties=ties)
    first, second, third = bubble.playing()
    for table in (first, second, third):
        fold(bubble, table)
    large, small = users_at(third, first)
    begin_with(bubble, {large: 1600, small: 1400})
    step(bubble)
    # The larger stack goes out first: by the clock it would be the bubble.
    fold(bubble, third)
    begin_with(bubble, {large: 0})
    bubble.later(30)
    step(bubble)
    assert (Elimination.objects.count(), bubble.event.live_count) == (0, 7)
    fold(bubble, second)
    fold(bubble, first)
    begin_with(bubble, {small: 0})
    step(bubble)
    assert places(bubble, large, small) == places_of_two
    paid = dict(bubble.event.entries.values_list("user_id", "prize"))
    assert [paid[large], paid[small]] == prizes_of_two
    assert set(Elimination.objects.values_list("round", flat=True)) == {2}
    # Five are left and the next jump is not watched: everybody at their own pace.
    assert (bubble.event.in_round, notices(bubble)) == (False, [None] * 2)
    assert not books.reconcile().drifts


@pytest.mark.middling
def test_out_at_one_table_and_nobody_elsewhere() -> None:
    bubble = room(7)
    first, second, third = bubble.playing()
    for table in (first, second, third):
        fold(bubble, table)
    [out] = users_at(second)
    begin_with(bubble, {out: 0})
    step(bubble)
    assert places(bubble, out) == [7]
    assert bubble.event.entries.get(user=out).prize == 0


@pytest.mark.parametrize(
    "terms",
    [
        {"hand_for_hand": "off"},
        {"late_registration_levels": 1},
        {"seats_per_table": 10},
        {"shares": [10_000]},
    ],
    ids=["switched off", "others may still enter", "one table", "too early"],
)
def test_without_it_every_table_plays_at_its_own_pace(terms: dict[str, Any]) -> None:
    free = room(7, **terms)
    first = free.playing()[0]
    fold(free, first)
    free.step()
    assert first in free.playing()
    assert set(notices(free)) == {None}
    assert (free.event.rounds, free.event.in_round) == (0, False)


@pytest.mark.slow
def test_every_jump_may_be_played_hand_for_hand() -> None:
    """The first five of six are paid: 5 and 4 alike, then rising."""
    jumps = room(6, shares=[4000, 3000, 1000, 1000, 1000], hand_for_hand="jumps", seats_per_table=2)
    stages = []
    while len(jumps.tables()) > 1:
        stages.append((jumps.event.live_count, jumps.event.in_round))
        jumps.play_hands()
        [out] = users_at(jumps.tables()[-1].pk)
        others = Seat.objects.filter(table__event=jumps.event.event).exclude(user=out)
        begin_with(jumps, {out: 0} | dict.fromkeys(others.values_list("user", flat=True), 1500))
        step(jumps)
    assert stages == [(6, True), (5, False), (4, False), (3, True)]


@pytest.mark.slow
@pytest.mark.rule("PAY-SAT")
def test_a_satellite_waits_before_the_last_prize_and_before_the_last_seat() -> None:
    """8 entries of 9.00 make three seats of 20.00 and 12.00 for the fourth."""
    scheme = PrizeScheme.objects.create(
        name="satellite", kind="satellite", seat=2000, secondary=1200
    )
    satellite = room(8, scheme=scheme, seats_per_table=2, max_entries=8)
    stages = []
    while len(satellite.tables()) > 1:
        stages.append((satellite.event.live_count, satellite.event.in_round))
        satellite.play_hands()
        [out] = users_at(satellite.tables()[-1].pk)
        others = Seat.objects.filter(table__event=satellite.event.event).exclude(user=out)
        begin_with(satellite, {out: 0} | dict.fromkeys(others.values_list("user", flat=True), 900))
        step(satellite)
    assert stages == [(8, False), (7, False), (6, False), (5, True), (4, True)]
    assert satellite.event.status == Tournament.Status.FINISHED


@pytest.mark.slow
def test_a_round_waits_for_the_break_and_for_staff() -> None:
    bubble = room(7, rows=[(60, 10, 20, 0), (60, 0, 0, 0), (600, 50, 100, 0)])
    bubble.later(60)
    bubble.play_hands()
    bubble.step()
    assert {notice["kind"] for notice in notices(bubble)} == {"break"}  # type: ignore[index]
    bubble.later(60)
    bubble.step()
    assert notices(bubble) == [round_number(2)] * 3


@pytest.mark.slow
@pytest.mark.rule("TRN-6")
def test_a_pause_in_a_round_decides_nothing() -> None:
    bubble = room(7)
    first, second, third = bubble.playing()
    event = bubble.event.pk
    fold(bubble, first)
    timekeeping.pause(tournament_id=event, reason="", now=bubble.now)
    bubble.step()
    timekeeping.resume(tournament_id=event, now=bubble.later(60))
    assert notices(bubble) == [round_number(1)] * 3
    bubble.step()
    assert bubble.playing() == [second, third]
    timekeeping.pause(tournament_id=event, reason="", now=bubble.now)
    bubble.play_hands()
    bubble.step()
    assert (bubble.playing(), bubble.event.rounds) == ([], 1)
    timekeeping.resume(tournament_id=event, now=bubble.now)
    bubble.step()
    assert (bubble.playing(), bubble.event.rounds) == ([first, second, third], 2)


@pytest.mark.slow
def test_a_round_is_dealt_in_one_go_however_many_tables_there_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(director, "HANDS_A_STEP", 3)
    tables = director.HANDS_A_STEP + 2
    players = 2 * tables
    wide = room(players, shares=[10_000 - (players - 2), *[1] * (players - 2)], seats_per_table=2)
    assert len(wide.playing()) == tables


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("ties", [False, True])
def test_a_whole_tournament_with_crashes_between_its_rounds(ties: bool) -> None:
    """Random play at several tables, in and out of hand-for-hand; the books agree."""
    # Nearly everybody is paid, and some of them alike.
    shares = longer(
        [2000, 1500, 1500, 1000, 1000, 1000, 500, 500, 400, 300, 300],
        short=[3000, 2000, 2000, 1000, 1000, 1000],
    )
    players = len(shares) + 1
    whole = Evening(
        events.scheduled(
            seats_per_table=3,
            hand_for_hand="jumps",
            same_hand_ties=ties,
            scheme=PrizeScheme.objects.create(name="test", kind="winners", shares=shares),
        ),
        events.players(players),
        seed=int(ties),
    )
    whole.register(players)
    whole.step()
    while whole.event.status == Tournament.Status.RUNNING:
        whole.play_hands(actions=9)
        whole.crash()
        whole.step()
        if whole.event.in_round:
            running = Hand.objects.filter(finished_at=None, event=whole.event.event)
            assert len(set(running.values_list("started_at", flat=True))) <= 1
        whole.later(longer(2, short=20))
    whole.check_result()
    assert whole.event.prize_pool == players * BUY_IN
    assert Elimination.objects.filter(round__gt=0).exists()
    assert not books.reconcile().drifts
