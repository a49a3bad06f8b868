"""One player at a time: the row that whoever spends, limits or excludes takes first."""

from django.contrib.auth import get_user_model


def hold(user_id: int) -> None:
    """Let nobody else deposit for a player, change their limits or enter them into an event until
    this transaction ends."""
    get_user_model().objects.select_for_update(no_key=True).get(pk=user_id)
