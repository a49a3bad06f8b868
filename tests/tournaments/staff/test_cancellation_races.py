"""Calling an event off while others do the same, or play on: real threads, real transactions."""

from collections import Counter
from functools import partial

import pytest

from payouts.models import Transfer
from tables import engine
from tables.live import dealer, record
from tables.models import Hand
from tests.payouts.crowd import DONE, at_once
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tournaments import director
from tournaments.models import Tournament
from tournaments.staff import cancellation

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.slow
@pytest.mark.rule("CANCEL-4")
def test_of_many_who_execute_one_pays() -> None:
    event = stages.in_play([3000, 2000, 1000], entries=6)
    stages.deal_everywhere(event)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    verb = partial(
        cancellation.execute,
        tournament_id=event.pk,
        digest=plan.digest,
        by=None,
        reason="twice",
        now=START,
    )
    step = partial(director.step, tournament_id=event.pk, now=START)
    assert Counter(at_once([*[verb] * 8, step, step])) == {DONE: 10}
    refunds = Transfer.objects.filter(reason=Transfer.Reason.REFUND)
    assert refunds.count() == 3
    assert sum(refunds.values_list("amount", flat=True)) == event.prize_pool
    assert (events.pool(event), events.all_money()) == (0, 0)


@pytest.mark.slow
@pytest.mark.rule("CANCEL-4")
def test_a_hand_that_ends_meanwhile_makes_the_plan_stale_or_is_void() -> None:
    event = stages.in_play([3000, 2000], entries=4)
    stages.deal_everywhere(event)
    plan = cancellation.preview(tournament_id=event.pk, by=None, now=START)
    hand = Hand.objects.get(event=event.event, finished_at=None)
    table = record.read(hand.table_id)
    assert table.live.turn is not None
    fold = partial(
        dealer.act,
        table_id=table.id,
        user_id=table.live.dealt[table.live.turn],
        action=engine.Action("fold"),
        seen_version=table.version,
        now=START,
    )
    execute = partial(
        cancellation.execute,
        tournament_id=event.pk,
        digest=plan.digest,
        by=None,
        reason="",
        now=START,
    )
    folded, executed = at_once([fold, execute])
    assert (folded, executed) in {(DONE, "STALE_PLAN"), ("NO_HAND", DONE)}
    event.refresh_from_db()
    assert (event.status == Tournament.Status.CANCELLED) is (executed == DONE)
    assert events.all_money() == 0
