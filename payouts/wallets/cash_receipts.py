"""Receipts of cash: issued with the money, printed once as the original, and then as copies.

The number's lock is the last of all, so that no holder of other locks waits for it.
"""

from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core import sql
from core.refusal import Refusal
from payouts import receipts
from payouts.models import CashReceipt, CounterOrder
from payouts.receipts import Receipt
from payouts.refusals import MoneyCode

LETTER: Final = "R"
# A number on paper has its year before it: R2026000012.
A_YEAR: Final = 1_000_000


class Printed(NamedTuple):
    """A receipt as it is printed; ``copy``: it was printed before."""

    receipt: CashReceipt
    copy: bool


def issue(order: CounterOrder, *, now: datetime) -> CashReceipt:
    """Issue the receipt of an order that has just moved its cash; the caller's transaction."""
    year = timezone.localtime(now).year
    [(number,)] = sql.rows(_NEXT, [year])
    return CashReceipt.objects.create(order=order, year=year, number=number, issued_at=now)


def take_print(order_id: int) -> Printed:
    """Count a print of an order's receipt, and return it. Refuses NO_SUCH_RECEIPT."""
    with transaction.atomic():
        row = CashReceipt.objects.select_for_update().filter(pk=order_id).first()
        if row is None:
            raise Refusal(MoneyCode.NO_SUCH_RECEIPT)
        CashReceipt.objects.filter(pk=order_id).update(prints=F("prints") + 1)
    return Printed(row, row.prints > 0)


def number(receipt: CashReceipt) -> str:
    """Return the number on paper: ``R2026000012``."""
    return receipts.number(LETTER, receipt.year * A_YEAR + receipt.number)


def find(digits: int) -> Receipt | None:
    """Return the room's record of a receipt by the digits of its number (INFO-3)."""
    year, number_ = divmod(digits, A_YEAR)
    rows = CashReceipt.objects.filter(year=year, number=number_) if year < 10_000 else None
    receipt = rows.select_related("order__user").first() if rows is not None else None
    if receipt is None:
        return None
    order = receipt.order
    paid_in = order.kind == CounterOrder.Kind.PAY_IN
    return Receipt(
        number=number(receipt),
        name=str(order.what),
        player=order.user.get_username(),
        at=receipt.issued_at,
        paid=order.amount if paid_in else 0,
        back=0 if paid_in else order.amount,
    )


# One statement locks the year's row, increments it and returns the number.
_NEXT = """
    INSERT INTO payouts_receiptyear (year, last) VALUES (%s, 1)
    ON CONFLICT (year) DO UPDATE SET last = payouts_receiptyear.last + 1
    RETURNING last
"""
