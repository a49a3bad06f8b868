"""The room's own VeloX tables: ordered by one member of staff, confirmed by another, immutable.

Lock order: the version, its table, the plans that have it.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from payouts.rules import velox, velox_tables
from payouts.rules.guarantees import LEAST_PERCENT
from payouts.rules.velox_tables import HIGHEST, LEAST_ROWS, MOST_ROWS, OddsFault, Row
from players.staff import second_person
from players.staff.second_person import Refused
from tournaments.entry import approvals
from tournaments.models import Signature, Template, VeloxTable, VeloxTableVersion
from tournaments.refusals import EventCode

RIGHT = "tournaments.set_velox_tables"
REFUSED = Refused(waits=EventCode.NO_VELOX_TABLE_WAITS, own=EventCode.OWN_VELOX_TABLE)
Status = VeloxTableVersion.Status
# The sentences that staff read, by ``OddsFault.word``.
FAULTS: Final = {
    "seats": _("A VeloX must have three or six seats."),
    "rows": _("A table must have %(least)s to %(most)s rows."),
    "row": _(
        "Row %(row)s: the multiplier must be a whole number from 1 to %(highest)s, "
        "and the frequency at least 1."
    ),
    "twice": _("Row %(row)s: this multiplier already has a row."),
    "sum": _("The frequencies add up to %(found)s; they must add up to 1000000."),
    "much": _("Players would get back %(found)s %%: more than they pay."),
    "little": _("Players would get back %(found)s %%; the floor of POOL-1 is %(floor)s %%."),
}


def sentence(fault: OddsFault) -> str:
    """The fault of these rows as a sentence, in the reader's language."""
    bounds = {"least": LEAST_ROWS, "most": MOST_ROWS, "highest": HIGHEST, "floor": LEAST_PERCENT}
    return str(FAULTS[fault.word]) % {**bounds, "row": fault.row, "found": f"{fault.found:.10g}"}


def order(
    *,
    name: str,
    seats: int,
    rows: Sequence[Row],
    changes: int | None = None,
    by: UserId,
    why: str,
    now: datetime,
) -> VeloxTableVersion:
    """Order a new table, or the next version of the one that ``changes`` names: ``rows`` of
    multiplier and tickets of a million.

    Refuses NO_REASON, VELOX_TABLE_DOES_NOT_FIT (``why``), VELOX_TABLE_NAME_TAKEN,
    NO_SUCH_VELOX_TABLE, VELOX_TABLE_RETIRED, VELOX_TABLE_WAITS and VELOX_TABLE_UNCHANGED.
    """
    reasons.check(why)
    with transaction.atomic():
        table = _new(name, seats) if changes is None else _hold(changes)
        if fault := velox_tables.fault(rows, seats=table.seats):
            raise Refusal(EventCode.VELOX_TABLE_DOES_NOT_FIT, why=sentence(fault))
        if table.retired_at is not None:
            raise Refusal(EventCode.VELOX_TABLE_RETIRED)
        if table.versions.filter(status=Status.WAITING).exists():
            raise Refusal(EventCode.VELOX_TABLE_WAITS)
        odds = velox.written(dict(rows))
        if table.odds == odds:
            raise Refusal(EventCode.VELOX_TABLE_UNCHANGED)
        return VeloxTableVersion.objects.create(
            table=table,
            number=table.versions.count() + 1,
            odds=odds,
            why=why,
            given_by_id=by,
            given_at=now,
        )


def confirm(*, version_id: int, by: UserId, now: datetime) -> VeloxTableVersion:
    """Confirm a version that another member of staff has ordered. Idempotent.

    Games that are published from now on are drawn by it. Approvals of plans with this table were
    for other prizes, and are dropped (STAFF-3). Refuses NO_VELOX_TABLE_WAITS, OWN_VELOX_TABLE,
    VELOX_TABLE_RETIRED, and what ``rights.check_second_person`` refuses.
    """
    with transaction.atomic():
        row = second_person.lock(VeloxTableVersion, version_id, refused=REFUSED)
        if row.status == Status.DONE:
            return row
        second_person.check(row, by=by, about=None, right=RIGHT, now=now, refused=REFUSED)
        table = _hold(row.table_id)
        if table.retired_at is not None:
            raise Refusal(EventCode.VELOX_TABLE_RETIRED)
        plans = Template.objects.select_for_update().filter(velox_table=table).order_by("pk")
        signed = Signature.objects.filter(template__in=[plan.pk for plan in plans])
        row.decide(Status.DONE, by=by, now=now)
        table.number, table.odds = row.number, row.odds
        table.save(update_fields=["number", "odds"])
        for signature in list(signed):
            author = signature.written_by_id
            approvals.sign(template_id=signature.template_id, by=author, now=now)
    return row


def turn_down(*, version_id: int, by: UserId, why: str, now: datetime) -> VeloxTableVersion:
    """Turn down a version that waits, or withdraw one's own. Idempotent.

    Refuses NO_REASON, NO_VELOX_TABLE_WAITS.
    """
    return second_person.turn_down(
        VeloxTableVersion, version_id, by=by, why=why, now=now, refused=REFUSED
    )[0]


def retire(*, table_id: int, by: UserId, why: str, now: datetime) -> VeloxTable:
    """Retire a table, so that plans can no longer choose it; its games stay. Idempotent.

    Refuses NO_REASON, NO_SUCH_VELOX_TABLE, VELOX_TABLE_WAITS while a version waits, and
    VELOX_TABLE_IN_USE (``plans``) while a plan has it.
    """
    reasons.check(why)
    with transaction.atomic():
        table = _hold(table_id)
        if table.retired_at is not None:
            return table
        if table.versions.filter(status=Status.WAITING).exists():
            raise Refusal(EventCode.VELOX_TABLE_WAITS)
        if using := plans_with(table):
            raise Refusal(
                EventCode.VELOX_TABLE_IN_USE, plans=", ".join(plan.name for plan in using)
            )
        table.retired_at, table.retired_by_id, table.retired_why = now, by, why
        table.save(update_fields=["retired_at", "retired_by", "retired_why"])
    return table


def plans_with(table: VeloxTable) -> QuerySet[Template]:
    """The plans that have chosen a table, active or not."""
    return Template.objects.filter(velox_table=table).order_by("name")


def in_use() -> QuerySet[VeloxTable]:
    """The room's own tables that plans may choose."""
    return VeloxTable.objects.filter(number__isnull=False, retired_at=None)


def waiting() -> QuerySet[VeloxTableVersion]:
    """The versions that wait for a second person, oldest first."""
    rows = VeloxTableVersion.objects.filter(status=Status.WAITING)
    return rows.select_related("table", "given_by").order_by("given_at", "pk")


def _new(name: str, seats: int) -> VeloxTable:
    """Create or find the table of this name that has no confirmed version yet, and lock it."""
    if seats not in velox.SHARES:
        raise Refusal(EventCode.VELOX_TABLE_DOES_NOT_FIT, why=sentence(OddsFault("seats")))
    row, made = VeloxTable.objects.get_or_create(name=name, defaults={"seats": seats})
    table = _hold(row.pk)
    if not made and (table.number or table.seats != seats):
        raise Refusal(EventCode.VELOX_TABLE_NAME_TAKEN)
    return table


def _hold(table_id: int) -> VeloxTable:
    table = VeloxTable.objects.select_for_update().filter(pk=table_id).first()
    if table is None:
        raise Refusal(EventCode.NO_SUCH_VELOX_TABLE)
    return table
