"""One player at a time: the row that whoever spends, limits or excludes takes first."""

from django.contrib.auth.models import User

from core.types import UserId


def hold(user_id: UserId) -> User:
    """Let nobody else deposit for a player, change their limits or enter them into an event until
    this transaction ends."""
    return User.objects.select_for_update(no_key=True).get(pk=user_id)
