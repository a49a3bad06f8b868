"""Merges of two accounts of one person, by two of the staff (STAFF-12).

Lock order: the merge, the players by ascending id, the locks of the signals' receivers.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players import merged_accounts, player_lock, signals
from players.models import AccountClosing, Forgotten, Merge
from players.own_data import merged_rows
from players.profile import real_names
from players.protection import exclusions, reminders
from players.protection.register import queries
from players.refusals import PlayerCode
from players.sign_in import sessions
from players.staff import restrictions, second_person, suspensions
from players.staff.second_person import Refused

__all__ = ["RIGHT", "Merge", "Status", "confirm", "order", "turn_down", "waiting"]

Status = Merge.Status
RIGHT = "players.merge_player"
REFUSED = Refused(
    waits=PlayerCode.NO_MERGE_WAITS, own=PlayerCode.OWN_MERGE, about=PlayerCode.OWN_ACCOUNT
)


def order(
    *, user_id: UserId, other_id: UserId, by: UserId, why: str, now: datetime
) -> tuple[Merge, bool]:
    """Order that ``other_id`` closes and ``user_id`` takes over what it has; returns whether it is
    new.

    It is checked now as at the confirmation. Refuses NO_REASON, OWN_ACCOUNT, ONE_ACCOUNT,
    MERGE_OF_STAFF, MERGED_AWAY, ACCOUNT_CLOSED where ``user_id`` is, MERGE_WAITS, and what
    receivers of ``signals.merging`` refuse.
    """
    reasons.check(why)
    if by in (user_id, other_id):
        raise Refusal(PlayerCode.OWN_ACCOUNT)
    with transaction.atomic():
        _check(user_id, other_id, now=now)
        about = Merge.objects.filter(status=Status.WAITING)
        if known := about.filter(other=other_id).first():
            if (known.user_id, known.given_by_id) != (user_id, by):
                raise Refusal(PlayerCode.MERGE_WAITS)
            return known, False
        if about.filter(other=user_id).exists() or about.filter(user=other_id).exists():
            raise Refusal(PlayerCode.MERGE_WAITS)
        row = Merge.objects.create(
            user_id=user_id, other_id=other_id, why=why, given_by_id=by, given_at=now
        )
    return row, True


def confirm(*, merge_id: int, by: UserId, now: datetime) -> tuple[Merge, bool]:
    """Merge the two accounts, for good; returns whether this call did it.

    If it is refused by now, the order keeps waiting. Refuses NO_MERGE_WAITS, OWN_MERGE,
    OWN_ACCOUNT, what ``rights.check_second_person`` refuses, and what ``order`` does.
    """
    with transaction.atomic():
        row = second_person.lock(Merge, merge_id, refused=REFUSED)
        if row.status == Status.DONE:
            return row, False
        second_person.check(row, by=by, about=row.user_id, right=RIGHT, now=now, refused=REFUSED)
        if by == row.other_id:
            raise Refusal(PlayerCode.OWN_ACCOUNT)
        user_id, other_id = UserId(row.user_id), UserId(row.other_id)
        _check(user_id, other_id, now=now)
        row.decide(Status.DONE, by=by, now=now)
        was_open = _close(other_id, now=now)
        real_names.take_over(user_id=user_id, other_id=other_id)
        queries.take_over(user_id=user_id, other_id=other_id, now=now)
        exclusions.take_over(user_id=user_id, other_id=other_id, now=now)
        reminders.take_over(user_id=user_id, other_id=other_id)
        for game in restrictions.standing(other_id):
            restrictions.restrict(
                user_id=user_id, game=game, lifted=False, by=by, why=row.why, now=now
            )
        if not was_open:
            suspensions.take_over(user_id=user_id, other_id=other_id, by=by, why=row.why, now=now)
        merged_rows.move(user_id=user_id, other_id=other_id)
        signals.merged.send(
            sender=Merge, merge_id=row.pk, user_id=user_id, other_id=other_id, now=now
        )
    return row, True


def turn_down(*, merge_id: int, by: UserId, why: str, now: datetime) -> tuple[Merge, bool]:
    """Turn down a merge that waits, or withdraw one's own; returns whether this call did it.

    Refuses NO_REASON, NO_MERGE_WAITS.
    """
    return second_person.turn_down(Merge, merge_id, by=by, why=why, now=now, refused=REFUSED)


def waiting() -> QuerySet[Merge]:
    """Return the merges that wait for a second person, oldest first."""
    rows = Merge.objects.filter(status=Status.WAITING)
    return rows.select_related("user", "other", "given_by").order_by("given_at", "pk")


def _check(user_id: UserId, other_id: UserId, *, now: datetime) -> None:
    if user_id == other_id:
        raise Refusal(PlayerCode.ONE_ACCOUNT)
    for held in [player_lock.hold(pk) for pk in sorted((user_id, other_id))]:
        if player_lock.works_here(held):
            raise Refusal(PlayerCode.MERGE_OF_STAFF)
    if merged_accounts.merged_away([user_id, other_id]):
        raise Refusal(PlayerCode.MERGED_AWAY)
    shut = AccountClosing.objects.filter(user=user_id, shut_at__isnull=False)
    if shut.exists() or Forgotten.objects.filter(user=user_id).exists():
        raise Refusal(PlayerCode.ACCOUNT_CLOSED)
    signals.merging.send(sender=Merge, user_id=user_id, other_id=other_id, now=now)


def _close(user_id: UserId, *, now: datetime) -> bool:
    """Close an account to sign-ins; its name stays taken. Returns whether it was open until now."""
    signals.barred.send(sender=Merge, user_id=user_id, now=now)
    user = player_lock.hold(user_id)
    was_open, user.is_active = user.is_active, False
    user.set_unusable_password()
    user.save(update_fields=["is_active", "password"])
    sessions.end_all(user_id=user_id)
    # It is made nameless with the account that is kept (STAFF-9).
    closings = AccountClosing.objects.filter(user=user_id, erased_at=None)
    closings.filter(cancelled_at=None, shut_at=None).update(cancelled_at=now)
    closings.update(due_at=None)
    return was_open
