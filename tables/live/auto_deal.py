"""The registry of apps that deal the next hand at tables that deal on by themselves."""

from datetime import datetime
from typing import Protocol

from payouts.events import EventRef
from tables.models import Hand


class Look(Protocol):
    """A function that deals the next hand if it is due and possible; idempotent."""

    def __call__(self, *, table_id: int, now: datetime) -> Hand | None: ...


_looks: dict[str, Look] = {}


def register(kind: str, look: Look) -> None:
    """Register ``look`` for the tables of events of this kind (from ``AppConfig.ready``)."""
    _looks[kind] = look


def look(event: str, *, table_id: int, now: datetime) -> Hand | None:
    """Deal the next hand at a table of ``event`` if due; None when none begins now."""
    ref = EventRef.parse(event)
    if ref is None or ref.kind not in _looks:
        return None
    return _looks[ref.kind](table_id=table_id, now=now)
