"""Changes of the room's settings; those about money take two people (HOUSE-1).

Every row stays: undoing a change is another change. Lock order: the setting, then nothing.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from core import reasons, sql
from core.refusal import Refusal
from core.settings import registry, room_currency, room_time
from core.settings.registry import Setting
from core.types import UserId
from payouts.bookkeeping import ledger
from payouts.reports import closing
from players.staff import second_person
from players.staff.second_person import Refused
from poker_site.models import SettingChange, SettingOrder
from poker_site.refusals import RoomCode

RIGHT = "poker_site.set_house"
REFUSED = Refused(waits=RoomCode.NO_CHANGE_WAITS, own=RoomCode.OWN_CHANGE)
Status = SettingOrder.Status


def current() -> Mapping[str, object]:
    """Return the stored value of every setting that has one, by key; one statement."""
    rows = SettingChange.objects.order_by("key", "-pk").distinct("key")
    return {key: new for key, new in rows.values_list("key", "new") if new is not None}


def change(
    *, key: str, new: object, by: UserId, why: str, now: datetime
) -> SettingChange | SettingOrder | None:
    """Set a setting (``new`` as JSON; None: its default). Return None if it is so already.

    One about money waits for ``confirm``. Refuses NO_REASON, NO_SUCH_SETTING, SETTING_WAITS,
    CURRENCY_BOOKED, TIME_ZONE_SIGNED and what the setting refuses.
    """
    reasons.check(why)
    setting = _setting(key)
    stored = None if new is None else setting.kind.keep(setting.read(new))
    with transaction.atomic():
        old = _hold(key)
        if setting.money and SettingOrder.objects.filter(key=key, status=Status.WAITING).exists():
            raise Refusal(RoomCode.SETTING_WAITS)
        if stored == old:
            return None
        if key == room_currency.CURRENCY.key and ledger.has_begun():
            raise Refusal(RoomCode.CURRENCY_BOOKED)
        # Signed days would begin at other hours.
        if key == room_time.TIME_ZONE.key and closing.has_begun():
            raise Refusal(RoomCode.TIME_ZONE_SIGNED)
        if setting.money:
            return SettingOrder.objects.create(
                key=key, new=stored, why=why, given_by_id=by, given_at=now
            )
        return _write(key, old=old, new=stored, by=by, why=why, now=now)


def undo(
    *, change_id: int, by: UserId, why: str, now: datetime
) -> SettingChange | SettingOrder | None:
    """Set a setting to its value before a change, as ``change`` does; refuses the same.

    Refuses NO_SUCH_SETTING where there is no such change.
    """
    row = SettingChange.objects.filter(pk=change_id).first()
    if row is None:
        raise Refusal(RoomCode.NO_SUCH_SETTING)
    return change(key=row.key, new=row.old, by=by, why=why, now=now)


def confirm(*, order_id: int, by: UserId, now: datetime) -> SettingOrder:
    """Carry out another member of staff's order. Idempotent.

    Refuses NO_CHANGE_WAITS, OWN_CHANGE, what ``rights.check_second_person`` refuses, and what the
    setting refuses by now.
    """
    with transaction.atomic():
        order = second_person.lock(SettingOrder, order_id, refused=REFUSED)
        if order.status == Status.DONE:
            return order
        second_person.check(order, by=by, about=None, right=RIGHT, now=now, refused=REFUSED)
        if order.new is not None:
            _setting(order.key).read(order.new)
        old = _hold(order.key)
        order.decide(Status.DONE, by=by, now=now)
        _write(
            order.key,
            old=old,
            new=order.new,
            by=UserId(order.given_by_id),
            why=order.why,
            now=now,
            order=order,
        )
    return order


def turn_down(*, order_id: int, by: UserId, why: str, now: datetime) -> SettingOrder:
    """Reject a waiting change; its own author withdraws it so. Idempotent.

    Refuses NO_REASON, NO_CHANGE_WAITS.
    """
    return second_person.turn_down(
        SettingOrder, order_id, by=by, why=why, now=now, refused=REFUSED
    )[0]


def waiting() -> QuerySet[SettingOrder]:
    """Return the changes that wait for a second person, oldest first."""
    rows = SettingOrder.objects.filter(status=Status.WAITING)
    return rows.select_related("given_by").order_by("given_at", "pk")


def _setting(key: str) -> Setting[Any]:
    setting = registry.declared().get(key)
    if setting is None:
        raise Refusal(RoomCode.NO_SUCH_SETTING)
    return setting


def _hold(key: str) -> object:
    """Lock a setting until this transaction ends; return its stored value."""
    sql.run("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"house:{key}"])
    rows = SettingChange.objects.filter(key=key).order_by("-pk")
    return rows.values_list("new", flat=True).first()


def _write(
    key: str,
    *,
    old: object,
    new: object,
    by: UserId,
    why: str,
    now: datetime,
    order: SettingOrder | None = None,
) -> SettingChange:
    row = SettingChange.objects.create(
        key=key, old=old, new=new, by_id=by, why=why, at=now, order=order
    )
    registry.changing()
    return row
