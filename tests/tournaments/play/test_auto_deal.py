"""Large events: a table deals on by itself, until something holds it or the whole event."""

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from core.types import UserId
from payouts.models import PrizeScheme
from players.models import User
from tables.live import dealer, record
from tables.models import Hand, Seat, Table
from tables.tasks import sweep_deadlines
from tests.payouts.crowd import at_once
from tests.tournaments import events, stages
from tests.tournaments.evening import Evening
from tests.tournaments.events import START
from tournaments import director
from tournaments.floor import step_schedule
from tournaments.models import Due, Entry, Move
from tournaments.play import auto_deal, timekeeping
from tournaments.staff import orders

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _from_two_tables_on(settings: Settings) -> None:
    settings.AUTO_DEAL_FROM_TABLES = 2


@pytest.fixture
def floor_manager() -> int:
    return User.objects.create_superuser("floor").pk


def running(players: int = 12, **terms: object) -> Evening:
    """An event with tables of six that deal on by themselves; nobody has folded yet."""
    event = events.scheduled(seats_per_table=6, **terms)  # type: ignore[arg-type]
    people = events.players(players + 2, cents=5000, prefix=f"{players}_")
    evening = Evening(event, people, seed=1)
    evening.register(players)
    evening.step()
    assert evening.event.deals_on
    assert len(evening.tables()) == -(-players // 6)
    return evening


def fold_out(evening: Evening, table: Table) -> None:
    stages.fold_out_at(table.pk)
    evening.later(1)


def hands(table: Table) -> int:
    return Hand.objects.filter(table=table.pk).count()


def director_is_due(evening: Evening, at: datetime) -> bool:
    return Due.objects.get(tournament=evening.event.pk).due_at <= at


def handed_over(table: Table) -> bool:
    """Whether a table between two hands waits for the director."""
    found = record.read(table.pk)
    return found.live.playing is None and found.due_at is None


def look(table: Table, now: datetime) -> Hand | None:
    return auto_deal.look(table_id=table.pk, now=now)


@pytest.mark.slow
def test_the_next_hand_comes_without_the_director() -> None:
    evening = running()
    first, second = evening.tables()
    Due.objects.update(due_at=START + timedelta(hours=1))
    fold_out(evening, first)
    # Neither the end of the hand nor the next deal is any business of the director's.
    assert look(first, evening.now) is not None
    assert not director_is_due(evening, evening.now)
    assert (hands(first), hands(second)) == (2, 1)


@pytest.mark.slow
def test_the_director_leaves_a_table_alone_that_is_about_to_deal() -> None:
    evening = running()
    first, _ = evening.tables()
    fold_out(evening, first)
    evening.event.refresh_from_db()
    before = record.read(first.pk).version
    director.step(tournament_id=evening.event.pk, now=evening.now)
    assert record.read(first.pk).version == before
    assert look(first, evening.now) is not None


@pytest.mark.slow
def test_no_hand_begins_before_the_result_was_seen(settings: Settings) -> None:
    evening = running()
    first, _ = evening.tables()
    settings.RESULT_SECONDS = 4
    fold_out(evening, first)
    ended = Hand.objects.get(table=first.pk).finished_at
    assert ended is not None
    assert look(first, ended + timedelta(seconds=3.9)) is None
    assert look(first, ended + timedelta(seconds=4)) is not None


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_looks_at_once_deal_one_hand() -> None:
    evening = running()
    first, _ = evening.tables()
    fold_out(evening, first)
    at_once([lambda: look(first, evening.now)] * 6)
    assert hands(first) == 2


@pytest.mark.slow
def test_a_sweep_deals_at_every_table_whose_time_has_come() -> None:
    evening = running(24)
    for table in evening.tables():
        fold_out(evening, table)
    assert sweep_deadlines() == 4
    assert Hand.objects.filter(finished_at=None).count() == 4


@pytest.mark.slow
@pytest.mark.rule("RANK-1", "TRN-3")
def test_a_table_where_somebody_is_out_waits_for_the_director() -> None:
    evening = running()
    first, _ = evening.tables()
    fold_out(evening, first)
    evening.lost_by_all_but_the_first(first)
    assert handed_over(first)
    assert director_is_due(evening, evening.now)
    evening.step()
    assert evening.event.live_count < 12


@pytest.mark.slow
@pytest.mark.rule("TRN-1")
def test_the_blinds_of_the_next_hand_are_those_of_the_clock() -> None:
    evening = running()
    first, _ = evening.tables()
    fold_out(evening, first)
    hand = look(first, START + timedelta(minutes=2, seconds=5))
    assert hand is not None
    assert (hand.stakes["small_blind"], hand.stakes["ante"]) == (50, 10)
    assert Table.objects.get(pk=first.pk).stakes == hand.stakes


@pytest.mark.slow
@pytest.mark.rule("TRN-5")
def test_in_a_break_a_table_hands_itself_over_and_after_it_all_resume_together() -> None:
    evening = running()
    first, second = evening.tables()
    fold_out(evening, first)
    in_the_break = START + timedelta(minutes=4, seconds=5)
    assert look(first, in_the_break) is None
    assert handed_over(first)
    assert director_is_due(evening, in_the_break)
    evening.now = in_the_break
    evening.step()
    # The other table's hand outlasts the break: it does not deal on before the others.
    evening.now = START + timedelta(minutes=5, seconds=1)
    stages.fold_out_at(second.pk)
    assert look(second, evening.now) is None
    assert handed_over(second)
    evening.step()
    assert (hands(first), hands(second)) == (2, 2)


@pytest.mark.slow
@pytest.mark.rule("TRN-5", "OUT-1")
def test_nobody_holds_up_an_event_by_sitting_out_and_coming_back() -> None:
    evening = running()
    first, second = evening.tables()
    for table in (first, second):
        fold_out(evening, table)
        assert look(table, START + timedelta(minutes=4, seconds=5)) is None
    evening.now = START + timedelta(minutes=5, seconds=1)
    user = UserId(first.seats.earliest("no").user_id)
    for wish in (dealer.sit_out, dealer.come_back):
        wish(table_id=first.pk, user_id=user, now=evening.now)
        assert handed_over(first)
    evening.step()
    assert (hands(first), hands(second)) == (2, 2)


@pytest.mark.slow
@pytest.mark.rule("TRN-6")
def test_in_a_pause_no_table_deals_on() -> None:
    evening = running()
    first, _ = evening.tables()
    fold_out(evening, first)
    timekeeping.pause(tournament_id=evening.event.pk, reason="fire", now=evening.now)
    assert look(first, evening.later(1)) is None
    assert handed_over(first)
    timekeeping.resume(tournament_id=evening.event.pk, now=evening.later(60))
    evening.step()
    assert hands(first) == 2
    assert Table.objects.get(pk=first.pk).deals_on


@pytest.mark.slow
@pytest.mark.rule("OUT-1")
def test_where_all_sit_out_the_director_looks_before_each_hand() -> None:
    evening = running()
    first, _ = evening.tables()
    fold_out(evening, first)
    for user in Seat.objects.filter(table=first.pk).values_list("user_id", flat=True):
        dealer.sit_out(table_id=first.pk, user_id=UserId(user), now=evening.now)
    assert look(first, evening.now) is None
    evening.step()
    assert hands(first) == 2
    first.refresh_from_db()
    assert first.deserted_at is not None
    assert not first.deals_on


@pytest.mark.slow
def test_an_order_of_staff_waits_for_the_end_of_the_hand_only(floor_manager: int) -> None:
    evening = running()
    first, _ = evening.tables()
    entry = evening.event.entries.get(user=first.seats.latest("no").user_id)
    orders.disqualify(entry_id=entry.pk, by=floor_manager, why="cards", now=evening.now)
    evening.step()
    assert not Table.objects.get(pk=first.pk).deals_on
    fold_out(evening, first)
    assert handed_over(first)
    evening.step()
    entry.refresh_from_db()
    assert entry.status == Entry.Status.OUT


@pytest.mark.slow
@pytest.mark.rule("TRN-3")
def test_a_table_that_has_to_give_somebody_up_is_held() -> None:
    evening = running(18)
    first, second, third = evening.tables()
    for table in (second, third):
        fold_out(evening, table)
        assert look(table, evening.now) is not None
    fold_out(evening, first)
    evening.lost_by_all_but_the_first(first)
    # Nine are left at two full tables, and one alone: nobody can be moved from a hand.
    evening.step()
    tables = evening.tables()
    held = [table for table in tables if not table.deals_on]
    assert held
    for table in tables:
        stages.fold_out_at(table.pk)
    evening.later(1)
    evening.step()
    assert evening.sizes()[-1] - evening.sizes()[0] <= 1
    assert Move.objects.exists()


@pytest.mark.slow
@pytest.mark.rule("LATE-1")
def test_a_drawn_seat_holds_its_table() -> None:
    evening = running(10, late_registration_levels=2)
    evening.register(2)
    # Two of twelve seats are free: one of the newcomers has drawn a taken one.
    entry = evening.event.entries.filter(status=Entry.Status.REGISTERED).latest("pk")
    held = entry.drawn_table
    assert held is not None
    assert not held.deals_on
    fold_out(evening, held)
    assert handed_over(held)
    evening.step()
    entry.refresh_from_db()
    assert entry.status == Entry.Status.PLAYING


@pytest.mark.slow
@pytest.mark.rule("TRN-4")
def test_hand_for_hand_ends_the_dealing_on() -> None:
    shares = [4000, 2000, 1200, 1000, 800, 500, 300, 200]
    eight = PrizeScheme.objects.create(name="eight", kind="winners", shares=shares)
    evening = running(14, hand_for_hand="jumps", scheme=eight)
    begun_together = 0
    while len(evening.tables()) > 1:
        evening.play_hands()
        evening.step()
        begun_together += evening.event.in_round
        assert not (evening.event.in_round and evening.event.deals_on)
    assert begun_together


@pytest.mark.slow
def test_few_tables_are_dealt_by_the_director(settings: Settings) -> None:
    settings.AUTO_DEAL_FROM_TABLES = 3
    event = events.scheduled(seats_per_table=6)
    evening = Evening(event, events.players(12), seed=1)
    evening.register(12)
    evening.step()
    assert not evening.event.deals_on
    first, _ = evening.tables()
    fold_out(evening, first)
    assert handed_over(first)


@pytest.mark.slow
def test_a_whole_field_begins_in_one_step_and_a_few_statements() -> None:
    event = events.scheduled(seats_per_table=2)
    evening = Evening(event, events.players(80), seed=1)
    evening.register(80)
    director.step(tournament_id=event.pk, now=START)
    assert len(evening.deal_on()) == 40
    for table_id in evening.playing():
        stages.fold_out_at(table_id)
    timekeeping.pause(tournament_id=event.pk, reason="fire", now=evening.later(1))
    evening.deal_on()
    timekeeping.resume(tournament_id=event.pk, now=evening.later(1))
    with CaptureQueriesContext(connection) as asked:
        director.step(tournament_id=event.pk, now=evening.now)
    assert len(asked) < 15
    assert len(evening.deal_on()) == 40


@pytest.mark.slow
def test_what_a_hand_costs_does_not_grow_with_the_field() -> None:
    statements = {}
    for players in (12, 60):
        evening = running(players)
        table = evening.tables()[0]
        fold_out(evening, table)
        with CaptureQueriesContext(connection) as asked:
            assert look(table, evening.now) is not None
        statements[players] = len(asked)
    assert statements[12] == statements[60] < 20


@pytest.mark.slow
def test_a_large_event_is_looked_at_less_often() -> None:
    evening = running(60)
    step_schedule.look_at(evening.event.pk, at=evening.now)
    assert step_schedule.claim(limit=5, now=evening.now) == []
    soon = evening.now + 10 * step_schedule.PEACE
    assert step_schedule.claim(limit=5, now=soon) == [evening.event.pk]
