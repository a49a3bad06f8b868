"""The chip races of a live event, as JSON (LIVE-8)."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.pages.api_views import api_view
from tournaments.entry import admission
from tournaments.models import Tournament
from tournaments.staff.live import races


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
    found = event.races.select_related("tournament").order_by("pk")
    return Response([races.record(race).to_json() for race in found])
