"""Audits that were made, with what they found, for whoever looks later."""

from dataclasses import asdict, replace
from datetime import datetime

from payouts.models import AuditRun
from payouts.reports import closing
from payouts.reports.audit import Audit, audit


def run(*, now: datetime) -> Audit:
    """Audit the whole ledger and the days that were closed, and keep the result."""
    found = replace(audit(), moved_days=tuple(day.isoformat() for day in closing.moved_days()))
    AuditRun.objects.create(
        at=now,
        sound=found.sound,
        accounts=found.accounts,
        transfers=found.transfers,
        total=found.total,
        drifts=[asdict(drift) for drift in found.drifts],
        missing_guards=list(found.missing_guards),
        moved_days=list(found.moved_days),
    )
    return found


def latest() -> AuditRun | None:
    """The last one; None before the first."""
    return AuditRun.objects.order_by("-pk").first()
