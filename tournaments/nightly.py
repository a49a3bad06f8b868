"""Nightly checks of events: chips against payments, and recent money against results.

Each event is read in a short transaction of its own, its tables by pages. Only events that are not
over or whose money moved lately are checked, so the cost of a night follows the day's activity.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Sum

from core import sql
from payouts.bookkeeping.books import REAL
from payouts.events import EventRef
from payouts.reports import reconciliation
from tables.live import record
from tables.models import Seat, Table
from tournaments.entry.purchases import coming
from tournaments.models import Entry, Tournament
from tournaments.models.events import KIND
from tournaments.money import transfer_causes
from tournaments.play.evidence import Case

# The last audit may have been late.
LOOKS_BACK = timedelta(days=2)
TABLES_A_PAGE = 500


def check(now: datetime) -> Iterator[str]:
    """Yield a line for each fault: chips without a payment, money that no result explains."""
    live = Tournament.objects.exclude(status__in=Tournament.OVER).order_by("pk")
    running = live.filter(status=Tournament.Status.RUNNING, venue=Tournament.Venue.ONLINE)
    for pk in list(running.values_list("pk", flat=True)):
        with sql.one_moment():
            yield from wrong_chips(Tournament.objects.get(pk=pk))
    since = now - LOOKS_BACK
    first = reconciliation.first_since(since)
    moved = {row for (row,) in sql.rows(_MOVED, [first, first])} if first is not None else set()
    lately = Tournament.objects.filter(play_money=True, finished_at__gte=since)
    checked = {*live.values_list("pk", flat=True), *lately.values_list("pk", flat=True), *moved}
    for pk in sorted(checked):
        with sql.one_moment():
            yield from wrong_money(pk)
    if first is not None:
        yield from reconciliation.uncaused(first, since=since)


def wrong_chips(event: Tournament) -> Iterator[str]:
    """Yield a line for each fault of an event's chips: the chips at its tables and those on the way
    are the chips that were paid for (CHIP-1)."""
    if event.status != Tournament.Status.RUNNING:
        return
    waiting = sum(coming(event).values())
    latecomers = event.entries.filter(status=Entry.Status.REGISTERED).select_related("tournament")
    waiting += sum(entry.price.chips for entry in latecomers)
    tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN).order_by("pk")
    seated = 0
    ids = list(tables.values_list("pk", flat=True))
    for page in (ids[at : at + TABLES_A_PAGE] for at in range(0, len(ids), TABLES_A_PAGE)):
        stacks = dict(
            Seat.objects.filter(table__in=page).values_list("table").annotate(chips=Sum("stack"))
        )
        seated += sum(stacks.values())
        for table in record.read_all(page):
            live, hand = table.live, table.live.playing
            held = sum(seat.stack for seat in live.seats.values())
            if held != stacks.get(table.id, 0):
                yield f"table {table.id}: {held} chips, its seats have {stacks.get(table.id, 0)}"
            if hand is not None:
                there, dealt = sum(hand.stacks.values()) + hand.pot, sum(hand.start_stacks.values())
                if there != dealt:
                    yield f"table {table.id}: {there} chips in the hand, {dealt} when it was dealt"
    if seated + waiting != event.chips_in_play:
        yield (
            f"{event.event}: {seated} chips at tables and {waiting} on the way, "
            f"{event.chips_in_play} paid for"
        )


def wrong_money(tournament_id: int) -> Iterator[str]:
    """Yield a line for each record or money flow of an event that differs from its entries and
    results (POOL-1)."""
    event = str(EventRef(KIND, tournament_id))
    entry_keys = transfer_causes.of_entries(tournament_id)
    tournament = Tournament.objects.select_related("draw").filter(pk=tournament_id).first()
    case = Case(tournament) if tournament else None
    _rows, drifts = reconciliation.compare(
        event,
        case.flows() if case else {},
        entry_keys=entry_keys,
        books=tournament.books if tournament else REAL,
    )
    for drift in [*(case.wrong_records() if case else ()), *drifts]:
        yield f"{drift.subject}: {drift.kind}: {drift.found} instead of {drift.expected} cents"


# Events with a transfer since then: by their pool, or by the entry that was paid.
_MOVED = """
    SELECT split_part(account.name, ':', 3)::bigint
    FROM payouts_transfer AS moved
    JOIN payouts_account AS account ON account.id IN (moved.debit_id, moved.credit_id)
    WHERE moved.id >= %s AND account.name ~ '^pool:tournament:[0-9]{1,18}$'
    UNION
    SELECT split_part(key, ':', 2)::bigint
    FROM payouts_transfer WHERE id >= %s AND key ~ '^entry:[0-9]{1,18}:'
"""
