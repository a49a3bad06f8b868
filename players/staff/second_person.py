"""Decisions on orders by two of the staff: lock the row, check that it waits, decide."""

from datetime import datetime
from typing import NamedTuple, TypeVar

from django.db import transaction

from core import reasons
from core.refusal import Refusal, RefusalCode
from core.types import UserId
from players.models import ByTwo
from players.staff import rights

Row = TypeVar("Row", bound=ByTwo)
Status = ByTwo.Status


class Refused(NamedTuple):
    """The codes that refuse a decision: no such order ``waits``, it is the decider's ``own``, or it
    is ``about`` the decider."""

    waits: RefusalCode
    own: RefusalCode
    about: RefusalCode | None = None


def lock(kind: type[Row], pk: int, *, refused: Refused) -> Row:
    """Lock an order until this transaction ends; refuses ``waits`` where there is none."""
    row: Row | None = kind._default_manager.select_for_update().filter(pk=pk).first()
    if row is None:
        raise Refusal(refused.waits)
    return row


def check(
    row: ByTwo, *, by: UserId, about: int | None, right: str, now: datetime, refused: Refused
) -> None:
    """Check that this person may confirm an order ``about`` a player, or about none; refuses also
    what ``rights.check_second_person`` does."""
    _check_waits(row, refused)
    if by == row.given_by_id:
        raise Refusal(refused.own)
    if refused.about is not None and by == about:
        raise Refusal(refused.about)
    rights.check_second_person(user_id=by, ordered_by=UserId(row.given_by_id), right=right, now=now)


def turn_down(
    kind: type[Row], pk: int, *, by: UserId, why: str, now: datetime, refused: Refused
) -> tuple[Row, bool]:
    """Turn down an order, or withdraw one's own; returns whether this call did it.

    Refuses NO_REASON, and ``waits`` for an order that does not wait.
    """
    reasons.check(why)
    with transaction.atomic():
        row = lock(kind, pk, refused=refused)
        against = Status.WITHDRAWN if by == row.given_by_id else Status.TURNED_DOWN
        if row.status == against:
            return row, False
        _check_waits(row, refused)
        row.decide(against, by=by, now=now, why_not=why)
    return row, True


def _check_waits(row: ByTwo, refused: Refused) -> None:
    if row.status != Status.WAITING:
        raise Refusal(refused.waits)
