"""The lobby searches that a player saves under a name (LOBBY-2)."""

from django.db import transaction

from core.refusal import Refusal
from core.types import UserId
from players.models import User
from tournaments.models import SavedSearch
from tournaments.models.saved import LONGEST_NAME, LONGEST_QUERY
from tournaments.refusals import EventCode

MOST = 20


def save(*, user_id: UserId, name: str, place: str, query: str) -> SavedSearch:
    """Save a search; it replaces one of the same name.

    Refuses SEARCH_NAME for a name that is empty, too long or not printable, SEARCH_TOO_LONG,
    TOO_MANY_SEARCHES.
    """
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refusal(EventCode.SEARCH_NAME, most=LONGEST_NAME)
    if len(query) > LONGEST_QUERY:
        raise Refusal(EventCode.SEARCH_TOO_LONG)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user_id)
        own = SavedSearch.objects.filter(user=user_id)
        if own.exclude(name=name).count() >= MOST:
            raise Refusal(EventCode.TOO_MANY_SEARCHES, most=MOST)
        search, _ = own.update_or_create(
            user_id=user_id, name=name, defaults={"place": place, "query": query}
        )
    return search


def forget(*, user_id: UserId, search_id: int) -> None:
    """Delete a saved search; idempotent."""
    SavedSearch.objects.filter(user=user_id, pk=search_id).delete()


def of_player(user_id: UserId | None) -> list[SavedSearch]:
    """A player's searches, by name; empty without a user."""
    return [] if user_id is None else list(SavedSearch.objects.filter(user=user_id))
