"""The star of a series: set it, remove it, list the starred series (LOBBY-2)."""

from django.db import IntegrityError

from core.refusal import Refusal
from core.types import UserId
from tournaments.models import Favourite, Template
from tournaments.refusals import EventCode


def star(*, user_id: UserId, template_id: int, wanted: bool) -> None:
    """Star a series, or remove the star; idempotent. Refuses NO_SUCH_SERIES."""
    if not wanted:
        Favourite.objects.filter(user=user_id, template=template_id).delete()
        return
    if not Template.objects.filter(pk=template_id).exists():
        raise Refusal(EventCode.NO_SUCH_SERIES)
    marked = Favourite(user_id=user_id, template_id=template_id)
    try:
        Favourite.objects.bulk_create([marked], ignore_conflicts=True)
    except IntegrityError as error:
        # The desk deleted it after the check above.
        raise Refusal(EventCode.NO_SUCH_SERIES) from error


def series_of(user_id: UserId | None) -> frozenset[int]:
    """Ids of the player's favourite series; empty without a user, and then no query."""
    if user_id is None:
        return frozenset()
    return frozenset(Favourite.objects.filter(user=user_id).values_list("template", flat=True))
