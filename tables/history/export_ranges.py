"""Ranges of a player's finished hands: a month, an event, or a stay, named by a text."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Final, NamedTuple

from django.db.models import Max, Min, Q, QuerySet
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from core.formats import written
from core.refusal import Refusal
from core.types import UserId
from payouts import events
from tables.models import CashStay, Hand, HandPlayer, PoolEntry, shown_by
from tables.refusals import TableCode
from tables.storage import months
from tables.templatetags.table_names import table_name

MONTH, EVENT, STAY = "month", "event", "stay"
# Between the kind of a range and its name; that of an event has one of its own.
COLON: Final = ":"
# Hands among which a player's latest events are looked for, and events and stays that are offered.
RECENT_HANDS: Final = 5000
OFFERED: Final = 20


class HandRange(NamedTuple):
    """Some of a player's hands; ``text`` names them in addresses, ``title`` for people."""

    text: str
    title: str


class RangeGroup(NamedTuple):
    title: str
    ranges: list[HandRange]


def _own(user_id: UserId, now: datetime) -> QuerySet[HandPlayer]:
    return HandPlayer.objects.filter(shown_by(now, hand="hand__"), user=user_id)


def offered(user_id: UserId, *, besides: str = "", now: datetime) -> list[RangeGroup]:
    """Return the ranges that a player can choose from: months, and the latest events and stays;
    and an older stay ``besides``, by the number of its receipt."""
    stays = [*_stays(user_id)]
    kind, _colon, receipt = besides.partition(COLON)
    if kind == STAY and besides not in {stay.text for stay in stays}:
        stays.append(HandRange(besides, receipt))
    groups = [
        RangeGroup(_("Months"), [*_months(user_id, now)]),
        RangeGroup(_("Events and games"), _events(user_id, now)),
        RangeGroup(_("Sessions"), stays),
    ]
    return [group for group in groups if group.ranges]


def hands_in(text: str, *, user_id: UserId, now: datetime) -> Q:
    """Return the condition on the hands of a range; NO_SUCH_HANDS where the player has none."""
    kind, _colon, name = text.partition(COLON)
    which: Q | None = None
    if kind == MONTH and name.isascii() and name.isdigit() and len(name) == 4:
        month = int(name)
        which = Q(pk__gte=months.first_id(month), pk__lte=months.last_id(month))
    elif kind == EVENT:
        which = Q(event=name)
    elif kind == STAY:
        which = _of_stay(name, user_id)
    if which is None or not _hands(which, user_id, now).exists():
        raise Refusal(TableCode.NO_SUCH_HANDS)
    return which


def count(which: Q, *, user_id: UserId, now: datetime) -> int:
    return _hands(which, user_id, now).count()


def _hands(which: Q, user_id: UserId, now: datetime) -> QuerySet[Hand]:
    return Hand.objects.filter(which, shown_by(now), players__user=user_id)


def _of_stay(receipt: str, user_id: UserId) -> Q | None:
    letter, digits = receipt[:1], receipt[1:]
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 18):
        return None
    stay: CashStay | PoolEntry | None = None
    if letter == CashStay.LETTER:
        stay = CashStay.objects.filter(user=user_id, pk=int(digits)).first()
    elif letter == PoolEntry.LETTER:
        stay = PoolEntry.objects.filter(user=user_id, pk=int(digits)).first()
    return None if stay is None else _during(stay)


def _during(stay: CashStay | PoolEntry) -> Q:
    where = Q(table=stay.table_id) if isinstance(stay, CashStay) else Q(event=stay.pool.event)
    return where & Q(started_at__gte=stay.opened_at, started_at__lte=stay.closed_at or Now())


def _months(user_id: UserId, now: datetime) -> Iterator[HandRange]:
    """Yield the months from a player's latest hand back to their first."""
    ends = _own(user_id, now).aggregate(first=Min("hand_id"), last=Max("hand_id"))
    if ends["last"] is None:
        return
    first, month = (ends[end] // months.COUNT for end in ("first", "last"))
    while month >= first:
        day = date(2000 + month // 100, month % 100, 1)
        yield HandRange(f"{MONTH}:{month}", written(day, "F Y"))
        month = months.before(month, months=1)


def _events(user_id: UserId, now: datetime) -> list[HandRange]:
    latest = _own(user_id, now).order_by("-hand_id").values_list("hand__event", flat=True)
    names = list(dict.fromkeys(latest[:RECENT_HANDS]))[:OFFERED]
    known = events.find(names)
    return [HandRange(f"{EVENT}:{name}", known[name].name) for name in names if name in known]


def _stays(user_id: UserId) -> Iterator[HandRange]:
    cash = CashStay.objects.filter(user=user_id).select_related("table").order_by("-opened_at")
    pools = PoolEntry.objects.filter(user=user_id).select_related("pool").order_by("-opened_at")
    rows: list[tuple[CashStay | PoolEntry, str]] = [
        *((stay, stay.table.name) for stay in cash[:OFFERED]),
        *((stay, stay.pool.name) for stay in pools[:OFFERED]),
    ]
    rows.sort(key=lambda row: row[0].opened_at, reverse=True)
    for stay, place in rows[:OFFERED]:
        when = written(timezone.localtime(stay.opened_at), "j M Y, H:i")
        yield HandRange(f"{STAY}:{stay.receipt}", f"{table_name(place)}, {when}")
