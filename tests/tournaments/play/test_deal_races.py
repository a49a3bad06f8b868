"""Deals that are answered by several at once, or while the process dies."""

import random
from functools import partial

import pytest

from core.types import UserId
from payouts.models import Transfer
from tests.payouts.crowd import DONE, at_once
from tests.tournaments import events
from tests.tournaments.evening import Crash, dying_after
from tests.tournaments.events import START
from tests.tournaments.play.test_deals import accept, final_table, proposed, users
from tournaments import director
from tournaments.models import DealProposal, Tournament
from tournaments.play import books, deals

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("DEAL-MAKE")]


def yes(deal: DealProposal, user_id: UserId) -> partial[DealProposal]:
    return partial(deals.answer, deal_id=deal.pk, user_id=user_id, yes=True, now=START)


def check_paid_once(event: Tournament, deal: DealProposal) -> None:
    deal.refresh_from_db()
    assert deal.status == DealProposal.Status.DONE
    paid = Transfer.objects.filter(reason=Transfer.Reason.PRIZE)
    assert sorted(paid.values_list("amount", flat=True)) == [2886, 3275, 3839]
    director.step(tournament_id=event.pk, now=START)
    event.refresh_from_db()
    assert event.status == Tournament.Status.FINISHED
    assert (events.pool(event), events.all_money()) == (0, 0)
    assert books.reconcile().drifts == []


@pytest.mark.slow
def test_two_last_answers_at_once_are_one_deal_paid_once() -> None:
    event = final_table()
    deal = proposed(event)
    _, second, third, _ = users(event)
    assert at_once([yes(deal, second), yes(deal, third)] * 3) == [DONE] * 6
    check_paid_once(event, deal)


@pytest.mark.slow
def test_a_last_yes_and_a_no_at_once_pay_a_deal_or_none() -> None:
    event = final_table()
    deal = proposed(event)
    _, second, third, _ = users(event)
    accept(deal, second)
    no = partial(deals.answer, deal_id=deal.pk, user_id=third, yes=False, now=START)
    at_once([yes(deal, third), no])
    deal.refresh_from_db()
    paid = Transfer.objects.filter(reason=Transfer.Reason.PRIZE).count()
    # A deal that is done stays done, whatever is said afterwards.
    expected = {DealProposal.Status.DONE: 3, DealProposal.Status.REFUSED: 0}
    assert paid == expected[DealProposal.Status(deal.status)]
    assert books.reconcile().drifts == []


@pytest.mark.slow
def test_a_crash_during_the_last_answer_pays_nothing_and_the_next_one_pays_once() -> None:
    event = final_table()
    deal = proposed(event)
    _, second, third, _ = users(event)
    accept(deal, second)
    last = yes(deal, third)
    dice = random.Random(1)
    for statements in sorted(dice.sample(range(30), 6)):
        try:
            with dying_after(statements):
                last()
        except Crash:
            deal.refresh_from_db()
            assert deal.status == DealProposal.Status.OPEN
            assert not Transfer.objects.filter(reason=Transfer.Reason.PRIZE).exists()
    last()
    check_paid_once(event, deal)
