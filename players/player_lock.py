"""The lock on one player's row: taken first by spending, limits, exclusions and entries."""

from collections.abc import Collection
from typing import NamedTuple

from core.types import UserId
from players.models import User


def hold(user_id: UserId) -> User:
    """Lock a player until this transaction ends, against concurrent deposits, limits and
    entries."""
    return User.objects.select_for_update(no_key=True).get(pk=user_id)


def works_here(user: User) -> bool:
    """Return whether a user is of the staff; superusers are, even without access to the desk."""
    return user.is_staff or user.is_superuser


class PublicPlayer(NamedTuple):
    """A player as others see one: the name, and the key of a picture or ""."""

    name: str
    avatar: str


def shown(user_ids: Collection[UserId]) -> dict[UserId, PublicPlayer]:
    """Return several players as others see them, in one query."""
    rows = User.objects.filter(pk__in=user_ids).values_list("pk", "username", "avatar__key")
    return {UserId(pk): PublicPlayer(name, key or "") for pk, name, key in rows}
