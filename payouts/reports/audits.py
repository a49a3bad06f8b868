"""Audits with their findings, stored for later readers."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from datetime import datetime
from itertools import chain, islice

import structlog

from payouts.models import AuditRun
from payouts.reports import closing, holders
from payouts.reports.audit import Audit, audit

# Nightly checks of the packages above; each yields a line for every fault.
Check = Callable[[datetime], Iterator[str]]
_checks: list[Check] = []
# A fault that repeats a thousand times is one to investigate; the row stays small.
MOST_FINDINGS = 100

log = structlog.get_logger(__name__)


def register(check: Check) -> None:
    """Have ``check`` run with every audit; it is given the moment of the audit."""
    if check not in _checks:
        _checks.append(check)


def run(*, now: datetime) -> Audit:
    """Audit the whole ledger, closed days and registered checks, and store the result."""
    before, rights = latest(), holders.held()
    came_to = (
        holders.unrecorded(before.rights, rights, since=before.at)
        if before is not None and before.rights
        else ()
    )
    found = replace(
        audit(),
        moved_days=tuple(day.isoformat() for day in closing.moved_days()),
        findings=tuple(islice(chain(came_to, _findings(now)), MOST_FINDINGS)),
    )
    AuditRun.objects.create(
        at=now,
        sound=found.sound,
        accounts=found.accounts,
        transfers=found.transfers,
        total=found.total,
        drifts=[asdict(drift) for drift in found.drifts],
        missing_guards=list(found.missing_guards),
        moved_days=list(found.moved_days),
        findings=list(found.findings),
        rights=rights,
    )
    return found


def _findings(now: datetime) -> Iterator[str]:
    """Return the lines of all checks; a check that fails is a line itself and stops no other."""
    for check in _checks:
        try:
            yield from check(now)
        except Exception as error:
            log.exception("check failed", check=check.__qualname__)
            yield f"{check.__module__} failed: {error!r}"


def latest() -> AuditRun | None:
    """Return the last audit; None before the first."""
    return AuditRun.objects.order_by("-pk").first()
