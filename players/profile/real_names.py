"""Real names and membership numbers, which staff alone see, where the room wants them (STAFF-7)."""

from collections.abc import Collection, Iterable

from django.db.models import Q, QuerySet

from core.refusal import Refusal
from core.types import UserId
from players import player_lock, room_settings
from players.models import RealName, User
from players.refusals import PlayerCode


def keep(*, user_id: UserId, name: str, number: str) -> bool:
    """Store a player's real name and membership number; two empty ones delete them. Returns whether
    that is new.

    Refuses NO_REAL_NAMES where the room wants none, and NUMBER_TAKEN.
    """
    if not room_settings.REAL_NAMES.value():
        raise Refusal(PlayerCode.NO_REAL_NAMES)
    name, number = " ".join(name.split()), number.strip()
    player_lock.hold(user_id)
    before = RealName.objects.filter(user=user_id).first()
    if (name, number) == ((before.name, before.number) if before else ("", "")):
        return False
    others = RealName.objects.exclude(user=user_id)
    if number and others.filter(number__iexact=number).exists():
        raise Refusal(PlayerCode.NUMBER_TAKEN, number=number)
    if name or number:
        values = {"name": name, "number": number}
        RealName.objects.update_or_create(user_id=user_id, defaults=values)
    else:
        RealName.objects.filter(user=user_id).delete()
    return True


def take_over(*, user_id: UserId, other_id: UserId) -> None:
    """Give an account the name of another one of the same person, unless it has one."""
    if not RealName.objects.filter(user=user_id).exists():
        RealName.objects.filter(user=other_id).update(user=user_id)


def of(users: Collection[int]) -> dict[int, str]:
    """Return the real names and numbers by user, in words; none where the room wants none."""
    if not users or not room_settings.REAL_NAMES.value():
        return {}
    return {row.user_id: str(row) for row in RealName.objects.filter(user__in=users)}


def attach(users: Iterable[User | None]) -> None:
    """Set ``real_name`` of each user, which ``staff_name`` shows in a template."""
    known = [user for user in users if user is not None]
    names = of({user.pk for user in known})
    for user in known:
        user.real_name = names.get(user.pk, "")  # type: ignore[attr-defined]


def matching(typed: str) -> "QuerySet[RealName]":
    """Return the players whose name contains, or whose number is, what was typed."""
    typed = typed.strip()
    if not typed or not room_settings.REAL_NAMES.value():
        return RealName.objects.none()
    return RealName.objects.filter(Q(name__icontains=typed) | Q(number__iexact=typed))


def only_one(typed: str) -> User | None:
    """Return the only player of this number, or of exactly this name; None for none or several."""
    typed = " ".join(typed.split())
    if not typed or not room_settings.REAL_NAMES.value():
        return None
    for wanted in (Q(number__iexact=typed), Q(name__iexact=typed)):
        matches = list(RealName.objects.filter(wanted).select_related("user")[:2])
        if len(matches) == 1:
            return matches[0].user
    return None
