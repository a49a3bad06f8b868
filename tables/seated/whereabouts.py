"""The room's own cash tables and pools at which players are (FRIEND-2)."""

from collections.abc import Collection, Iterator

from django.db.models import Q
from django.urls import reverse

from core.types import UserId
from payouts.events import EventRef
from players.contacts.whereabouts import Place
from tables.models import CASH, PLAY, CashGame, PoolEntry, Seat, Table


def places(reader_id: UserId, users: Collection[UserId]) -> Iterator[tuple[UserId, Place]]:
    """Yield the tables and pools of these players, home games not among them; three queries."""
    ours = Q(table__event__startswith=f"{CASH}:") | Q(table__event__startswith=f"{PLAY}:")
    seats = Seat.objects.filter(ours, user__in=users, table__status=Table.Status.OPEN)
    rows = list(seats.order_by("table").values_list("user", "table", "table__name", "table__event"))
    refs = {event: EventRef.parse(event) for _, _, _, event in rows}
    ids = {ref.id for ref in refs.values() if ref is not None}
    offered = {game.event for game in CashGame.objects.filter(pk__in=ids, home=False)}
    for user_id, table_id, name, event in rows:
        if event in offered:
            yield UserId(user_id), Place(name, reverse("table", args=[table_id]))
    entries = PoolEntry.objects.filter(
        user__in=users, closed_at=None, leaving=False, pool__offered=True
    )
    pools = entries.order_by("pool").values_list("user", "pool", "pool__name")
    for user_id, pool_id, name in pools.distinct():
        yield UserId(user_id), Place(name, reverse("pool", args=[pool_id]))
