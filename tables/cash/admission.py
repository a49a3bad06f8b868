"""The right to sit at a cash table that is not open to all; the package that owns such tables
registers a check."""

from collections.abc import Callable

from core.types import UserId
from payouts.events import EventRef

# Refuses a player who may not sit at the table of an owner with this id.
CheckSitting = Callable[[int, UserId], None]

_checks: dict[str, CheckSitting] = {}


def register(kind: str, check: CheckSitting) -> None:
    """Register the check for owners of this kind (from ``AppConfig.ready``)."""
    _checks[kind] = check


def check(event: str, user_id: UserId) -> None:
    """Refuse what the owner of a table refuses; nothing where no check is registered."""
    ref = EventRef.parse(event)
    if ref is not None and ref.kind in _checks:
        _checks[ref.kind](ref.id, user_id)
