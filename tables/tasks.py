"""Scheduled jobs of tables: no request starts them, so they find their work in the database."""

from datetime import datetime
from functools import partial

from celery import shared_task
from celery.signals import worker_ready

from core import metrics, room_clock, sql
from core.due_checks import ExistsQuery
from core.jobs import attempt
from tables.cash import croupier, quick_seat, waiting
from tables.live import auto_deal, dealer, heartbeat
from tables.own_hands import counting
from tables.pools import next_hand
from tables.seated import away_calls, played_time
from tables.storage import months

# A claim moves the deadline on, so that a table whose time-out fails, or whose worker dies, is
# retried this much later and delays no other table meanwhile.
CLAIM = """
    WITH due AS (
        SELECT table_id, due_at FROM tables_deadline WHERE due_at <= now()
        ORDER BY due_at LIMIT 500 FOR UPDATE SKIP LOCKED
    )
    UPDATE tables_deadline AS deadline SET due_at = now() + interval '2 seconds'
    FROM due JOIN tables_table ON tables_table.id = due.table_id
    WHERE deadline.table_id = due.table_id
    RETURNING deadline.table_id, event, extract(epoch FROM now() - due.due_at)"""

# True if ``sweep_deadlines`` would find something.
DUE = ExistsQuery("EXISTS (SELECT FROM tables_deadline WHERE due_at <= %(now)s)")


@shared_task
def sweep_deadlines() -> int:
    """Time out every player whose deadline has passed, and deal at the tables that deal by
    themselves; return how many. Safe at any time, and concurrently."""
    grace_until = heartbeat.beat(now=sql.now())
    # One bad table must not stop the clocks of the others.
    return sum(
        attempt("deadline", partial(_see_to, table_id, event, grace_until), most=2, table=table_id)
        or False
        for table_id, event in _claimed()
    )


def _claimed() -> list[tuple[int, str]]:
    claimed = sql.rows(CLAIM)
    for _, _, seconds in claimed:
        metrics.DEADLINE_LAG.observe(float(seconds))
    return [(table_id, event) for table_id, event, _ in claimed]


def _see_to(table_id: int, event: str, grace_until: datetime | None) -> bool:
    now = room_clock.now()
    if dealer.time_out(table_id=table_id, now=now, grace_until=grace_until):
        return True
    return auto_deal.look(event, table_id=table_id, now=now) is not None


@shared_task
def tend_cash_games() -> int:
    """Open the cash tables that are missing, close those too many, and hold free seats for players
    on waiting lists; return how many tables were opened or had a seat held or released."""
    now = room_clock.now()
    opened = attempt("open cash tables", partial(croupier.keep_open, now=now)) or []
    return len(opened) + (attempt("hold seats", partial(waiting.tend, now=now)) or 0)


@shared_task
def count_played_time() -> int:
    """Count a minute for players who have limited their time at tables; return for how many."""
    return attempt("count time", lambda: played_time.count(now=room_clock.now())) or 0


@shared_task
def call_those_away() -> int:
    """Notify absent players whose turn it is, or whose blinds are taken; return how many."""
    return attempt("call", lambda: away_calls.call_those_away(now=room_clock.now())) or 0


@shared_task
def let_idle_guests_go() -> int:
    """Remove guests who have stayed away; return how many."""
    return attempt("let guests go", lambda: quick_seat.let_idle_go(now=room_clock.now())) or 0


@shared_task
def make_months() -> int:
    """Make the partitions of months to come; return how many."""
    return months.make_ahead()


@shared_task
def count_hands() -> int:
    """Count finished hands for their players; return how many hands."""
    return attempt("count hands", lambda: counting.count_waiting(now=room_clock.now()), most=2) or 0


@shared_task
def sweep_pools() -> int:
    """Deal in the pools with waiting players, and pay leavers; return how many hands began."""
    return attempt("sweep pools", lambda: next_hand.sweep(now=room_clock.now()), most=2) or 0


@worker_ready.connect
def begin(**_: object) -> None:
    """Grant a grace after the room was down: no player times out at once (TRN-6)."""
    heartbeat.beat(now=sql.now(), started=True)
