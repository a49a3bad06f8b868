"""The signal of the end of an event, for the apps above."""

from datetime import datetime
from functools import partial

from django.db import transaction
from django.dispatch import Signal

from tournaments.models import Tournament

# Sent after the commit that finished or cancelled an event, with tournament_id and now; sender:
# Tournament. Errors of receivers are only logged.
event_over = Signal()


def tell_over(tournament: Tournament, *, now: datetime) -> None:
    """Send ``event_over`` after the commit."""
    transaction.on_commit(
        partial(event_over.send_robust, sender=Tournament, tournament_id=tournament.pk, now=now)
    )
