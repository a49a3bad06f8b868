"""Audits with their findings, stored for later readers."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from itertools import chain, islice

import structlog
from django.contrib.auth.models import Group
from django.db.models import F, Q

from payouts.models import AuditRun
from payouts.reports import closing
from payouts.reports.audit import Audit, audit
from players.models import RightsChange, User

# Nightly checks of the packages above; each yields a line for every fault.
Check = Callable[[datetime], Iterator[str]]
_checks: list[Check] = []
# A fault that repeats a thousand times is one to investigate; the row stays small.
MOST_FINDINGS = 100
# The most that a record's time differs from the database's.
SKEW = timedelta(hours=1)
# By "user" or "group" and its id: rights in words.
Held = Mapping[str, list[str]]

log = structlog.get_logger(__name__)


def register(check: Check) -> None:
    """Have ``check`` run with every audit; it is given the moment of the audit."""
    if check not in _checks:
        _checks.append(check)


def run(*, now: datetime) -> Audit:
    """Audit the whole ledger, closed days and registered checks, and store the result."""
    before, rights = latest(), _held_rights()
    came_to = (
        _unrecorded_rights(before.rights, rights, since=before.at)
        if before is not None and before.rights
        else ()
    )
    result = replace(
        audit(),
        moved_days=tuple(day.isoformat() for day in closing.moved_days()),
        findings=tuple(islice(chain(came_to, _findings(now)), MOST_FINDINGS)),
    )
    AuditRun.objects.create(
        at=now,
        sound=result.sound,
        accounts=result.accounts,
        transfers=result.transfers,
        total=result.total,
        drifts=[asdict(drift) for drift in result.drifts],
        missing_guards=list(result.missing_guards),
        moved_days=list(result.moved_days),
        findings=list(result.findings),
        rights=rights,
    )
    return result


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


def _held_rights() -> Held:
    """Return the rights of each member of staff and of each group: flags, groups, permissions."""
    rights_of: defaultdict[str, list[str]] = defaultdict(list)
    for user in User.objects.filter(Q(is_staff=True) | Q(is_superuser=True)):
        rights_of[f"user {user.pk}"] = [
            flag for flag in ("is_staff", "is_superuser") if getattr(user, flag)
        ]
    label, code = "content_type__app_label", "codename"
    for kind, rows in {
        "user": User.objects.exclude(user_permissions=None).values_list(
            "pk", f"user_permissions__{label}", f"user_permissions__{code}"
        ),
        "group": Group.objects.exclude(permissions=None).values_list(
            "pk", f"permissions__{label}", f"permissions__{code}"
        ),
    }.items():
        for pk, app, codename in rows:
            rights_of[f"{kind} {pk}"].append(f"{app}.{codename}")
    for pk, name in User.objects.exclude(groups=None).values_list("pk", "groups__name"):
        rights_of[f"user {pk}"].append(f"group {name}")
    return {whose: sorted(rights) for whose, rights in sorted(rights_of.items())}


def _unrecorded_rights(before: Held, after: Held, *, since: datetime) -> Iterator[str]:
    """Yield a line for each holder who gained rights after ``since`` without a record."""
    grants = RightsChange.objects.filter(grants=True, at__gt=since - SKEW).exclude(by=F("user"))
    users = set(grants.values_list("user", flat=True))
    groups = set(grants.values_list("user__groups", flat=True))
    for whose, rights in after.items():
        kind, _, pk = whose.partition(" ")
        recorded = int(pk) in (users if kind == "user" else groups)
        if not recorded and (more := sorted({*rights} - {*before.get(whose, ())})):
            yield f"{whose} holds {', '.join(more)}, and no change of rights at the desk says so"
