"""The amendments of an event since it was announced, as its players read them (AMEND-1)."""

from datetime import datetime
from typing import NamedTuple

from core.money import as_chips
from core.own_texts import own_text
from players.notices.notice_texts import say_change
from tournaments.floor import notifications
from tournaments.models import Amendment, Tournament


class AmendmentLine(NamedTuple):
    """One amendment in words."""

    at: datetime
    says: str
    why: str
    rule: str


def listing(event: Tournament) -> list[AmendmentLine]:
    """Return the amendments of an event, the latest first."""
    if not event.amended and not event.raised_by and not event.more_seats:
        return []
    return [
        AmendmentLine(one.at, says(one), own_text(one.why), one.rule)
        for one in event.amendments.order_by("-pk")
    ]


def says(amendment: Amendment) -> str:
    """Describe an amendment in the active language."""
    with as_chips(amendment.tournament.free):
        return say_change(notifications.changed(amendment))
