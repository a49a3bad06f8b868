"""One player at a time: the row that whoever spends, limits or excludes takes first."""

from collections.abc import Collection
from typing import NamedTuple

from django.contrib.auth.models import User

from core.types import UserId


def hold(user_id: UserId) -> User:
    """Let nobody else deposit for a player, change their limits or enter them into an event until
    this transaction ends."""
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def works_here(user: User) -> bool:
    """Whether somebody is of the staff: a superuser is, even one who does not come to the desk."""
    return user.is_staff or user.is_superuser


class Shown(NamedTuple):
    """What others see of somebody: the name, and the key of a picture or ""."""

    name: str
    avatar: str


def shown(user_ids: Collection[UserId]) -> dict[UserId, Shown]:
    """What others see of several, in one query."""
    rows = User.objects.filter(pk__in=user_ids).values_list("pk", "username", "avatar__key")
    return {UserId(pk): Shown(name, key or "") for pk, name, key in rows}
