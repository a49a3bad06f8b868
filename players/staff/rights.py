"""Who gave whom which rights, and whom that keeps from being a second person (STAFF-2)."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db.models import F

from core.refusal import Refusal
from players.models import RightsChange
from players.refusals import Code

# So long whoever was given rights confirms nothing, whoever gave them.
SETTLED_AFTER = timedelta(hours=24)


def note(
    *, user_id: int, by: int, grants: bool, what: Mapping[str, object], now: datetime
) -> RightsChange:
    """Keep that ``by`` changed somebody's rights or password; in the transaction of the change.

    Where ``by`` has rights from others, the record names them, the first giver first.
    """
    record = dict(what)
    if grants and (givers := makers(by)):
        longest = max(givers.values(), key=len)
        record["given_through"] = _names(longest)
    return RightsChange.objects.create(
        user_id=user_id, by_id=by, at=now, grants=grants, what=record
    )


def makers(user_id: int) -> Mapping[int, list[int]]:
    """The people who gave a user rights or a password, however far up the chain.

    Each with the ids on the way down from them, both ends included.
    """
    changes = RightsChange.objects.filter(grants=True).exclude(by=F("user"))
    givers: dict[int, list[int]] = {}
    for made, maker in changes.values_list("user", "by").distinct():
        givers.setdefault(made, []).append(maker)
    ways, nearest = {user_id: [user_id]}, [user_id]
    for made in nearest:
        for maker in sorted(givers.get(made, ())):
            if maker not in ways:
                ways[maker] = [maker, *ways[made]]
                nearest.append(maker)
    del ways[user_id]
    return ways


def _names(ids: list[int]) -> list[str]:
    names = dict(User.objects.filter(pk__in=ids).values_list("pk", "username"))
    return [names[each] for each in ids]


def check_second_person(*, user_id: int, ordered_by: int | None, right: str, now: datetime) -> None:
    """Whether ``user_id`` may confirm what somebody ordered by a ``right``.

    Refuses MAY_ORDER_NO_MORE where that person is suspended or has lost it since,
    MADE_BY_WHO_ORDERED (``chain``: names), directly or through others, either way, and
    RIGHTS_TOO_NEW (``until``) where one of the two has had rights or a password given within a day.
    """
    if ordered_by is not None:
        orderer = User.objects.get(pk=ordered_by)
        # Nobody who is suspended has any right.
        if not (orderer.is_staff and orderer.has_perm(right)):
            raise Refusal(Code.MAY_ORDER_NO_MORE, name=orderer.get_username())
    two = [user_id] if ordered_by is None else [user_id, ordered_by]
    if ordered_by is not None:
        for made, maker in ((user_id, ordered_by), (ordered_by, user_id)):
            if way := makers(made).get(maker):
                raise Refusal(Code.MADE_BY_WHO_ORDERED, chain=" > ".join(_names(way)))
    given = RightsChange.objects.filter(user__in=two, grants=True, at__gt=now - SETTLED_AFTER)
    latest = given.order_by("-at").first()
    if latest is not None:
        raise Refusal(Code.RIGHTS_TOO_NEW, until=latest.at + SETTLED_AFTER)
