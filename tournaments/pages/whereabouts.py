"""The public events in which players are (FRIEND-2)."""

from collections.abc import Collection, Iterator

from django.urls import reverse

from core.own_texts import own_text
from core.types import UserId
from players.contacts.whereabouts import Place
from tournaments.models import Entry, Tournament


def places(reader_id: UserId, users: Collection[UserId]) -> Iterator[tuple[UserId, Place]]:
    """Yield the open events that these players have entered and are not out of, neither private
    ones nor home games; one query."""
    entries = Entry.objects.filter(
        user__in=users,
        status__in=(Entry.Status.REGISTERED, Entry.Status.PLAYING),
        tournament__home=False,
        tournament__access=Tournament.Access.OPEN,
    )
    entries = entries.exclude(tournament__status__in=Tournament.OVER)
    events = entries.order_by("tournament__starts_at", "tournament")
    for user_id, pk, name in events.values_list("user", "tournament", "tournament__name"):
        yield UserId(user_id), Place(own_text(name), reverse("tournament", args=[pk]))
