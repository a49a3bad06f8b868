"""Access of spectators to the tables of an event; apps with private events register a check."""

from collections.abc import Callable

from django.contrib.auth.models import AnonymousUser

from core.refusal import Refusal
from payouts.events import EventRef
from players.models import User
from tables.refusals import TableCode

MayWatch = Callable[[int, User | AnonymousUser], bool]

_gates: dict[str, MayWatch] = {}


def register(kind: str, allows: MayWatch) -> None:
    """Register ``allows`` for events of this kind (from ``AppConfig.ready``)."""
    _gates[kind] = allows


def may_watch(event: str, user: User | AnonymousUser) -> bool:
    """Return whether a user may watch an event's tables; all may where no gate is registered.

    The caller does not ask for players who sit at the table or were dealt into the hand.
    """
    ref = EventRef.parse(event)
    return ref is not None and (ref.kind not in _gates or _gates[ref.kind](ref.id, user))


def check(event: str, user: User | AnonymousUser) -> None:
    """Refuse users who may not watch the event: PRIVATE_TABLE."""
    if not may_watch(event, user):
        raise Refusal(TableCode.PRIVATE_TABLE)
