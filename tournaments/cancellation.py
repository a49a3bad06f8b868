"""Calling an event off."""

from datetime import datetime

from tournaments import entry_money
from tournaments.models import Entry, Tournament


def cancel_before_start(tournament: Tournament, *, now: datetime) -> None:
    """Give everybody everything back (CANCEL-0); the caller holds the tournament's lock."""
    entries = tournament.entries.filter(status=Entry.Status.REGISTERED).order_by("user_id")
    for entry in entries:
        entry_money.refund(tournament, entry, now=now)
    entries.update(status=Entry.Status.REFUNDED)
    tournament.status = Tournament.Status.CANCELLED
    tournament.finished_at = now
    tournament.save(update_fields=["status", "finished_at"])
