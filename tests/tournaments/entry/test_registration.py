"""Coming in and going out: one entry a player, one price an entry, nothing lost."""

from datetime import timedelta

import pytest

from core.refusal import Refusal
from payouts.bookkeeping import accounts, ledger
from payouts.refusals import MoneyCode
from tables import engine
from tables.models import Seat, Table
from tests.tournaments import events
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry.registration import register, unregister
from tournaments.models import Entry
from tournaments.refusals import EventCode

pytestmark = pytest.mark.django_db


def refusal_of(verb: object, **arguments: object) -> str:
    with pytest.raises(Refusal) as refused:
        verb(**arguments)  # type: ignore[operator]
    return str(refused.value)


@pytest.mark.rule("POOL-1")
def test_an_entry_costs_its_buy_in_and_fee() -> None:
    event, [anna] = events.sit_and_go(), events.players(1, cents=2_500)
    entry = register(tournament_id=event.pk, user_id=anna.pk, now=START)
    assert (entry.status, entry.user_id) == (Entry.Status.REGISTERED, anna.pk)
    assert events.wallet(anna) == 2_500 - BUY_IN - FEE
    assert events.pool(event) == BUY_IN
    assert ledger.balance(accounts.FEES) == FEE
    event.refresh_from_db()
    assert event.entry_count == 1


def test_a_freeroll_costs_nothing() -> None:
    event, [anna] = events.sit_and_go(buy_in=0, fee=0), events.players(1, cents=0)
    register(tournament_id=event.pk, user_id=anna.pk, now=START)
    unregister(tournament_id=event.pk, user_id=anna.pk, now=START)
    assert not ledger.statement(accounts.player(anna.pk)).exists()


def test_the_second_registration_is_refused_by_name() -> None:
    event, [anna] = events.sit_and_go(), events.players(1, cents=5_000)
    again = {"tournament_id": event.pk, "user_id": anna.pk, "now": START}
    register(**again)  # type: ignore[arg-type]
    assert refusal_of(register, **again) == EventCode.ALREADY_REGISTERED
    assert events.pool(event) == BUY_IN


def test_without_funds_nothing_happens() -> None:
    event, [anna] = events.sit_and_go(), events.players(1, cents=BUY_IN + FEE - 1)
    attempt = {"tournament_id": event.pk, "user_id": anna.pk, "now": START}
    assert refusal_of(register, **attempt) == MoneyCode.INSUFFICIENT_FUNDS
    event.refresh_from_db()
    assert (event.entry_count, Entry.objects.count(), events.pool(event)) == (0, 0, 0)


def test_the_last_seat_taken_the_event_is_full() -> None:
    event, people = events.sit_and_go(max_entries=2), events.players(3)
    for user in people[:2]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    late = {"tournament_id": event.pk, "user_id": people[2].pk, "now": START}
    assert refusal_of(register, **late) == EventCode.EVENT_FULL


def test_an_event_that_does_not_exist_is_refused() -> None:
    [anna] = events.players(1)
    nowhere = {"tournament_id": 404, "user_id": anna.pk, "now": START}
    assert refusal_of(register, **nowhere) == EventCode.NO_SUCH_TOURNAMENT


def test_unregistering_gives_everything_back_and_the_seat_free() -> None:
    event, [anna] = events.sit_and_go(), events.players(1)
    one = {"tournament_id": event.pk, "user_id": anna.pk, "now": START}
    register(**one)  # type: ignore[arg-type]
    unregister(**one)  # type: ignore[arg-type]
    assert (events.wallet(anna), events.pool(event)) == (BUY_IN + FEE, 0)
    assert refusal_of(unregister, **one) == EventCode.NOT_REGISTERED
    # Who comes back pays again, and can again leave.
    register(**one)  # type: ignore[arg-type]
    assert events.pool(event) == BUY_IN
    unregister(**one)  # type: ignore[arg-type]
    assert events.wallet(anna) == BUY_IN + FEE
    event.refresh_from_db()
    assert event.entry_count == 0


@pytest.mark.rule("TRN-2", "RANK-1")
def test_nobody_enters_once_somebody_has_a_place() -> None:
    event = events.scheduled(late_registration_levels=1, seats_per_table=3)
    people = events.players(4)
    for user in people[:3]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    closes = START + timedelta(seconds=120)
    # The director's clock is a moment ahead: there the level is over, and the first place given.
    Entry.objects.filter(user=people[0]).update(status=Entry.Status.OUT, place=3, prize=0)
    late = {"tournament_id": event.pk, "user_id": people[3].pk}
    just_before = closes - timedelta(milliseconds=1)
    assert refusal_of(register, **late, now=just_before) == EventCode.REGISTRATION_CLOSED
    assert (event.entries.count(), events.wallet(people[3])) == (3, BUY_IN + FEE)
    Entry.objects.filter(user=people[0]).update(status=Entry.Status.PLAYING, place=None, prize=None)
    register(tournament_id=event.pk, user_id=people[3].pk, now=just_before)


@pytest.mark.rule("TRN-2")
def test_a_latecomer_is_seated_at_once_at_the_emptiest_table() -> None:
    event = events.scheduled(late_registration_levels=1, seats_per_table=3)
    people = events.players(6)
    for user in people[:5]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    entry = register(
        tournament_id=event.pk, user_id=people[5].pk, now=START + timedelta(seconds=30)
    )
    assert entry.status == Entry.Status.PLAYING
    tables = Table.objects.filter(event=event.event).order_by("pk")
    assert [table.seats.count() for table in tables] == [3, 3]
    assert Seat.objects.get(user=people[5]).stack == event.starting_stack
    event.refresh_from_db()
    assert (event.entry_count, event.live_count) == (6, 6)


@pytest.mark.rule("TRN-3")
def test_a_latecomer_posts_the_big_blind_of_the_next_hand() -> None:
    event = events.scheduled(late_registration_levels=1, late_seating="shortest")
    people = events.players(5)
    for user in people[:4]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    register(tournament_id=event.pk, user_id=people[4].pk, now=START)
    table = Table.objects.get()
    seats = sorted(table.seats.values_list("no", flat=True))
    before = engine.Positions.from_json(table.positions or {})
    late = Seat.objects.get(user=people[4])
    assert engine.next_positions(before, seats).big_blind == late.no


def test_a_latecomer_opens_a_table_when_all_are_full() -> None:
    event = events.scheduled(late_registration_levels=1, seats_per_table=2)
    people = events.players(3)
    for user in people[:2]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    register(tournament_id=event.pk, user_id=people[2].pk, now=START)
    tables = Table.objects.filter(event=event.event).order_by("pk")
    assert [table.name for table in tables] == ["Turbo · #1", "Turbo · #2"]


def test_late_registration_ends_and_nobody_unregisters_from_a_running_event() -> None:
    event = events.scheduled(late_registration_levels=1)
    people = events.players(3)
    for user in people[:2]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    late = {
        "tournament_id": event.pk,
        "user_id": people[2].pk,
        "now": START + timedelta(seconds=120),
    }
    assert refusal_of(register, **late) == EventCode.REGISTRATION_CLOSED
    leave = {"tournament_id": event.pk, "user_id": people[0].pk, "now": START}
    assert refusal_of(unregister, **leave) == EventCode.ALREADY_STARTED
