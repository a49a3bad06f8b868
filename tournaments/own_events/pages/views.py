"""The pages of a player's own event: its hands, what decided it, what comes next, and the replay of
one hand after another."""

from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.money import as_chips
from core.pages.api_views import api_view
from core.pages.requests import who
from core.types import UserId
from players.requests import PlayerRequest
from tables.pages import views as tables
from tournaments.models import Entry, Tournament
from tournaments.own_events.pages import reading
from tournaments.pages.end_of_event import GONE
from tournaments.pages.lobby.listed import seats_of
from tournaments.rules.key_hands import key_hands

HANDS_A_PAGE: Final = 50


@require_safe
@login_required
def own_event(request: PlayerRequest, pk: int) -> HttpResponse:
    """Show an event as its player played it, and what they may go on with (KEY-1, NEXT-1)."""
    event, entry = _own(who(request), pk)
    now = room_clock.now()
    played = reading.played(event, user_id=who(request), now=now)
    page = Paginator(played.hands, HANDS_A_PAGE).get_page(request.GET.get("page"))
    rows = tables.summaries(who(request), [hand.hand.id for hand in page])
    cards = {row.player.hand_id: row for row in rows}
    over = entry.status in GONE or event.over
    with as_chips(event.free):
        context: dict[str, Any] = {
            "event": event,
            "entry": entry,
            "over": over,
            "table_id": seats_of(who(request)).get(event.event),
            "played": played,
            "decided": played.decided if over else (),
            "page": page,
            "rows": [(hand, cards.get(hand.hand.id)) for hand in page],
            "seasons": reading.in_seasons(event, request.user),
        }
        if over:
            context["coming"] = reading.coming(event, user_id=who(request), now=now)
            context["of_club"] = reading.next_of_club(event, user_id=who(request), now=now)
        return render(request, "tournaments/own_event.html", context)


@require_safe
@login_required
def own_event_hand(request: PlayerRequest, pk: int, hand: int) -> HttpResponse:
    """Replay a hand of the reader's event, with ways to the hand before and after it."""
    event, _entry = _own(who(request), pk)
    played = reading.played(event, user_id=who(request), now=room_clock.now())
    around = played.around(hand)
    if around is None:
        raise Http404
    before, shown, after = around
    context = {
        **tables.replayed(request, hand),
        "event": event,
        "shown": shown,
        "before": before,
        "after": after,
        "of": len(played.hands),
        "key": played.key,
    }
    return render(request, "tournaments/own_event_hand.html", context)


class OwnEventHandSerializer(serializers.Serializer[Any]):
    """A hand of the reader in an event: the stack before and after it, and why it is a key hand."""

    number = serializers.IntegerField()
    hand = serializers.IntegerField(source="hand.id")
    at = serializers.DateTimeField()
    stakes = serializers.CharField()
    before = serializers.IntegerField(source="hand.start")
    after = serializers.IntegerField(source="hand.finish")
    marks = serializers.ListField(child=serializers.CharField())


class OwnEventSerializer(serializers.Serializer[Any]):
    """The reader's hands of an event in the order of play, and the ids of those that decided it."""

    hands = OwnEventHandSerializer(many=True)
    decided = serializers.ListField(child=serializers.IntegerField())


@extend_schema(responses={200: OwnEventSerializer, 404: None})
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def api_own_event(request: Request, pk: int) -> Response:
    """Return the reader's hands of an event with their stack; 404 for an event not their own."""
    try:
        event, _entry = _own(who(request), pk)
    except Http404:
        raise NotFound from None
    played = reading.played(event, user_id=who(request), now=room_clock.now())
    decided = [key.hand.id for key in key_hands([hand.hand for hand in played.hands])]
    told = {"hands": played.hands, "decided": decided}
    return Response(OwnEventSerializer(told).data)


def _own(user_id: UserId, pk: int) -> tuple[Tournament, Entry]:
    """Return an event and the reader's last entry of it; Http404 where they have none."""
    event = get_object_or_404(Tournament.objects.select_related("draw"), pk=pk)
    entry = reading.entry_of(event, user_id)
    if entry is None:
        raise Http404
    return event, entry
