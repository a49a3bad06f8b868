"""Links by which a player shows a hand of their own (SHARE-1 to SHARE-3); each verb is
idempotent."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players import access, player_lock
from players.access import Activity
from tables.models import HandPlayer, SharedHand
from tables.refusals import TableCode

# Days until a link expires; None: never.
DAYS: Final = (1, 7, 30, None)
# Links of one player that are open, and that were made within a day.
MOST: Final = 200
MOST_A_DAY: Final = 50
# Links that have ended are deleted when their player makes a new one after this time.
KEPT: Final = timedelta(days=90)


def share(
    *, user_id: UserId, hand_id: int, names_shown: bool, days: int | None, now: datetime
) -> SharedHand:
    """Return a link to a finished hand of the player; where there is one with the same names, it
    is valid for ``days`` from now.

    NOT_YOUR_HAND, HAND_NOT_SHOWN_YET, SHARE_DAYS, SHARE_ENDED_BY_STAFF, TOO_MANY_SHARED,
    TOO_MANY_SHARED_TODAY, and those of ``players.access``.
    """
    if days not in DAYS:
        raise Refusal(TableCode.SHARE_DAYS)
    expires_at = None if days is None else now + timedelta(days=days)
    with transaction.atomic():
        player_lock.hold(user_id)
        access.check(user_id=user_id, what=Activity.PLAY_MONEY, now=now)
        _check_shown(_played(user_id, hand_id), now=now)
        mine = SharedHand.objects.filter(user=user_id)
        if mine.filter(hand=hand_id, ended_by__isnull=False).exists():
            raise Refusal(TableCode.SHARE_ENDED_BY_STAFF)
        same = mine.filter(hand=hand_id, names_shown=names_shown, ended_at__isnull=True).first()
        if same is not None and same.is_open(now):
            same.expires_at = expires_at
            same.save(update_fields=["expires_at"])
            return same
        if same is not None:
            # Its readers do not get the hand back.
            mine.filter(pk=same.pk).update(ended_at=same.expires_at)
        _check_number(user_id, now=now)
        return SharedHand.objects.create(
            user_id=user_id,
            hand_id=hand_id,
            names_shown=names_shown,
            created_at=now,
            expires_at=expires_at,
        )


def withdraw(*, user_id: UserId, link_id: int, now: datetime) -> None:
    """End a link of the player's own. NO_SUCH_SHARE."""
    mine = SharedHand.objects.filter(pk=link_id, user=user_id)
    if not mine.filter(ended_at__isnull=True).update(ended_at=now) and not mine.exists():
        raise Refusal(TableCode.NO_SUCH_SHARE)


def end(*, link_id: int, by: UserId, why: str, now: datetime) -> SharedHand:
    """End a link as staff, with a reason that its player reads; they cannot share the hand again.

    NO_REASON, NO_SUCH_SHARE, SHARE_ENDED.
    """
    reasons.check(why)
    with transaction.atomic():
        link = SharedHand.objects.select_for_update().filter(pk=link_id).first()
        if link is None:
            raise Refusal(TableCode.NO_SUCH_SHARE)
        if link.ended_by_id is not None:
            raise Refusal(TableCode.SHARE_ENDED)
        ended = {"ended_by": by, "why": why.strip()}
        SharedHand.objects.filter(pk=link_id).update(**ended, ended_at=link.ended_at or now)
        # Both links to a hand, with names and without.
        others = SharedHand.objects.filter(user=link.user_id, hand=link.hand_id)
        others.filter(ended_at__isnull=True).update(**ended, ended_at=now)
        link.refresh_from_db()
    return link


def links_of(user_id: UserId, *, hand_id: int | None = None, now: datetime) -> list[SharedHand]:
    """Return the player's links that are open or were ended by staff, latest first."""
    current = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    links = SharedHand.objects.filter(user=user_id).filter(
        Q(ended_by__isnull=False) | Q(current, ended_at__isnull=True)
    )
    if hand_id is not None:
        links = links.filter(hand=hand_id)
    return list(links.select_related("hand__table").order_by("-pk")[: 2 * MOST])


def opened(token: str, *, now: datetime) -> tuple[SharedHand, HandPlayer] | None:
    """Return a link and its player's part in the hand; None where it shows nothing (SHARE-2).

    Nothing is remembered of an earlier opening: a link that has ended or expired, a hand that is
    not shown to its end, and a player who is suspended, excluded or gone all look the same.
    """
    link = SharedHand.objects.filter(token=token).first()
    if link is None or not link.is_open(now):
        return None
    played = _played(UserId(link.user_id), link.hand_id)
    try:
        _check_shown(played, now=now)
        access.check(user_id=UserId(link.user_id), what=Activity.PLAY_MONEY, now=now)
    except Refusal:
        return None
    assert played is not None
    return link, played


def _played(user_id: UserId, hand_id: int) -> HandPlayer | None:
    mine = HandPlayer.objects.filter(hand=hand_id, user=user_id, hand__finished_at__isnull=False)
    return mine.select_related("hand__table").first()


def _check_shown(played: HandPlayer | None, *, now: datetime) -> None:
    """Refuse a hand that is not the player's, or whose last cards are still being turned up."""
    if played is None:
        raise Refusal(TableCode.NOT_YOUR_HAND)
    if played.hand.shown_at is None or played.hand.shown_at > now:
        raise Refusal(TableCode.HAND_NOT_SHOWN_YET)


def _check_number(user_id: UserId, *, now: datetime) -> None:
    mine = SharedHand.objects.filter(user=user_id)
    over = Q(ended_at__lt=now - KEPT) | Q(expires_at__lt=now - KEPT)
    mine.filter(over, ended_by__isnull=True).delete()
    current = Q(expires_at__isnull=True) | Q(expires_at__gt=now)
    if mine.filter(current, ended_at__isnull=True).count() >= MOST:
        raise Refusal(TableCode.TOO_MANY_SHARED, most=MOST)
    if mine.filter(created_at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY:
        raise Refusal(TableCode.TOO_MANY_SHARED_TODAY, most=MOST_A_DAY)
