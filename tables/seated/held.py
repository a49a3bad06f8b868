"""Seats and stays of a player, against the closing of the account (ACCOUNT-6)."""

from collections.abc import Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext as _

from core.types import UserId
from players.closing.obstacles import Obstacle
from tables.models import CashStay, PoolEntry, Seat, Table
from tables.templatetags.table_names import table_name


def find(user_id: UserId, now: datetime) -> Iterator[Obstacle]:
    """Yield the tables and pools that a player must leave first."""
    seats = Seat.objects.filter(user=user_id, table__status=Table.Status.OPEN)
    stays = CashStay.objects.filter(user=user_id, closed_at=None)
    tables = {
        *seats.values_list("table", "table__name"),
        *stays.values_list("table", "table__name"),
    }
    for pk, name in sorted(tables):
        text = _("You sit at %(name)s: leave the table.") % {"name": table_name(name)}
        yield Obstacle(text, reverse("table", args=[pk]))
    entries = PoolEntry.objects.filter(user=user_id, closed_at=None)
    for pk, name in entries.order_by("pk").values_list("pool", "pool__name"):
        text = _("You play in %(name)s: leave the pool.") % {"name": table_name(name)}
        yield Obstacle(text, reverse("pool", args=[pk]))
