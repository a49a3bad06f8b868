"""How long the end of a hand is looked at: first its last cards, then its result."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings

from tables.engine import Event

# The pages of a table turn a street that runs out in this time (static/js/table/reveal.js).
STREET_SECONDS: Final = 1.5


def last_card_at(events: Sequence[Event], *, now: datetime) -> datetime:
    """When the last card is seen of a hand that these ``events`` have finished at ``now``.

    All of their streets run out, since no more bets were possible. A room that shows no result does
    not wait for them either.
    """
    if not settings.RESULT_SECONDS:
        return now
    streets = sum(event["e"] == "street" for event in events)
    return now + timedelta(seconds=streets * STREET_SECONDS)


def result_until(shown_at: datetime) -> datetime:
    """Until when the result is seen of a hand whose last card is seen at ``shown_at``."""
    return shown_at + timedelta(seconds=settings.RESULT_SECONDS)
