"""Reports of clubs by their members, and suspensions by staff (CLUB-6)."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players import player_lock
from tournaments.clubs import access
from tournaments.clubs.models import Club, ClubReport
from tournaments.clubs.refusals import ClubCode
from tournaments.entry import acts
from tournaments.models import Act

# Reports of one player within a day.
MOST_REPORTS: Final = 5


def report(*, club_id: int, by: UserId, why: str, now: datetime) -> ClubReport:
    """Report a club to staff. Refuses NO_REASON, NO_SUCH_CLUB, NOT_A_MEMBER, TOO_MANY_REPORTS."""
    reasons.check(why)
    with transaction.atomic():
        player_lock.hold(by)
        if access.role_of(club_id=club_id, user_id=by) is None:
            raise Refusal(ClubCode.NOT_A_MEMBER)
        today = ClubReport.objects.filter(by=by, at__gt=now - timedelta(days=1))
        if today.count() >= MOST_REPORTS:
            raise Refusal(ClubCode.TOO_MANY_REPORTS)
        return ClubReport.objects.create(club_id=club_id, by_id=by, why=why, at=now)


def suspend(*, club_id: int, by: UserId, why: str, now: datetime) -> None:
    """Suspend a club: its games cannot start, and those that have begun are played to their end.
    Closes the reports of it. Refuses NO_REASON, NO_SUCH_CLUB, CLUB_SUSPENDED."""
    reasons.check(why)
    with transaction.atomic():
        club = access.lock(club_id)
        if club.suspended_at is not None:
            raise Refusal(ClubCode.CLUB_SUSPENDED)
        club.suspended_at, club.suspended_why = now, why
        club.save(update_fields=["suspended_at", "suspended_why"])
        _record(Act.Verb.SUSPEND_CLUB, club, by=by, why=why, now=now)
        _close_reports(club, by=by, now=now)


def reopen(*, club_id: int, by: UserId, why: str, now: datetime) -> None:
    """End the suspension of a club. Refuses NO_REASON, NO_SUCH_CLUB, CLUB_NOT_SUSPENDED."""
    reasons.check(why)
    with transaction.atomic():
        club = access.lock(club_id)
        if club.suspended_at is None:
            raise Refusal(ClubCode.CLUB_NOT_SUSPENDED)
        club.suspended_at, club.suspended_why = None, ""
        club.save(update_fields=["suspended_at", "suspended_why"])
        _record(Act.Verb.REOPEN_CLUB, club, by=by, why=why, now=now)


def dismiss(*, club_id: int, by: UserId, why: str, now: datetime) -> None:
    """Close the open reports of a club without suspending it. Idempotent. Refuses NO_REASON,
    NO_SUCH_CLUB."""
    reasons.check(why)
    with transaction.atomic():
        club = access.lock(club_id)
        if _close_reports(club, by=by, now=now):
            _record(Act.Verb.DISMISS_REPORTS, club, by=by, why=why, now=now)


def _close_reports(club: Club, *, by: UserId, now: datetime) -> int:
    return club.reports.filter(closed_at=None).update(closed_at=now, closed_by=by)


def _record(verb: Act.Verb, club: Club, *, by: UserId, why: str, now: datetime) -> None:
    acts.record(verb, by=by, now=now, about=club.name, why=why, after={"club": club.pk})
