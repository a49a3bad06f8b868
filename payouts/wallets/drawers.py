"""Drawers of the counter: opened with a float, counted at the end, and passed on (STAFF-13).

The ledger knows cash as the outside world. A drawer is a memo of it: its orders and its moves from
and to the safe name it, and its expected cash is their sum.

Lock order: the order, the people, the drawer, the accounts.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet, Sum

from core import reasons
from core.money import currency
from core.refusal import Refusal
from core.types import Cents, UserId
from payouts import room_settings
from payouts.models import CounterOrder, Drawer, DrawerMove
from payouts.refusals import MoneyCode
from payouts.wallets import one_person_sums
from players import player_lock
from players.models import User
from players.staff import second_person
from players.staff.second_person import Refused

Kind, Status = DrawerMove.Kind, DrawerMove.Status
RIGHT = "payouts.work_counter"
REFUSED = Refused(waits=MoneyCode.NO_ORDER_WAITS, own=MoneyCode.OWN_ORDER)
# The values of coins and notes, by currency, in cents, the largest first.
_PIECES: Final[Mapping[str, Sequence[int]]] = {
    "EUR": (500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1),
    "GBP": (50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1),
    "PLN": (500_00, 200_00, 100_00, 50_00, 20_00, 10_00, 5_00, 2_00, 1_00, 50, 20, 10, 5, 2, 1),
    "JPY": (10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10, 5, 1),
}
MOST_PIECES: Final = 100_000
# The key of the move that a drawer begins with.
FLOAT: Final = "float"


def pieces_of() -> Sequence[int]:
    """Return the coins and notes of the room's currency; for one that is not listed, 1, 2 and 5 of
    every power of ten up to a million of its smallest unit."""
    usual = [value * 10**power for power in range(5, -1, -1) for value in (5, 2, 1)]
    return _PIECES.get(currency(), usual)


def open_drawer(*, name: str, amount: int, by: UserId, key: str, now: datetime) -> Drawer:
    """Open a drawer with a float from the safe, once per person and key.

    A float above the limit waits for a second person. Refuses NO_REASON without a name,
    AMOUNT_NOT_POSITIVE, DRAWER_OPEN, DRAWER_TAKEN.
    """
    reasons.check(name)
    if amount < 0:
        raise Refusal(MoneyCode.AMOUNT_NOT_POSITIVE)
    with transaction.atomic():
        player_lock.hold(by)
        if known := Drawer.objects.filter(holder=by, key=key).first():
            return known
        row = _create(name=name.strip(), holder_id=by, key=key, opened_at=now)
        if amount:
            _order(row, Kind.FROM_SAFE, amount, by=by, why=row.name, key=FLOAT, now=now)
    return row


def move(
    *, drawer_id: int, kind: str, amount: int, by: UserId, why: str, key: str, now: datetime
) -> DrawerMove:
    """Take cash from the safe, or bring it there, once per drawer and key.

    Above the limit it waits for ``confirm_move``. Refuses NO_REASON, AMOUNT_NOT_POSITIVE,
    KEY_REUSED, NO_DRAWER (also another person's), DRAWER_OFFERED, DRAWER_HOLDS_LESS.
    """
    reasons.check(why)
    if amount <= 0:
        raise Refusal(MoneyCode.AMOUNT_NOT_POSITIVE)
    with transaction.atomic():
        player_lock.hold(by)
        row = _held_by(by, drawer_id)
        if known := DrawerMove.objects.filter(drawer=row, key=key).first():
            if (known.kind, known.amount) != (kind, amount):
                raise Refusal(MoneyCode.KEY_REUSED, key=key)
            return known
        _check_free(row)
        if kind == Kind.TO_SAFE:
            _check_holds(row, amount)
        return _order(row, kind, amount, by=by, why=why, key=key, now=now)


def confirm_move(*, move_id: int, by: UserId, now: datetime) -> DrawerMove:
    """Confirm a move above the limit as the second person. Idempotent.

    Refuses NO_ORDER_WAITS, OWN_ORDER, NO_DRAWER once it is closed, DRAWER_HOLDS_LESS, and what
    ``rights.check_second_person`` refuses.
    """
    with transaction.atomic():
        order = second_person.lock(DrawerMove, move_id, refused=REFUSED)
        if order.status == Status.DONE:
            return order
        second_person.check(order, by=by, about=None, right=RIGHT, now=now, refused=REFUSED)
        row = _lock(order.drawer_id)
        if order.kind == Kind.TO_SAFE:
            _check_holds(row, order.amount)
        order.decide(Status.DONE, by=by, now=now)
    return order


def turn_down_move(*, move_id: int, by: UserId, why: str, now: datetime) -> DrawerMove:
    """Reject a waiting move; its own author withdraws it so. Idempotent.

    Refuses NO_REASON, NO_ORDER_WAITS.
    """
    return second_person.turn_down(DrawerMove, move_id, by=by, why=why, now=now, refused=REFUSED)[0]


def offer(
    *,
    drawer_id: int,
    to: UserId,
    pieces: Mapping[int, int],
    by: UserId,
    why: str,
    now: datetime,
) -> Drawer:
    """Offer a counted drawer to a colleague, who confirms the count by ``take_over``.

    No cash is booked to it meanwhile. Refuses what ``close`` refuses, OWN_DRAWER, DRAWER_OPEN for a
    colleague who holds one, and NO_CASHIER (``name``) for one without the right.
    """
    if to == by:
        raise Refusal(MoneyCode.OWN_DRAWER)
    colleague = User.objects.get(pk=to)
    if not (colleague.is_staff and colleague.has_perm(RIGHT)):
        raise Refusal(MoneyCode.NO_CASHIER, name=colleague.get_username())
    with transaction.atomic():
        for staff_id in sorted({by, to}):
            player_lock.hold(staff_id)
        row = _held_by(by, drawer_id)
        _check_free(row)
        if of(to) is not None:
            raise Refusal(MoneyCode.DRAWER_OPEN)
        _count(row, pieces, why=why)
        row.offered_to_id = to
        row.save()
    return row


def take_back(*, drawer_id: int, by: UserId, now: datetime) -> Drawer:
    """Withdraw the offer of a drawer; the colleague it was offered to may decline so. Idempotent.

    Refuses NO_DRAWER.
    """
    with transaction.atomic():
        row = _lock(drawer_id)
        if by not in (row.holder_id, row.offered_to_id):
            raise Refusal(MoneyCode.NO_DRAWER)
        if row.offered_to_id is not None:
            row.offered_to_id = row.pieces = row.counted = row.expected = None
            row.why = ""
            row.save()
    return row


def take_over(*, drawer_id: int, by: UserId, now: datetime) -> Drawer:
    """Confirm the count of an offered drawer, and open a new one with it; returns the new one.

    Idempotent. Refuses NO_DRAWER where it was not offered to this person, DRAWER_OPEN.
    """
    with transaction.atomic():
        player_lock.hold(by)
        if known := Drawer.objects.filter(came_from=drawer_id, holder=by).first():
            return known
        row = _lock(drawer_id)
        if row.offered_to_id != by:
            raise Refusal(MoneyCode.NO_DRAWER)
        row.closed_by_id, row.closed_at = by, now
        row.save()
        return _create(
            name=row.name, holder_id=by, key=f"from:{row.pk}", opened_at=now, came_from=row
        )


def close(
    *, drawer_id: int, pieces: Mapping[int, int], by: UserId, why: str, now: datetime
) -> Drawer:
    """Count a drawer, bring its cash to the safe, and close it. Idempotent.

    A colleague may close it for an absent holder, always with a reason. Refuses NO_DRAWER,
    DRAWER_OFFERED, DRAWER_ORDERS_WAIT, PIECES_UNREADABLE, and DRAWER_DIFFERS (``difference``) where
    a reason is due and none is given.
    """
    with transaction.atomic():
        player_lock.hold(by)
        row = Drawer.objects.select_for_update().filter(pk=drawer_id).first()
        if row is None:
            raise Refusal(MoneyCode.NO_DRAWER)
        if row.closed_at is not None:
            return row
        _check_free(row)
        if by != row.holder_id:
            reasons.check(why)
        _count(row, pieces, why=why)
        row.closed_by_id, row.closed_at = by, now
        row.save()
    return row


def book(*, by: UserId, kind: str, amount: int) -> Drawer | None:
    """Return the drawer for cash of this member of staff, locked; None in a room without drawers.

    The caller holds ``by``. Refuses DRAWER_NEEDED, DRAWER_OFFERED, DRAWER_HOLDS_LESS.
    """
    row = Drawer.objects.select_for_update().filter(holder=by, closed_at=None).first()
    if row is None:
        if room_settings.DRAWERS.value():
            raise Refusal(MoneyCode.DRAWER_NEEDED)
        return None
    _check_free(row)
    if kind == CounterOrder.Kind.PAY_OUT:
        _check_holds(row, amount)
    return row


def of(user_id: UserId) -> Drawer | None:
    """Return the drawer that a member of staff holds."""
    return Drawer.objects.filter(holder=user_id, closed_at=None).first()


def holds(row: Drawer) -> Cents:
    """Return the expected cash of a drawer: its float, and all that was booked to it."""
    began = 0 if row.came_from is None else row.came_from.counted or 0
    moved = _signed(row.moves.filter(status=Status.DONE))
    paid = _signed(CounterOrder.objects.filter(drawer=row, status=Status.DONE))
    return Cents(began + moved + paid)


def waiting() -> QuerySet[DrawerMove]:
    """Return the moves that a second person has to decide, oldest first."""
    rows = DrawerMove.objects.filter(status=Status.WAITING)
    return rows.select_related("drawer", "given_by").order_by("given_at", "pk")


def offered_to(user_id: UserId) -> Drawer | None:
    """Return the drawer that waits for this person to take it over."""
    return Drawer.objects.filter(offered_to=user_id, closed_at=None).first()


def _signed(rows: "QuerySet[DrawerMove] | QuerySet[CounterOrder]") -> int:
    """Return cents in less cents out."""
    sums = rows.aggregate(
        into=Sum("amount", filter=Q(kind="in"), default=0),
        out=Sum("amount", filter=Q(kind="out"), default=0),
    )
    return int(sums["into"]) - int(sums["out"])


def _create(**columns: object) -> Drawer:
    """Create an open drawer. Refuses DRAWER_OPEN, DRAWER_TAKEN."""
    try:
        with transaction.atomic():
            return Drawer.objects.create(**columns)
    except IntegrityError as error:
        code = (
            MoneyCode.DRAWER_TAKEN
            if "drawer_one_open_a_name" in str(error)
            else MoneyCode.DRAWER_OPEN
        )
        raise Refusal(code) from None


def _order(
    row: Drawer, kind: str, amount: int, *, by: UserId, why: str, key: str, now: datetime
) -> DrawerMove:
    order = DrawerMove(
        drawer=row, kind=kind, amount=amount, why=why, key=key, given_by_id=by, given_at=now
    )
    order.over_limit = _too_much(by, amount, now=now)
    if order.over_limit:
        order.save()
    else:
        order.decide(Status.DONE, by=by, now=now)
    return order


def _too_much(by: UserId, amount: int, *, now: datetime) -> bool:
    """Return whether ``amount`` takes a second person, alone or with recent single-person moves."""
    mine = DrawerMove.objects.filter(
        given_by=by,
        status=Status.DONE,
        over_limit=False,
        decided_at__gt=now - one_person_sums.ONE_DAY,
    )
    lately = mine.aggregate(cents=Sum("amount", default=0))["cents"]
    return (
        amount > room_settings.FOUR_EYES.value()
        or lately + amount > room_settings.CASHIER_DAY.value()
    )


def _lock(drawer_id: int) -> Drawer:
    row = Drawer.objects.select_for_update().filter(pk=drawer_id, closed_at=None).first()
    if row is None:
        raise Refusal(MoneyCode.NO_DRAWER)
    return row


def _held_by(by: UserId, drawer_id: int) -> Drawer:
    row = _lock(drawer_id)
    if row.holder_id != by:
        raise Refusal(MoneyCode.NO_DRAWER)
    return row


def _check_free(row: Drawer) -> None:
    if row.offered_to_id is not None:
        raise Refusal(MoneyCode.DRAWER_OFFERED)


def _check_holds(row: Drawer, amount: int) -> None:
    if (cents := holds(row)) < amount:
        raise Refusal(MoneyCode.DRAWER_HOLDS_LESS, holds=cents)


def _count(row: Drawer, pieces: Mapping[int, int], *, why: str) -> None:
    """Record the count; refuses DRAWER_ORDERS_WAIT, PIECES_UNREADABLE, DRAWER_DIFFERS."""
    waits = (row.moves.all(), CounterOrder.objects.filter(drawer=row))
    if any(rows.filter(status=Status.WAITING).exists() for rows in waits):
        raise Refusal(MoneyCode.DRAWER_ORDERS_WAIT)
    if not all(
        piece in pieces_of() and 0 <= number <= MOST_PIECES for piece, number in pieces.items()
    ):
        raise Refusal(MoneyCode.PIECES_UNREADABLE)
    row.pieces = {str(piece): number for piece, number in pieces.items() if number}
    row.counted = sum(piece * number for piece, number in pieces.items())
    row.expected = holds(row)
    row.why = why.strip()
    difference = row.counted - row.expected
    if abs(difference) > room_settings.DRAWER_DIFFERENCE.value() and not row.why:
        raise Refusal(MoneyCode.DRAWER_DIFFERS, difference=difference)
