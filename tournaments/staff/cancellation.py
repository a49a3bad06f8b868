"""Cancellation of an event (CANCEL-0 to CANCEL-4): one plan, first shown, then paid.

A preview does everything that execution does up to the first payment, rolls it back and stores the
plan. Execution repeats it, and pays only if that leads to the plan that was shown.
"""

from collections import Counter
from dataclasses import asdict
from datetime import datetime

from django.db import transaction

from core import sql
from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.prizes import prize_draws
from payouts.room_settings import FOUR_EYES
from players.staff import rights
from tables.live import seating
from tables.models import Table
from tournaments.floor import notifications, signals, step_schedule
from tournaments.floor.locking import lock
from tournaments.models import Bounty, CancellationPlan, Entry, PlanLine, Tournament
from tournaments.money import entry_money, transfer_causes
from tournaments.play import awards, velox
from tournaments.refusals import EventCode
from tournaments.staff import order_execution
from tournaments.staff.cancellation_draft import Draft, work_out

# Lines paid by one posting: few statements for a large field, short statements of a wallet.
LINES_A_POSTING = 100
# Entries refunded in one call: each has a cause of its own, with up to three legs.
REFUNDS_A_POSTING = 1000


def preview(*, tournament_id: int, by: int | None, now: datetime) -> CancellationPlan:
    """Work out the payments as of now; the same state of the event gives the same plan.

    Refuses NO_SUCH_TOURNAMENT, EVENT_OVER, PLAY_HAS_DECIDED.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        with transaction.atomic():
            draft, _ = work_out(tournament, now=now)
            transaction.set_rollback(True)
        return _store(tournament, draft, by=by, now=now)


def execute(
    *, tournament_id: int, digest: str, by: int | None, reason: str, now: datetime
) -> CancellationPlan:
    """Pay exactly the plan that was shown, once, and close the event; idempotent.

    Refuses NO_SUCH_TOURNAMENT, NO_SUCH_PLAN, STALE_PLAN when the event is no longer as it was
    shown, NEEDS_SECOND_PERSON, EVENT_OVER, PLAY_HAS_DECIDED.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        plan = tournament.cancellation_plans.filter(digest=digest).first()
        if plan is None:
            raise Refusal(EventCode.NO_SUCH_PLAN)
        if plan.executed_at is None:
            _check_four_eyes(plan, by=by, now=now)
            tables = _stop_play(tournament)
            draft, won = work_out(tournament, now=now)
            if draft.digest != digest:
                raise Refusal(EventCode.STALE_PLAN)
            _carry_out(tournament, plan, tables, won, now=now)
            plan.executed_at, plan.executed_by_id, plan.reason = now, by, reason
            plan.save(update_fields=["executed_at", "executed_by", "reason"])
    return plan


def waiting() -> list[CancellationPlan]:
    """The last plan of each open event, if it is over the limit and waits for a second person."""
    plans = CancellationPlan.objects.filter(executed_at=None, created_by__isnull=False)
    latest = (
        plans.exclude(tournament__status__in=Tournament.OVER)
        .order_by("tournament", "-pk")
        .distinct("tournament")
        .select_related("tournament", "created_by")
    )
    return [plan for plan in latest if plan.takes_two(FOUR_EYES.value())]


def cancel(tournament: Tournament, *, reason: str = "", now: datetime) -> None:
    """Cancel an event by what its plan is now, without staff: one that is too small to start
    (CANCEL-0), or a home game (HOME-1). The caller holds the tournament's lock."""
    draft, _ = work_out(tournament, now=now)
    plan = _store(tournament, draft, by=None, now=now)
    execute(tournament_id=tournament.pk, digest=plan.digest, by=None, reason=reason, now=now)
    tournament.refresh_from_db()


def _check_four_eyes(plan: CancellationPlan, *, by: int | None, now: datetime) -> None:
    """Check that another person pays a plan over the limit; the room itself (``by`` None) may."""
    limit = FOUR_EYES.value()
    if by is None or not plan.takes_two(limit):
        return
    if plan.created_by_id == by:
        raise Refusal(EventCode.NEEDS_SECOND_PERSON, limit=limit)
    right = "tournaments.cancel_tournament"
    rights.check_second_person(user_id=by, ordered_by=plan.created_by_id, right=right, now=now)


