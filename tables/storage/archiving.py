"""Archiving a month: the events of its hands are packed together, and their partition is dropped.

For the owner of the tables (docs/operations.md). A portion is stored once it unpacks to the same
rows, and the partition is dropped only while the portions hold every row of it: an interrupted run
resumes where it was, and two concurrent runs have the effect of one.
"""

from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Count, QuerySet, Sum
from psycopg.sql import SQL, Identifier

from core import sql
from tables.models import Hand, HandArchive, HandEvent, LastHand, Table
from tables.storage import months, packed_events

# Together they take a fifth of their rows, and a page with hands of twenty portions is still quick.
HANDS: Final = 50

_COUNTS = """
    SELECT first_hand, last_hand, rows, (
        SELECT count(*) FROM tables_handevent WHERE hand_id BETWEEN first_hand AND last_hand
    ) FROM tables_handarchive WHERE first_hand BETWEEN %s AND %s"""
_COUNT = "SELECT count(*) FROM tables_handevent WHERE hand_id BETWEEN %s AND %s"


class NotArchived(Exception):
    """The reason why a month was not archived, as a sentence; no data is lost."""


class Archived(NamedTuple):
    """An archived month: the number of its portions, and of the rows in them."""

    portions: int
    rows: int


def due(*, now: datetime) -> list[int]:
    """The months that may be archived, the oldest first."""
    first_kept = months.before(months.of(now), months=months.KEPT)
    return [month for month in months.with_events() if month < first_kept]


def archive(month: int, *, now: datetime) -> Archived:
    """Archive a month that is over, and return its portions and rows; idempotent.

    NotArchived; OperationalError while others hold the table of events: the next try goes on.
    """
    if month >= months.of(now):
        raise NotArchived(f"Month {month} is not over.")
    if month in months.with_events():
        _refuse_while_played(month)
        while _pack_next(month):
            pass
        _let_go(month)
    elif not _portions(month).exists():
        raise NotArchived(f"Month {month} has no partition of its own.")
    return Archived(**_portions(month).aggregate(portions=Count("pk"), rows=Sum("rows", default=0)))


def _refuse_while_played(month: int) -> None:
    """Raise NotArchived for a hand in progress; at a closed table none is ever finished."""
    for last in LastHand.objects.filter(
        over=False, hand_id__range=_hands(month), table__status=Table.Status.OPEN
    ).select_related("table"):
        raise NotArchived(
            f"Month {month} still has hand {last.hand_id}, which is not over: {last.table} is open."
        )


def _pack_next(month: int) -> bool:
    """Pack the next portion; False when there is no other."""
    with transaction.atomic():
        _alone()
        begin, end = _hands(month)
        latest = _portions(month).order_by("-pk").values_list("last_hand", flat=True).first()
        ahead = Hand.objects.filter(pk__range=(begin if latest is None else latest + 1, end))
        hands = ahead.order_by("pk").values_list("pk", flat=True)[:HANDS]
        if not hands:
            return False
        first, last = hands[0], hands[len(hands) - 1]
        rows = packed_events.rows(first_hand=first, last_hand=last)
        HandArchive.objects.create(
            first_hand=first,
            last_hand=last,
            rows=len(rows),
            packed=packed_events.pack_portion(rows),
        )
        if _unpacked(first) != rows:
            raise NotArchived(f"The events of hands {first} to {last} do not come back the same.")
    return True


def _let_go(month: int) -> None:
    """Drop the partition of a month that is packed.

    While its rows are counted once more, writes to it wait, and current play goes on. A long lock
    on the whole table is not waited for, since all players would wait behind us.
    """
    with transaction.atomic():
        _alone()
        if month not in months.with_events():
            return
        partition = Identifier(f"tables_handevent_{month}")
        sql.run("SET LOCAL lock_timeout = '500ms'")
        sql.run(SQL("LOCK TABLE {} IN SHARE MODE").format(partition))
        later = _written_later(month)
        sql.run(SQL("DROP TABLE {}").format(partition))
        # The default partition takes them now.
        HandEvent.objects.bulk_create(later)


def _written_later(month: int) -> list[HandEvent]:
    """Return the rows that were written to packed hands meanwhile (SHOW-2); NotArchived when the
    portions do not hold exactly the others."""
    later: list[HandEvent] = []
    packed = 0
    for first, last, rows, there in sql.rows(_COUNTS, _hands(month)):
        packed += rows
        if rows != there:
            known = {(row.hand_id, row.seq) for row in _unpacked(first)}
            stored = HandEvent.objects.filter(hand__gte=first, hand__lte=last)
            later += [row for row in stored if (row.hand_id, row.seq) not in known]
    [(there,)] = sql.rows(_COUNT, _hands(month))
    if there != packed + len(later):
        raise NotArchived(
            f"Month {month} has {there} rows of events, and its portions hold {packed}."
        )
    return later


def _portions(month: int) -> QuerySet[HandArchive]:
    return HandArchive.objects.filter(first_hand__range=_hands(month))


def _unpacked(first_hand: int) -> list[packed_events.HandEventRow]:
    """Return a portion as the database has it."""
    return packed_events.unpack_portion(HandArchive.objects.get(pk=first_hand).packed)


def _hands(month: int) -> tuple[int, int]:
    """The numbers that hands of a month may have, both included."""
    return months.first_id(month), months.last_id(month)


def _alone() -> None:
    """Make concurrent archivers wait; readers do not."""
    sql.run("LOCK TABLE tables_handarchive IN SHARE ROW EXCLUSIVE MODE")
