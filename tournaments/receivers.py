"""News from the tables."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from tournaments import due


def note_finished_hand(sender: Any, *, event: str, **_: Any) -> None:
    """Have the director look once the players have seen the result; losing this costs seconds."""
    kind, _colon, number = event.partition(":")
    if kind == "tournament":
        due.look_at(int(number), at=timezone.now() + timedelta(seconds=settings.RESULT_SECONDS))
