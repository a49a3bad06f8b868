"""Players that a player follows, and invitations to them; each verb is idempotent (FRIEND-1)."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from core.refusal import Refusal
from core.types import UserId
from players import access, player_lock
from players.access import Activity
from players.contacts import keeping
from players.contacts.models import Contact, ContactWish
from players.models import Guest, Notice, User
from players.notices import news
from players.notices.news import News
from players.refusals import PlayerCode

# Players whom one player follows, and whom they invite within a day.
MOST: Final = 200
MOST_INVITED: Final = 50
DAY: Final = timedelta(days=1)


def find(name: str) -> UserId:
    """Return the player of a name in any capitals. Refuses NO_SUCH_PLAYER."""
    user = User.objects.filter(username__iexact=name.strip()).only("pk").first()
    if user is None:
        raise Refusal(PlayerCode.NO_SUCH_PLAYER)
    return UserId(user.pk)


def follow(*, owner_id: UserId, other_id: UserId, now: datetime) -> None:
    """Follow a player, who is told once, unless they have muted the follower.

    Refuses FRIENDS_NEED_ACCOUNT, NOT_FOLLOWABLE, TOO_MANY_FRIENDS, what bars a player from play
    money, and what ``keeping.changing`` refuses.
    """
    if Guest.objects.filter(user=owner_id).exists():
        raise Refusal(PlayerCode.FRIENDS_NEED_ACCOUNT)
    access.check(user_id=owner_id, what=Activity.PLAY_MONEY, now=now)
    with keeping.changing(owner_id, other_id, both=True) as row:
        if row.followed_at is not None:
            return
        theirs = keeping.about(other_id, [owner_id]).get(owner_id)
        if row.blocked_at or (theirs and theirs.blocked_at) or not _is_followable(other_id):
            raise Refusal(PlayerCode.NOT_FOLLOWABLE)
        if _followed(owner_id).count() >= MOST:
            raise Refusal(PlayerCode.TOO_MANY_FRIENDS, most=MOST)
        row.followed_at = now
        if not (theirs and theirs.is_muted):
            data = {"change": "followed", "player": _name(owner_id)}
            key = f"{_key(owner_id)}follow"
            news.tell([News(other_id, Notice.Kind.FRIEND, key, data)], now=now)


def unfollow(*, owner_id: UserId, other_id: UserId) -> None:
    """Stop following a player, who is not told. Refusals: ``keeping.changing``."""
    with keeping.changing(owner_id, other_id) as row:
        row.followed_at = None


def choose(*, user_id: UserId, refuses_followers: bool, hides_tables: bool) -> None:
    """Store whether a player may be followed, which else ends what follows them, and whether
    followers see where they play."""
    with transaction.atomic():
        player_lock.hold(user_id)
        wishes = {"refuses_followers": refuses_followers, "hides_tables": hides_tables}
        ContactWish.objects.update_or_create(user_id=user_id, defaults=wishes)
        if refuses_followers:
            keeping.drop_follows(Contact.objects.filter(other=user_id, followed_at__isnull=False))


def wishes(user_id: UserId) -> ContactWish:
    """Return a player's wishes about others."""
    row = ContactWish.objects.filter(pk=user_id).first()
    return row or ContactWish(user_id=user_id, refuses_followers=False, hides_tables=False)


def of(owner_id: UserId) -> list[User]:
    """Return the players that a player follows, by name; one query."""
    users = User.objects.filter(pk__in=_followed(owner_id).values("other"), is_active=True)
    return list(users.order_by("username")[:MOST])


def among(owner_id: UserId, users: Collection[UserId]) -> list[UserId]:
    """Return those of these players whom a player follows."""
    rows = _followed(owner_id).filter(other__in=users).values_list("other", flat=True)
    return [UserId(pk) for pk in rows]


def followers(user_id: UserId) -> list[User]:
    """Return the players who follow a player, by name; one query."""
    rows = Contact.objects.filter(other=user_id, followed_at__isnull=False)
    users = User.objects.filter(pk__in=rows.values("owner"), is_active=True)
    return list(users.order_by("username")[:MOST])


def counts(user_id: UserId) -> tuple[int, int]:
    """Return how many players a player follows, and by how many they are followed."""
    rows = Contact.objects.filter(followed_at__isnull=False)
    return rows.filter(owner=user_id).count(), rows.filter(other=user_id).count()


def visible(users: Collection[UserId]) -> list[UserId]:
    """Return those players who let their followers see where they play (FRIEND-2)."""
    hidden = ContactWish.objects.filter(Q(hides_tables=True) | Q(refuses_followers=True))
    hiding = set(hidden.filter(pk__in=users).values_list("pk", flat=True))
    return [user_id for user_id in users if user_id not in hiding]


def invite(
    *, by: UserId, to: Sequence[UserId], place: str, ref: int, name: str, url: str, now: datetime
) -> None:
    """Invite players whom one follows to a home game or a club (``place``), each once.

    Those who have muted the host get no notice, and news is not stored for excluded players.
    Refuses NO_FRIEND_CHOSEN, TOO_MANY_INVITED, and what bars a player from play money.
    """
    access.check(user_id=by, what=Activity.PLAY_MONEY, now=now)
    with transaction.atomic():
        player_lock.hold(by)
        chosen = among(by, to)
        if not chosen:
            raise Refusal(PlayerCode.NO_FRIEND_CHOSEN)
        today = Contact.objects.filter(owner=by, invited_at__gt=now - DAY)
        if len({*today.values_list("other", flat=True), *chosen}) > MOST_INVITED:
            raise Refusal(PlayerCode.TOO_MANY_INVITED, most=MOST_INVITED)
        _followed(by).filter(other__in=chosen).update(invited_at=now)
        mute = Contact.objects.filter(owner__in=chosen, other=by, is_muted=True)
        silent = set(mute.values_list("owner", flat=True))
        data = {"change": f"to_{place}", "player": _name(by), "name": name}
        key = f"{_key(by)}{place}:{ref}"
        told = [user_id for user_id in chosen if user_id not in silent]
        news.tell([News(pk, Notice.Kind.FRIEND, key, data, url) for pk in told], now=now)


def by_key(user_id: UserId) -> Q:
    """Return the condition that a notice is about a player's acts as a friend."""
    return Q(key__startswith=_key(user_id))


def _key(user_id: UserId) -> str:
    return f"friend:{user_id}:"


def _name(user_id: UserId) -> str:
    return str(User.objects.values_list("username", flat=True).get(pk=user_id))


def _followed(owner_id: UserId) -> "QuerySet[Contact]":
    return Contact.objects.filter(owner=owner_id, followed_at__isnull=False)


def _is_followable(user_id: UserId) -> bool:
    """Return whether an account is open, no guest's, and takes followers."""
    refusing = ContactWish.objects.filter(pk=user_id, refuses_followers=True).exists()
    is_guest = Guest.objects.filter(user=user_id).exists()
    return not (refusing or is_guest) and User.objects.filter(pk=user_id, is_active=True).exists()
