"""Reconciliation reads rebuys and add-ons: silent on sound ones, planted errors named."""

from collections.abc import Callable

import pytest

from payouts.bookkeeping import accounts
from payouts.models import Transfer
from payouts.reports.reconciliation import FaultKind
from tests.tournaments import events, stages
from tests.tournaments.events import START
from tests.tournaments.sales import ADD_ON, CHIPS, PRICE, REBUYS
from tests.tournaments.test_reconcile import remove
from tournaments.entry import purchases
from tournaments.models import Purchase, Tournament
from tournaments.play.books import reconcile

pytestmark = [pytest.mark.django_db, pytest.mark.rule("POOL-3")]


@pytest.fixture
def bought() -> Purchase:
    event = stages.started(entries=3, **REBUYS, **ADD_ON)
    entry = event.entries.order_by("pk")[0]
    events.fund(entry.user, cents=50_00)
    return purchases.rebuy(tournament_id=event.pk, user_id=entry.user_id, key="one", now=START)


def transfer(purchase: Purchase, reason: Transfer.Reason) -> Transfer:
    return Transfer.objects.get(key__endswith=f":purchase:{purchase.pk}", reason=reason)


def price_never_moved(purchase: Purchase) -> str:
    remove(transfer(purchase, Transfer.Reason.REBUY))
    return f"rebuy from {accounts.player(purchase.entry.user_id)}"


def fee_never_moved(purchase: Purchase) -> str:
    remove(transfer(purchase, Transfer.Reason.FEE))
    return f"fee from {accounts.player(purchase.entry.user_id)}"


def chips_for_nothing(purchase: Purchase) -> str:
    free = {"chips": CHIPS, "pool": PRICE, "fee": 0, "bought_at": START}
    Purchase.objects.create(entry=purchase.entry, kind="add_on", count=1, key="two", **free)
    return f"add_on from {accounts.player(purchase.entry.user_id)}"


def miscounted(purchase: Purchase) -> str:
    event = Tournament.objects.get(pk=purchase.entry.tournament_id)
    event.purchased += 1
    event.save(update_fields=["purchased"])
    return f"{event.event}: purchases"


@pytest.mark.slow
@pytest.mark.usefixtures("owner")
@pytest.mark.parametrize(
    ("plant", "kind"),
    [
        (price_never_moved, FaultKind.MISSING),
        (fee_never_moved, FaultKind.TOO_LITTLE),
        (chips_for_nothing, FaultKind.MISSING),
        (miscounted, FaultKind.RECORD),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_a_planted_error_of_a_purchase_is_found_and_named(
    plant: Callable[[Purchase], str], kind: FaultKind, bought: Purchase
) -> None:
    assert reconcile().drifts == []
    subject = plant(bought)
    drifts = reconcile().drifts
    assert [drift for drift in drifts if drift.kind == kind and subject in drift.subject], drifts
