"""Events called off before a hand was finished, with somebody disqualified by then."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import override_settings

from payouts.bookkeeping import accounts, ledger
from payouts.models import PrizeScheme
from tests.tournaments import events, stages
from tests.tournaments.events import BUY_IN, FEE, START
from tournaments import director
from tournaments.models import CancellationPlan, Entry, Tournament
from tournaments.play import books
from tournaments.staff import cancellation, orders

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
