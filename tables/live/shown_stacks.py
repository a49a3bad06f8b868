"""Stacks as their tables show them: while the last cards of a hand are being turned up, those from
before that hand (SHOW-2)."""

from datetime import datetime

from django.db.models import F, OuterRef, QuerySet, Subquery
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from tables.models import Hand, HandPlayer, LastHand, Table


def shown_stack(
    tables: QuerySet[Table], *, stack: str = "stack", user: str = "user", now: datetime
) -> Combinable:
    """Return the expression for the shown stack of a seat at one of ``tables``: one query, and a
    subquery while there is such a hand. ``stack`` and ``user`` are the paths to these of the seat.
    """
    latest = LastHand.objects.filter(table__in=tables.values("pk"), over=True)
    hands = Hand.objects.filter(pk__in=latest.values("hand_id"), shown_at__gt=now)
    running_out = list(hands.values_list("pk", flat=True))
    if not running_out:
        return F(stack)
    before = HandPlayer.objects.filter(hand__in=running_out, user=OuterRef(user))
    return Coalesce(Subquery(before.values("start_stack")[:1]), F(stack))
