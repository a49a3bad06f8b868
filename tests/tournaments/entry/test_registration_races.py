"""Registering at the same time: real threads, real transactions, real PostgreSQL."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from threading import Event

import pytest
from django.db import transaction

from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.refusals import MoneyCode
from players.protection import exclusions
from players.refusals import PlayerCode
from tests.harness.room import wait_for
from tests.payouts.crowd import DONE, at_once, somebody_waits
from tests.tournaments import events
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry.registration import register, unregister
from tournaments.models import Entry, Tournament
from tournaments.play.velox import set_seed
from tournaments.refusals import EventCode

pytestmark = pytest.mark.django_db(transaction=True)

Status = Entry.Status


def registering(event: Tournament, user_id: UserId) -> Callable[[], object]:
    return partial(register, tournament_id=event.pk, user_id=user_id, now=START)


@pytest.mark.rule("PLAY-2")
def test_who_excludes_themselves_while_they_register_is_not_in() -> None:
    event, [anna] = events.sit_and_go(), events.players(1)
    excluded = Event()

    def exclude() -> None:
        with transaction.atomic():
            exclusions.exclude(user_id=anna.pk, days=7, now=START)
            excluded.set()
            wait_for("the registration to wait", somebody_waits)

    def register_meanwhile() -> None:
        assert excluded.wait(timeout=30)
        register(tournament_id=event.pk, user_id=anna.pk, now=START)

    assert at_once([exclude, register_meanwhile]) == [DONE, PlayerCode.SELF_EXCLUDED]
    assert not event.entries.exists()


@pytest.mark.slow
def test_of_fifty_people_one_gets_the_last_seat() -> None:
    event, people = events.sit_and_go(), events.players(55)
    for user in people[:5]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    results = at_once([registering(event, user.pk) for user in people[5:]])
    assert Counter(results) == {DONE: 1, EventCode.EVENT_FULL: 49}
    event.refresh_from_db()
    assert (event.entry_count, event.entries.count()) == (6, 6)
    assert events.pool(event) == 6 * BUY_IN
    assert sum(events.wallets(people)) == 49 * (BUY_IN + FEE)
    assert events.all_money() == 0


def test_four_clicks_buy_one_entry() -> None:
    event, [anna] = events.sit_and_go(), events.players(1, cents=10_000)
    results = at_once([registering(event, anna.pk)] * 4)
    assert Counter(results) == {DONE: 1, EventCode.ALREADY_REGISTERED: 3}
    assert events.wallet(anna) == 10_000 - BUY_IN - FEE


def test_money_for_one_entry_buys_one_entry_of_four() -> None:
    lobbies = [events.sit_and_go(name=f"Turbo {number}") for number in range(4)]
    [anna] = events.players(1)
    results = at_once([registering(event, anna.pk) for event in lobbies])
    assert Counter(results) == {DONE: 1, MoneyCode.INSUFFICIENT_FUNDS: 3}
    assert (events.wallet(anna), Entry.objects.count()) == (0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("attempt", range(4))
def test_unregistering_while_it_starts_is_a_full_refund_or_a_refusal(attempt: int) -> None:
    event, people = events.scheduled(), events.players(4)
    for user in people:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    leave = partial(unregister, tournament_id=event.pk, user_id=people[0].pk, now=START)
    start = partial(director.step, tournament_id=event.pk, now=START)
    [left, *_] = at_once([leave, start, start])
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    assert event.status == Tournament.Status.RUNNING
    entry = event.entries.get(user=people[0])
    if left == DONE:
        assert (entry.status, events.wallet(people[0])) == (Status.WITHDRAWN, BUY_IN + FEE)
        assert (event.live_count, events.pool(event)) == (3, 3 * BUY_IN)
    else:
        assert (left, entry.status) == (EventCode.ALREADY_STARTED, Status.PLAYING)
        assert (event.live_count, events.pool(event)) == (4, 4 * BUY_IN)
    assert event.live_count == event.entries.filter(status=Status.PLAYING).count()
    assert events.all_money() == 0


@pytest.mark.slow
@pytest.mark.rule("TRN-2")
def test_latecomers_and_the_director_at_once_leave_everybody_one_seat() -> None:
    event = events.scheduled(late_registration_levels=1, seats_per_table=3)
    people = events.players(14)
    for user in people[:4]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    director.step(tournament_id=event.pk, now=START)
    steps = [partial(director.step, tournament_id=event.pk, now=START)] * 4
    results = at_once([*(registering(event, user.pk) for user in people[4:]), *steps])
    assert Counter(results) == {DONE: 14}
    event.refresh_from_db()
    assert (event.entry_count, event.live_count) == (14, 14)
    # LATE-1: a hand may still be played where somebody has drawn a seat.
    waiting = event.entries.filter(status=Entry.Status.REGISTERED).values_list("user", flat=True)
    assert len(waiting) == event.arriving_count
    seated = {user.pk: event.starting_stack for user in people if user.pk not in waiting}
    assert events.seats(event) == seated


@pytest.mark.slow
@pytest.mark.rule("VELOX-1", "VELOX-4", "VELOX-5")
def test_a_rush_for_the_last_seats_of_a_velox_makes_one_draw() -> None:
    event, people = events.velox(), events.players(9, cents=500)
    rush = [registering(event, user.pk) for user in people]
    steps = [partial(director.step, tournament_id=event.pk, now=START)] * 4
    answers = Counter(at_once([*rush, *steps]))
    # A step may come before the last of them: registration is closed then.
    assert answers[EventCode.EVENT_FULL] + answers[EventCode.REGISTRATION_CLOSED] == 6
    assert Counter(at_once(steps)) == {DONE: 4}
    event.refresh_from_db()
    assert event.draw is not None
    assert event.status == Tournament.Status.RUNNING
    assert set(event.draw.player_seeds or {}) == {str(user) for user in events.seats(event)}
    assert ledger.statement(accounts.VELOX).count() == 1
    assert events.pool(event) == event.prize_pool
    assert events.all_money() == 0


@pytest.mark.slow
@pytest.mark.rule("VELOX-4")
def test_a_seed_changed_in_the_rush_counts_wholly_or_not_at_all() -> None:
    event, people = events.velox(), events.players(3, cents=500)
    for user in people[:2]:
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    change = partial(set_seed, tournament_id=event.pk, user_id=people[0].pk, seed="mine", now=START)
    step = partial(director.step, tournament_id=event.pk, now=START)
    [changed, *_] = at_once([change, registering(event, people[2].pk), step])
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    assert event.draw is not None
    assert changed in (DONE, EventCode.DRAW_IS_DUE)
    seeds = event.draw.player_seeds or {}
    assert (seeds[str(people[0].pk)] == "mine") == (changed == DONE)
