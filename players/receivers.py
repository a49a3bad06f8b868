"""News of the room's clock."""

from datetime import datetime, timedelta
from typing import Any

from core.due_times import bring_back
from players.models import IdentityCheck, Mail, Push, RegisterAnswer


def follow_clock_back(sender: Any, *, step: timedelta, now: datetime, **_: Any) -> None:
    """Send and ask when it was due before the clock was set back by so much."""
    for kind in (IdentityCheck, Mail, Push):
        bring_back(kind._default_manager.all(), "due_at", step=step, now=now)
    # An answer is good for hours, and has every player's row: only failures are tried again soon.
    # While one seems to have just happened, nothing is asked.
    failed = RegisterAnswer.objects.exclude(failure="")
    bring_back(failed, "due_at", "asked_at", step=step, now=now)
