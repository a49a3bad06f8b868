"""Check-in: registered players who have not checked in by the start are removed and refunded."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from core.refusal import Refusal
from core.types import UserId
from tournaments.entry import registration
from tournaments.floor.locking import lock
from tournaments.models import Entry, Tournament
from tournaments.play import awards
from tournaments.refusals import EventCode

# No-shows removed in one step, so that its locks stay short.
REMOVALS_A_STEP = 100


def check_in(*, tournament_id: int, user_id: UserId, now: datetime) -> Entry:
    """Check a player in; idempotent.

    Refuses NO_SUCH_TOURNAMENT, NO_CHECK_IN, NOT_REGISTERED, CHECK_IN_NOT_OPEN (``minutes``),
    ALREADY_STARTED, EVENT_OVER.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        if not tournament.check_in_minutes:
            raise Refusal(EventCode.NO_CHECK_IN)
        if not tournament.registering:
            raise Refusal(EventCode.EVENT_OVER if tournament.over else EventCode.ALREADY_STARTED)
        entry = tournament.entries.filter(user_id=user_id, status=Entry.Status.REGISTERED).first()
        if entry is None:
            raise Refusal(EventCode.NOT_REGISTERED)
        if not tournament.check_in_open(now):
            raise Refusal(EventCode.CHECK_IN_NOT_OPEN, minutes=tournament.check_in_minutes)
        if entry.checked_in_at is None:
            entry.checked_in_at = now
            entry.save(update_fields=["checked_in_at"])
    return entry


def absent(tournament: Tournament) -> QuerySet[Entry]:
    """The entries that have not checked in; none if the event has no check-in."""
    registered = tournament.entries.filter(status=Entry.Status.REGISTERED, checked_in_at=None)
    return registered if tournament.check_in_minutes else registered.none()


def remove_no_shows(tournament: Tournament, *, now: datetime) -> int:
    """Remove and refund a portion of the no-shows; return how many.

    The caller holds the tournament's lock.
    """
    portion = list(absent(tournament).order_by("pk")[:REMOVALS_A_STEP])
    awards.hold(tournament, [entry.user_id for entry in portion])
    for entry in portion:
        registration.withdraw(tournament, entry, now=now)
    Entry.objects.filter(pk__in=[entry.pk for entry in portion]).update(missed_check_in=True)
    return len(portion)


def missed(tournament: Tournament, *, user_id: UserId | None) -> bool:
    """Return whether a registered player missed the check-in."""
    if user_id is None or not tournament.check_in_minutes:
        return False
    return tournament.entries.filter(user_id=user_id, missed_check_in=True).exists()
