"""Who may watch the tables of an event; the apps that run private events register a gate."""

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser, User

from core.refusal import Refusal
from payouts.events import EventRef
from tables.refusals import Code

Gate = Callable[[int, User | AnonymousUser], bool]

_gates: dict[str, Gate] = {}


def register(kind: str, gate: Gate) -> None:
    """``gate`` says who may watch an event of this kind (called from ``AppConfig.ready``)."""
    _gates[kind] = gate


def may_watch(event: str, user: User | AnonymousUser) -> bool:
    """Whether somebody may see who plays at an event's tables; where no gate is, everybody may.

    Who sits at the table, or was dealt into the hand, need not ask.
    """
    ref = EventRef.parse(event)
    return ref is not None and (ref.kind not in _gates or _gates[ref.kind](ref.id, user))


def check(event: str, user: User | AnonymousUser) -> None:
    """PRIVATE_TABLE for whoever may not watch the event."""
    if not may_watch(event, user):
        raise Refusal(Code.PRIVATE_TABLE)
