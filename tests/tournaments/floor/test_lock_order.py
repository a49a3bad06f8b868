"""Money moves of different events that share players wait for each other, and never crosswise."""

import threading
from datetime import timedelta

import pytest
from django.db import transaction

from payouts.bookkeeping import accounts, ledger
from tests.harness.room import wait_for
from tests.payouts.crowd import DONE, at_once, somebody_waits
from tests.tournaments import events
from tests.tournaments.play import test_deals
from tournaments import director
from tournaments.entry import registration
from tournaments.models import DealProposal, Tournament
from tournaments.money import entry_money
from tournaments.play import awards

pytestmark = pytest.mark.django_db(transaction=True)


def test_calling_an_event_off_does_not_deadlock_with_a_player_who_enters_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    people = events.players(2, cents=5000)
    off = events.scheduled(name="Called off", min_entries=5, max_entries=10)
    other = events.scheduled(
        name="Other", max_entries=10, starts_at=events.START + timedelta(hours=1)
    )
    for person in people:
        registration.register(tournament_id=off.pk, user_id=person.pk, now=events.START)
    half_refunded = threading.Event()
    refund = entry_money.refund

    def refund_slowly(*args: object, **options: object) -> None:
        refund(*args, **options)  # type: ignore[arg-type]
        if not half_refunded.is_set():
            half_refunded.set()
            wait_for("the other player to be at the same accounts", somebody_waits)

    def enter() -> None:
        half_refunded.wait(10)
        registration.register(tournament_id=other.pk, user_id=people[1].pk, now=events.START)

    monkeypatch.setattr(entry_money, "refund", refund_slowly)
    results = at_once([lambda: director.step(tournament_id=off.pk, now=events.START), enter])
    assert results == [DONE, DONE]
    assert Tournament.objects.get(pk=off.pk).status == Tournament.Status.CANCELLED
    assert other.entries.count() == 1


@pytest.mark.slow
@pytest.mark.rule("DEAL-MAKE")
def test_a_deal_does_not_deadlock_with_another_event_that_pays_the_same_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = test_deals.final_table(guarantee=200_00)
    deal = test_deals.proposed(event)
    first, second, third = [row["user"] for row in deal.shares]
    test_deals.accept(deal, second)
    guarantee_taken = threading.Event()
    cover = awards.complete_pool

    def cover_slowly(*args: object, **options: object) -> None:
        cover(*args, **options)  # type: ignore[arg-type]
        guarantee_taken.set()
        wait_for("the other event to be at the same accounts", somebody_waits)

    def pay_elsewhere() -> None:
        guarantee_taken.wait(10)
        with transaction.atomic():
            # As any event does that pays a player and covers its guarantee.
            ledger.hold([accounts.player(first), accounts.GUARANTEES])

    monkeypatch.setattr(awards, "complete_pool", cover_slowly)
    results = at_once([lambda: test_deals.accept(deal, third), pay_elsewhere])
    assert results == [DONE, DONE]
    assert deal.status == DealProposal.Status.DONE
    assert events.pool(event) == 0
