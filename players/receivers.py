"""Receivers of changes of the room's clock."""

from datetime import datetime, timedelta
from typing import Any

from core.due_times import bring_back
from players.models import DataArchive, IdentityCheck, Mail, Push, RegisterAnswer


def follow_clock_back(sender: Any, *, step: timedelta, now: datetime, **_: Any) -> None:
    """Shift due times back by ``step``, as far as the clock was set back."""
    for kind in (DataArchive, IdentityCheck, Mail, Push):
        bring_back(kind._default_manager.all(), "due_at", step=step, now=now)
    # An answer is good for hours, and every player has a row: only failures are retried soon. A
    # failure that seems to have just happened would keep the register from being asked.
    failed = RegisterAnswer.objects.exclude(failure="")
    bring_back(failed, "due_at", "asked_at", step=step, now=now)