def _store(
    tournament: Tournament, draft: Draft, *, by: int | None, now: datetime
) -> CancellationPlan:
    total = sum(line["amount"] for line in draft.lines)
    plan, _ = tournament.cancellation_plans.get_or_create(
        digest=draft.digest,
        defaults={**asdict(draft), "total": total, "created_by_id": by, "created_at": now},
    )
    return plan


def _stop_play(tournament: Tournament) -> list[int]:
    """Lock every open table, so that no hand ends; return their ids."""
    open_tables = Table.objects.select_for_update().filter(
        event=tournament.event, status=Table.Status.OPEN
    )
    return [table.pk for table in open_tables.order_by("pk").only("pk")]


def _carry_out(
    tournament: Tournament,
    plan: CancellationPlan,
    tables: list[int],
    won: list[Bounty],
    *,
    now: datetime,
) -> None:
    for table_id in tables:
        seating.call_off_table(table_id=table_id, now=now)
    awards.hold(tournament, [line["user"] for line in plan.lines])
    lines = list(plan.own_lines)
    if plan.undoes:
        _refund(tournament, plan, now=now)
    else:
        awards.settle(tournament, won=won, now=now)
        awards.complete_pool(tournament, now=now)
        _add(tournament, plan.added, now=now)
        _pay(tournament, lines, now=now)
    awards.check_empty(tournament)
    # VELOX-4: its players have seen what was drawn, and may check it.
    velox.lay_open(tournament, now=now)
    _close(tournament, lines, now=now)


def _refund(tournament: Tournament, plan: CancellationPlan, *, now: datetime) -> None:
    """Refund every entry from where its money went, after undoing a drawn prize (CANCEL-0)."""
    if tournament.draw is not None:
        prize_draws.undo(tournament.draw, now=now, books=tournament.books)
    undone = sorted(line["entry"] for line in plan.lines)
    for first in range(0, len(undone), REFUNDS_A_POSTING):
        some = tournament.entries.filter(pk__in=undone[first : first + REFUNDS_A_POSTING])
        entry_money.refund(tournament, list(some.order_by("pk")), now=now)


def _add(tournament: Tournament, amount: int, *, now: datetime) -> None:
    """Post the amount that the operator adds (CANCEL-1, CANCEL-3)."""
    if amount:
        house = accounts.GUARANTEES if tournament.draw_id is None else accounts.VELOX
        leg = Leg(house, accounts.pool(tournament.event), amount, Reason.OVERLAY)
        key = transfer_causes.cancellation(tournament.pk, "house")
        ledger.post([leg], key=key, now=now, books=tournament.books)


def _pay(tournament: Tournament, lines: list[PlanLine], *, now: datetime) -> None:
    pool, refund = accounts.pool(tournament.event), Reason.REFUND
    for first in range(0, len(lines), LINES_A_POSTING):
        legs = [
            Leg(pool, accounts.player(line["user"]), line["amount"], refund)
            for line in lines[first : first + LINES_A_POSTING]
            if line["amount"]
        ]
        if legs:
            key = transfer_causes.cancellation(tournament.pk, first)
            ledger.post(legs, key=key, now=now, books=tournament.books)


# Plain SQL: for a large field the ORM would write a CASE with a branch per entry.
_REFUNDED = """
    UPDATE tournaments_entry SET status = %s, refund = told.cents
    FROM unnest(%s::bigint[], %s::bigint[]) AS told (entry, cents) WHERE id = told.entry"""


def _close(tournament: Tournament, lines: list[PlanLine], *, now: datetime) -> None:
    entries, cents = [line["entry"] for line in lines], [line["amount"] for line in lines]
    sql.run(_REFUNDED, [Entry.Status.REFUNDED, entries, cents])
    tournament.status = Tournament.Status.CANCELLED
    tournament.finished_at = now
    # No latecomer waits for a seat any longer.
    tournament.arriving_count = 0
    tournament.save(update_fields=["status", "finished_at", "arriving_count"])
    order_execution.give_up(tournament, now=now)
    step_schedule.forget(tournament.pk)
    signals.tell_over(tournament, now=now)
    back: Counter[UserId] = Counter()
    for line in lines:
        # A ticket comes back as a ticket, not as money.
        back[UserId(line["user"])] += 0 if line["ticket"] else line["amount"]
    notifications.called_off(tournament, back, now=now)
