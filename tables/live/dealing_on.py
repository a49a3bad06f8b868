"""Who deals the next hand at a table that deals on by itself: the apps that run its event."""

from datetime import datetime
from typing import Protocol

from payouts.events import EventRef
from tables.models import Hand


class Look(Protocol):
    """Deals the next hand if it is time and nothing is against it; safe to run twice."""

    def __call__(self, *, table_id: int, now: datetime) -> Hand | None: ...


_looks: dict[str, Look] = {}


def register(kind: str, look: Look) -> None:
    """``look`` deals at the tables of events of this kind (called from ``AppConfig.ready``)."""
    _looks[kind] = look


def look(event: str, *, table_id: int, now: datetime) -> Hand | None:
    """The next hand at a table of ``event``; None when none begins now."""
    ref = EventRef.parse(event)
    if ref is None or ref.kind not in _looks:
        return None
    return _looks[ref.kind](table_id=table_id, now=now)
