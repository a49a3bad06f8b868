"""The pause at the end of a hand: first for its last cards, then for its result."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from tables.engine import Event

# Time in which the pages reveal each street of a run-out (static/js/table/motion/reveal.js).
STREET_SECONDS: Final = 1.5


def last_card_at(events: Sequence[Event], *, now: datetime) -> datetime:
    """Return when players see the last card of a hand that ``events`` finished at ``now``.

    All their streets are run out, since no more bets were possible. Without ``RESULT_SECONDS``
    there is no wait.
    """
    if not settings.RESULT_SECONDS:
        return now
    streets = sum(event["e"] == "street" for event in events)
    return now + timedelta(seconds=streets * STREET_SECONDS)


def result_until(shown_at: datetime) -> datetime:
    """Return the end of the pause for the result, given the moment of the last card."""
    return shown_at + timedelta(seconds=settings.RESULT_SECONDS)
