"""Money that one member of staff moved lately without a second person (STAFF-2).

At the counter, by approving withdrawals, by promising bonuses and by giving tickets; all count
together. A package that gives out other value (tickets) registers a sum of it.
"""

from datetime import datetime, timedelta
from typing import Protocol

from django.db.models import QuerySet, Sum

from core.refusal import Refusal
from core.types import Cents, UserId
from payouts import room_settings
from payouts.models import Bonus, CounterOrder, Payment
from payouts.refusals import MoneyCode

# The window of one member of staff's limits: for one player, and for all.
ONE_DAY = timedelta(hours=24)


class Given(Protocol):
    """Cents that a member of staff has given since then, to one player or to all."""

    def __call__(self, *, by: UserId, since: datetime, user_id: UserId | None) -> Cents: ...


_given: list[Given] = []


def register(given: Given) -> None:
    """Count these cents, too (called from ``AppConfig.ready``)."""
    _given.append(given)


def too_much(*, by: UserId, user_id: UserId, amount: int, now: datetime) -> bool:
    """Return whether ``amount`` more cents for a player take a second person.

    The caller holds ``by``.
    """
    at_counter = CounterOrder.objects.filter(
        given_by=by,
        status=CounterOrder.Status.DONE,
        over_limit=False,
        decided_at__gt=now - ONE_DAY,
    )
    approved = Payment.objects.filter(first_by=by, over_limit=False, approved_at__gt=now - ONE_DAY)
    promised = Bonus.objects.filter(given_by=by, given_at__gt=now - ONE_DAY)
    every = (at_counter, approved, promised)
    since = now - ONE_DAY
    to_player = sum(given(by=by, since=since, user_id=user_id) for given in _given)
    to_all = sum(given(by=by, since=since, user_id=None) for given in _given)
    for_player = sum(_cents(rows.filter(user=user_id)) for rows in every) + to_player + amount
    in_all = sum(_cents(rows) for rows in every) + to_all + amount
    return (
        for_player > room_settings.FOUR_EYES.value() or in_all > room_settings.CASHIER_DAY.value()
    )


def check_gift(*, by: UserId, user_id: UserId, amount: int, now: datetime) -> None:
    """Refuse a gift of the house's money that takes a second person.

    The caller holds ``by``. Refuses TAKES_TWO (``limit`` cents).
    """
    if too_much(by=by, user_id=user_id, amount=amount, now=now):
        raise Refusal(MoneyCode.TAKES_TWO, limit=room_settings.FOUR_EYES.value())


def _cents(rows: "QuerySet[CounterOrder] | QuerySet[Payment] | QuerySet[Bonus]") -> int:
    cents: int = rows.aggregate(cents=Sum("amount", default=0))["cents"]
    return cents
