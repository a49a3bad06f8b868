"""Chip races, and the hands of feature tables, as JSON (LIVE-8, LIVE-13)."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.api_views import api_view
from tournaments.entry import admission
from tournaments.live_room.verbs import features, races
from tournaments.models import Tournament


class HeldSerializer(serializers.Serializer[Any]):
    """The hole cards of a player."""

    seat = serializers.IntegerField()
    name = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())


class FeatureHandSerializer(serializers.Serializer[Any]):
    """A hand of a feature table; the board street by street."""

    table = serializers.CharField()
    number = serializers.IntegerField()
    shown_at = serializers.DateTimeField()
    hands = HeldSerializer(many=True)
    streets = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


@extend_schema(responses=FeatureHandSerializer(many=True))
@api_view(["GET"])
@permission_classes([AllowAny])
def feature_hands(request: Request, pk: int) -> Response:
    """Return the latest hands, the newest first, each only after its delay."""
    event = get_object_or_404(Tournament, pk=pk)
    if not admission.may_watch(event, request.user):
        raise Http404
    hands = [
        {
            "table": hand.table,
            "number": hand.number,
            "shown_at": hand.shown_at,
            "hands": [{"seat": no, "name": name, "cards": cards} for no, name, cards in hand.hole],
            "streets": hand.streets,
        }
        for hand in features.shown(event, now=room_clock.now())
    ]
    return Response(FeatureHandSerializer(hands, many=True).data)


class RaceTableSerializer(serializers.Serializer[Any]):
    """One table: seat, entry, chips before and after of each chair, in the order of the seats."""

    table = serializers.IntegerField()
    chairs = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))


class ChipRaceSerializer(serializers.Serializer[Any]):
    """The public record of a colour-up, with the data to verify it (LIVE-8)."""

    event = serializers.CharField()
    small = serializers.IntegerField()
    large = serializers.IntegerField()
    commitment = serializers.CharField()
    server_seed = serializers.CharField(help_text="Empty until the race is run.")
    tables = RaceTableSerializer(many=True)


@extend_schema(responses=ChipRaceSerializer(many=True))
@api_view(["GET"])
@permission_classes([AllowAny])
def chip_races(request: Request, pk: int) -> Response:
    """Return every colour-up of a live event, the oldest first."""
    event = get_object_or_404(Tournament, pk=pk)
    if not admission.may_watch(event, request.user):
        raise Http404
    rows = event.races.select_related("tournament").order_by("pk")
    return Response([races.record(race).to_json() for race in rows])
