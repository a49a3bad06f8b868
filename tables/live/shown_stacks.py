"""Stacks as their tables show them: while the last cards of a hand are being turned up, those from
before that hand (SHOW-2)."""

from datetime import datetime

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from tables.models import Hand, HandPlayer, LastHand, Table


def shown_stack(tables: QuerySet[Table], *, seat: str = "", now: datetime) -> Combinable:
    """Return the expression for the shown stack of a seat at one of ``tables``: one query, and a
    subquery while there is such a hand. ``seat``: the path to the seat, ending in two underscores.
    """
    stack = F(f"{seat}stack")
    running_out = turned_up(tables, now=now)
    if not running_out:
        return stack
    # A player may sit at several tables.
    before = HandPlayer.objects.filter(
        hand__in=running_out, hand__table=OuterRef(f"{seat}table"), user=OuterRef(f"{seat}user")
    )
    return Coalesce(Subquery(before.values("start_stack")[:1]), stack)


def turned_up(tables: QuerySet[Table], *, now: datetime) -> list[int]:
    """Return the finished hands at ``tables`` whose last cards are still being turned up."""
    latest = LastHand.objects.filter(table__in=tables.values("pk"), over=True)
    hands = Hand.objects.filter(pk__in=latest.values("hand_id"), shown_at__gt=now)
    return list(hands.values_list("pk", flat=True))
