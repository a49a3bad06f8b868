"""Cash over the counter: staff pay it into a wallet and out of one; over the limit it takes two.

Lock order: the order, the player and the member of staff, the drawer, the accounts, the number of
the receipt.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Avg, CharField, Count, F, Func, QuerySet, Sum, Value

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.gateways import connected
from payouts.models import CounterOrder, Drawer
from payouts.refusals import MoneyCode
from payouts.wallets import cash_receipts, debts, drawers, one_person_sums, wallet
from players import identity, player_lock
from players.identity import Gate
from players.staff import second_person
from players.staff.second_person import Refused

Order = CounterOrder
Kind, Status, Purpose = CounterOrder.Kind, CounterOrder.Status, CounterOrder.Purpose
RIGHT = drawers.RIGHT
REFUSED = Refused(
    waits=MoneyCode.NO_ORDER_WAITS, own=MoneyCode.OWN_ORDER, about=MoneyCode.OWN_WALLET
)

# Not rejected.
STANDS = (Status.DONE, Status.WAITING)
# Separates the key of a repeated order from the number of rejections.
ANEW = "#"
_FIRST_KEY = Func(F("key"), Value(ANEW), Value(1), function="split_part", output_field=CharField())
# Recent payments give the average time to wait for one.
LATELY = timedelta(days=30)


def give(
    *,
    kind: str,
    user_id: UserId,
    amount: int,
    by: UserId,
    why: str,
    key: str,
    now: datetime,
    purpose: str = "",
) -> CounterOrder:
    """Book cash that a player hands over or is handed, once per player and key (STAFF-1).

    It goes to the drawer of the member of staff (STAFF-13), and has a receipt. Over the limit it
    waits for ``confirm``, but refuses at once what that would refuse now. Refuses MONEY_ELSEWHERE,
    NO_REASON, OWN_WALLET, KEY_REUSED, IDENTITY_NEEDED (KYC-1), and what ``drawers.book``,
    ``wallet.deposit`` or ``wallet.withdraw`` refuses.
    """
    reasons.check(why)
    if by == user_id:
        raise Refusal(MoneyCode.OWN_WALLET)
    if connected.wallet() is not None:
        raise Refusal(MoneyCode.MONEY_ELSEWHERE)
    with transaction.atomic():
        # Both, so that neither two orders for a player nor two of a cashier miss each other.
        for held in sorted({user_id, by}):
            player_lock.hold(held)
        if known := CounterOrder.objects.filter(user=user_id, key=key).first():
            if (known.kind, known.amount, known.given_by_id) != (kind, amount, by):
                raise Refusal(MoneyCode.KEY_REUSED, key=key)
            return known
        order = CounterOrder(
            kind=kind,
            purpose=purpose,
            user_id=user_id,
            amount=amount,
            why=why,
            key=key,
            given_by_id=by,
            given_at=now,
        )
        order.over_limit = one_person_sums.too_much(by=by, user_id=user_id, amount=amount, now=now)
        order.drawer = drawers.book(by=by, kind=kind, amount=amount)
        with transaction.atomic():
            done = _move(order, now=now)
            transaction.set_rollback(order.over_limit)
        if order.over_limit:
            order.save()
        else:
            _finish(order, by=by, now=now, **done)
    return order


def confirm(*, order_id: int, by: UserId, now: datetime) -> CounterOrder:
    """Carry out another member of staff's order, exactly (STAFF-2). Idempotent.

    A refused order waits on. Refuses NO_ORDER_WAITS, OWN_ORDER, OWN_WALLET, IDENTITY_NEEDED, and
    what ``rights.check_second_person``, ``drawers.book``, ``wallet.deposit`` or ``wallet.withdraw``
    refuses.
    """
    with transaction.atomic():
        order = second_person.lock(CounterOrder, order_id, refused=REFUSED)
        if order.status == Status.DONE:
            return order
        second_person.check(
            order, by=by, about=order.user_id, right=RIGHT, now=now, refused=REFUSED
        )
        for held in sorted({UserId(order.user_id), by}):
            player_lock.hold(held)
        order.drawer = _drawer_of(order, by)
        _finish(order, by=by, now=now, **_move(order, now=now))
    return order


def turn_down(*, order_id: int, by: UserId, why: str, now: datetime) -> CounterOrder:
    """Reject a waiting order; its own author withdraws it so. Idempotent.

    Refuses NO_REASON, NO_ORDER_WAITS.
    """
    return second_person.turn_down(
        CounterOrder, order_id, by=by, why=why, now=now, refused=REFUSED
    )[0]


def waiting() -> QuerySet[CounterOrder]:
    """Return the orders that wait for a second person, oldest first."""
    rows = CounterOrder.objects.filter(status=Status.WAITING)
    return rows.select_related("user", "given_by").order_by("given_at", "pk")


def paid_out(keys: Collection[str]) -> dict[str, CounterOrder]:
    """Return done and waiting orders to hand out cash under these keys, or ``anew``, by key."""
    rows = CounterOrder.objects.filter(kind=Kind.PAY_OUT).annotate(first_key=_FIRST_KEY)
    stands = rows.filter(first_key__in=keys, status__in=STANDS)
    orders = stands.select_related("given_by", "receipt")
    return {order.key.partition(ANEW)[0]: order for order in orders}


def done(*, user_id: UserId, key: str) -> CounterOrder | None:
    """Return the order for a player under a key, once its cash has moved."""
    rows = CounterOrder.objects.filter(user=user_id, key=key, status=Status.DONE)
    return rows.select_related("receipt").first()


def anew(key: str, *, user_id: UserId) -> str:
    """Return the key of a new order: ``key``, or after rejections a numbered one.

    The caller holds the player.
    """
    given = CounterOrder.objects.filter(user=user_id).annotate(first_key=_FIRST_KEY)
    against = given.filter(first_key=key).exclude(status__in=STANDS).count()
    return f"{key}{ANEW}{against}" if against else key


def since(begin: datetime) -> tuple[int, int]:
    """Return cents that went over the counter since a moment: in, and out."""
    done = CounterOrder.objects.filter(status=Status.DONE, decided_at__gte=begin)
    moved = dict(done.values_list("kind").annotate(cents=Sum("amount")))
    return moved.get(Kind.PAY_IN, 0), moved.get(Kind.PAY_OUT, 0)


def time_to_pay(*, now: datetime) -> tuple[int, timedelta | None]:
    """Return the number of withdrawals handed out lately, and their average time to wait (INFO-1).

    Up to the limit none, over it until the second person has decided.
    """
    paid = CounterOrder.objects.filter(
        kind=Kind.PAY_OUT, status=Status.DONE, decided_at__gt=now - LATELY
    )
    totals = paid.aggregate(count=Count("pk"), took=Avg(F("decided_at") - F("given_at")))
    return totals["count"], totals["took"]


def _drawer_of(order: CounterOrder, by: UserId) -> Drawer | None:
    """Return the drawer of a confirmed order: its author's if there is one, else ``by``'s."""
    given_by = UserId(order.given_by_id)
    whose = given_by if order.drawer_id or drawers.of(given_by) else by
    return drawers.book(by=whose, kind=order.kind, amount=order.amount)


def _finish(order: CounterOrder, *, by: UserId, now: datetime, **done: Any) -> None:
    order.decide(Status.DONE, by=by, now=now, **done)
    cash_receipts.issue(order, now=now)


def _move(order: CounterOrder, *, now: datetime) -> dict[str, Any]:
    """Move the money; returns the columns that record it. A refusal names the ``player``."""
    paid_in, user_id = order.kind == Kind.PAY_IN, UserId(order.user_id)
    verb = wallet.deposit if paid_in else wallet.withdraw
    player_lock.hold(user_id)
    debts.hold(user_id)
    try:
        if not paid_in:
            identity.check(user_id=user_id, gate=Gate.WITHDRAW, now=now)
        posting = verb(user_id=user_id, amount=order.amount, key=f"counter:{order.key}", now=now)
    except Refusal as refusal:
        refusal.context["player"] = order.user.get_username()
        raise
    # The posting has locked the account: no other money moves on it until we commit.
    after = ledger.balance(accounts.player(user_id))
    before = after - order.amount if paid_in else after + order.amount
    if paid_in:
        cause = posting.transfers[0].key
        debts.take_from(user_id=user_id, cents=order.amount, cause=cause, now=now)
    return {"transfer": posting.transfers[0], "before": before, "after": after}
