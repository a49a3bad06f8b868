"""Grants of rights among staff, and second persons excluded by them (STAFF-2)."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import F, Max

from core.refusal import Refusal
from players.models import RightsChange, StaffInvitation, User
from players.refusals import PlayerCode

# A user with new rights confirms nothing for so long, regardless of the giver.
SETTLED_AFTER = timedelta(hours=24)


# The givers of rights or a password, by user.
Givers = Mapping[int, Sequence[int]]


def note(
    *,
    user_id: int,
    by: int,
    grants: bool,
    what: Mapping[str, object],
    now: datetime,
    invitation: StaffInvitation | None = None,
    before_opening: bool = False,
) -> RightsChange:
    """Record that ``by`` changed a user's rights or password; in the transaction of the change.

    Where ``by`` has rights from others, the record names them, the first giver first.
    """
    record = dict(what)
    if grants and (chains := makers(by)):
        longest = max(chains.values(), key=len)
        record["given_through"] = names(longest)
    return RightsChange.objects.create(
        user_id=user_id,
        by_id=by,
        at=now,
        grants=grants,
        what=record,
        invitation=invitation,
        before_opening=before_opening,
    )


def givers() -> Givers:
    """Return the givers of rights or a password, by user; one statement.

    An invitation is left out once another owner has vouched for the person who came by it.
    """
    changes = RightsChange.objects.filter(grants=True, invitation__vouched_by__isnull=True)
    by_user: dict[int, list[int]] = {}
    for made, maker in changes.exclude(by=F("user")).values_list("user", "by").distinct():
        by_user.setdefault(made, []).append(maker)
    return by_user


def makers(user_id: int, given: Givers | None = None) -> Mapping[int, list[int]]:
    """Return the direct and indirect givers of a user's rights or password.

    Each with the ids on the way down from them, both ends included.
    """
    if given is None:
        given = givers()
    ways, nearest = {user_id: [user_id]}, [user_id]
    for made in nearest:
        for maker in sorted(given.get(made, ())):
            if maker not in ways:
                ways[maker] = [maker, *ways[made]]
                nearest.append(maker)
    del ways[user_id]
    return ways


def chain(one: int, other: int, given: Givers | None = None) -> list[int]:
    """Return the ids from giver to given where one has rights from the other; else none."""
    if given is None:
        given = givers()
    return makers(one, given).get(other) or makers(other, given).get(one) or []


def settled_from(user_ids: Collection[int], *, now: datetime) -> Mapping[int, datetime]:
    """Return the moments from which users with new rights may confirm; others are missing.

    Rights that were given before the room was opened are not new.
    """
    new = RightsChange.objects.filter(
        user__in=user_ids, grants=True, before_opening=False, at__gt=now - SETTLED_AFTER
    )
    latest = new.values_list("user").annotate(latest=Max("at"))
    return {user_id: at + SETTLED_AFTER for user_id, at in latest}


def names(ids: Sequence[int]) -> list[str]:
    """Return the user names of ids, in their order."""
    known = dict(User.objects.filter(pk__in=ids).values_list("pk", "username"))
    return [known[each] for each in ids]


def check_apart(one: int, other: int) -> None:
    """Refuse MADE_BY_WHO_ORDERED (``chain``: names) where one has rights from the other."""
    if way := chain(one, other):
        raise Refusal(PlayerCode.MADE_BY_WHO_ORDERED, chain=" > ".join(names(way)))


def check_second_person(*, user_id: int, ordered_by: int | None, right: str, now: datetime) -> None:
    """Check that ``user_id`` may confirm what another person ordered by a ``right``.

    Refuses MAY_ORDER_NO_MORE where that person is suspended or has lost the right since,
    MADE_BY_WHO_ORDERED (``chain``: names), directly or through others, either way, and
    RIGHTS_TOO_NEW (``until``) where one of the two has had rights or a password given within a day.
    """
    if ordered_by is not None:
        orderer = User.objects.get(pk=ordered_by)
        # Django gives suspended users no right.
        if not (orderer.is_staff and orderer.has_perm(right)):
            raise Refusal(PlayerCode.MAY_ORDER_NO_MORE, name=orderer.get_username())
        check_apart(user_id, ordered_by)
    two = [user_id] if ordered_by is None else [user_id, ordered_by]
    if until := settled_from(two, now=now):
        raise Refusal(PlayerCode.RIGHTS_TOO_NEW, until=max(until.values()))
