"""The events that a player is shown after one of theirs: the next like it, and the next satellite
into something larger (NEXT-1, NEXT-2)."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import BooleanField, ExpressionWrapper, F, IntegerField, Q, QuerySet
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast

from core.types import UserId
from payouts.protection import limits
from payouts.rules.schemes import Satellite
from players import access
from players.models import Restriction
from tournaments.models import Tournament

Kind, Status = Tournament.Kind, Tournament.Status


def without_offers(users: Collection[UserId], *, now: datetime) -> set[UserId]:
    """Return those of these players who are shown no offer: barred ones, and those who limit
    themselves (NEXT-2); two statements."""
    events = Restriction.Game.EVENTS.value
    return access.barred(users, game=events, now=now) | limits.limited(users, now=now)


def like(event: Tournament, *, now: datetime) -> Tournament | None:
    """Return the next event like this one: of the same series, else of the same kind, game and
    buy-in; None for a home game, which only its host repeats."""
    if event.home:
        return None
    same_series = Q(template=event.template_id) if event.template_id else Q(pk__in=())
    same_terms = {
        name: getattr(event, name) for name in ("kind", "venue", "game", "buy_in", "bounty", "fee")
    }
    if event.draw_id is None:
        alike = same_series | Q(**same_terms, draw=None)
    else:
        alike = same_series | Q(**same_terms, draw__isnull=False)
    mine = ExpressionWrapper(same_series, output_field=BooleanField())
    coming = _coming(event, now=now).filter(alike).annotate(mine=mine)
    return coming.order_by("-mine", F("starts_at").asc(nulls_first=True), "pk").first()


def satellite(event: Tournament, *, now: datetime) -> Tournament | None:
    """Return the next satellite whose seat is worth more than an entry of this event cost."""
    if event.home:
        return None
    seat = Cast(KeyTransform("seat", "scheme"), IntegerField())
    into = _coming(event, now=now).filter(scheme__kind=Satellite.kind).annotate(seat=seat)
    larger = into.filter(seat__gt=event.entry_right, venue=event.venue)
    return larger.order_by(F("starts_at").asc(nulls_last=True), "pk").first()


def _coming(event: Tournament, *, now: datetime) -> "QuerySet[Tournament]":
    """Return the open events in the same books that have not begun."""
    starts = Q(kind=Kind.SIT_AND_GO) | Q(starts_at__gt=now)
    return (
        Tournament.objects.filter(
            starts,
            status=Status.REGISTERING,
            access=Tournament.Access.OPEN,
            home=False,
            play_money=event.play_money,
        )
        .exclude(pk=event.pk)
        .select_related("draw", "template")
    )
