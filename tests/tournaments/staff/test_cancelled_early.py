"""Events called off before a hand was finished, with somebody disqualified by then."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings

from payouts.bookkeeping import accounts, ledger
from payouts.models import PrizeScheme
from players.models import User
from tests.tournaments import events, stages
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.entry.registration import register
from tournaments.models import CancellationPlan, Entry, Tournament
from tournaments.play import books
from tournaments.rules import changes
from tournaments.staff import amending, cancellation, orders, undoing

pytestmark = pytest.mark.django_db


def with_one_disqualified(**terms: Any) -> Entry:
    """The one who is out of an event whose first hands are still to be dealt."""
    with override_settings(START_SECONDS=10):
        event = stages.started(**terms)
        entry = event.entries.order_by("pk")[0]
        by = User.objects.create(username=f"boss of {event.pk}").pk
        orders.disqualify(entry_id=entry.pk, by=by, why="Cheating.", now=START)
        director.step(tournament_id=event.pk, now=START)
    entry.refresh_from_db()
    assert entry.status == Entry.Status.OUT
    return entry


def call_off(event: Tournament) -> CancellationPlan:
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    return cancellation.execute(
        tournament_id=event.pk, digest=plan.digest, by=None, reason="Rain.", now=START
    )


@pytest.mark.slow
@pytest.mark.rule("CANCEL-0")
@pytest.mark.parametrize("late_levels", [0, 1])
def test_who_was_disqualified_before_the_first_hand_has_everything_back(late_levels: int) -> None:
    entry = with_one_disqualified(
        entries=6, seats_per_table=3, guarantee=20_000, late_registration_levels=late_levels
    )
    assert entry.place == (None if late_levels else 6)
    plan = call_off(entry.tournament)
    assert (plan.rule, plan.total, plan.added) == ("CANCEL-0", 6 * (BUY_IN + FEE), 0)
    for other in entry.tournament.entries.select_related("user"):
        assert events.wallet(other.user) == other.refund == BUY_IN + FEE
    assert ledger.balance(accounts.GUARANTEES) == events.pool(entry.tournament) == 0
    assert books.reconcile().drifts == []


def reinstated(**terms: Any) -> Tournament:
    """An event before its first hand in which nobody has a place any more."""
    entry = with_one_disqualified(entries=4, max_entries=4, guarantee=20_000, **terms)
    by = User.objects.get(username=f"boss of {entry.tournament_id}").pk
    undoing.reinstate(entry_id=entry.pk, by=by, why="It was somebody else.", now=START)
    assert books.reconcile().drifts == []
    return Tournament.objects.get(pk=entry.tournament_id)


@pytest.mark.middling
@pytest.mark.rule("CANCEL-0", "POOL-2")
def test_the_house_adds_nothing_for_a_place_that_is_taken_back() -> None:
    event = reinstated()
    plan = call_off(event)
    assert (plan.rule, plan.total, events.pool(event)) == ("CANCEL-0", 4 * (BUY_IN + FEE), 0)
    assert books.reconcile().drifts == []


@pytest.mark.rule("AMEND-2", "POOL-2")
def test_whoever_enters_after_a_place_was_taken_back_makes_the_overlay_smaller() -> None:
    event = reinstated(late_registration_levels=1)
    by = User.objects.get(username=f"boss of {event.pk}").pk
    seats = changes.MoreSeats(5)
    amending.amend(tournament_id=event.pk, change=seats, by=by, why="All came.", key="k", now=START)
    [another] = events.players(1, prefix="late")
    register(tournament_id=event.pk, user_id=another.pk, now=START)
    late = START + timedelta(minutes=10)
    for entry in event.entries.order_by("pk")[:4]:
        orders.disqualify(entry_id=entry.pk, by=by, why="They all cheat.", now=late)
    director.step(tournament_id=event.pk, now=late)
    event.refresh_from_db()
    assert event.status == Tournament.Status.FINISHED
    assert -ledger.balance(accounts.GUARANTEES) == 20_000 - 5 * BUY_IN
    assert books.reconcile().drifts == []


@pytest.mark.rule("CANCEL-1", "RANK-1")
def test_a_prize_that_was_paid_before_the_first_hand_is_a_result_of_play() -> None:
    scheme = PrizeScheme.objects.create(name="All", kind="winners", shares=[5000, 3000, 2000])
    entry = with_one_disqualified(entries=3, scheme=scheme)
    assert entry.prize == 3 * BUY_IN * 20 // 100
    plan = call_off(entry.tournament)
    assert plan.rule == "CANCEL-2"
    assert entry.pk not in [line["entry"] for line in plan.lines]
    assert events.pool(entry.tournament) == 0
    assert books.reconcile().drifts == []
