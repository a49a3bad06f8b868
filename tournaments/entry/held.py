"""Entries and tickets of a player, against the closing of the account (ACCOUNT-6)."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from core.money import amount_text
from core.own_texts import own_text
from core.types import UserId
from players.closing.obstacles import Obstacle
from tournaments.models import Entry, Tournament
from tournaments.money import tickets


def find(user_id: UserId, now: datetime) -> Iterator[Obstacle]:
    """Yield the events that are not over for a player, and the tickets that they have not used."""
    may_be_paid = Q(status=Entry.Status.OUT, tournament__status=Tournament.Status.RUNNING)
    entries = Entry.objects.filter(may_be_paid | Q(status__in=Entry.LIVE), user=user_id)
    for pk, name in sorted(set(entries.values_list("tournament", "tournament__name"))):
        text = _("You are in %(name)s: unregister, or wait until the event is over.")
        yield Obstacle(text % {"name": own_text(name)}, reverse("tournament", args=[pk]))
    for ticket in tickets.unused(user_id=user_id).filter(play_money=False):
        text = _("You hold a ticket worth %(money)s: use it in an event.")
        money = amount_text(ticket.value, chips=False)
        yield Obstacle(text % {"money": money}, reverse("my_tournaments"))
