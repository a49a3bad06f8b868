"""What staff have changed of an event since it was announced, as its players read it (AMEND-1)."""

from datetime import datetime
from typing import NamedTuple

from players.notices.words import say_change
from tournaments.floor import told
from tournaments.models import Amendment, Tournament


class Told(NamedTuple):
    """One amendment in words."""

    at: datetime
    says: str
    why: str
    rule: str


def listing(event: Tournament) -> list[Told]:
    """All of them, the latest first."""
    if not event.amended and not event.raised_by and not event.more_seats:
        return []
    return [Told(one.at, says(one), one.why, one.rule) for one in event.amendments.order_by("-pk")]


def says(amendment: Amendment) -> str:
    """What was changed, in the active language."""
    return say_change(told.changed(amendment))
