"""Seasons and their standings as JSON."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.pages.api_views import api_view, paged
from tournaments.clubs.models import Club
from tournaments.seasons import reading
from tournaments.seasons.models import Season, SeasonStanding

# The latest seasons.
MOST = 100


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """A season; ``points_table``, ``factor`` and ``attendance`` are hundredths of a point.

    ``results`` is the file of all results as JSON; ``club`` is the club's slug, or null.
    """

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True)
    results = serializers.SerializerMethodField()

    class Meta:
        model = Season
        fields = (
            *("id", "club", "name", "begins_on", "ends_on", "formula", "points_table", "factor"),
            *("attendance", "best", "closed_at", "results"),
        )

    def get_results(self, season: Season) -> str:
        return reverse("season_results", args=[season.pk, "json"])


class SeasonStandingSerializer(serializers.Serializer[Any]):
    """A line of the standings; points are hundredths, ``results`` the best first."""

    place = serializers.IntegerField()
    player = serializers.CharField(source="user.username")
    points = serializers.IntegerField()
    events = serializers.IntegerField()
    results = serializers.ListField(child=serializers.IntegerField())


class StandingsPages(LimitOffsetPagination):
    default_limit = 100
    max_limit = 1_000


CLUB = OpenApiParameter("club", str, description="The slug of a club; left out, the room's own.")


@extend_schema(parameters=[CLUB], responses=SeasonSerializer(many=True))
@api_view(["GET"])
@permission_classes([AllowAny])
def seasons(request: Request) -> Response:
    """List the seasons of the room, or of a club to those who may know of them, the latest
    first."""
    slug = request.query_params.get("club")
    its = {"club": None} if slug is None else {"club__slug": slug}
    rows = reading.seen_by(request.user).filter(**its).order_by("-ends_at", "-pk")
    return Response(SeasonSerializer(rows[:MOST], many=True).data)


@extend_schema(responses=SeasonStandingSerializer(many=True))
@paged(StandingsPages)
@api_view(["GET"])
@permission_classes([AllowAny])
def season_standings(request: Request, pk: int) -> Response:
    """List the standings of a season, best first."""
    season = get_object_or_404(reading.seen_by(request.user), pk=pk)
    lines = SeasonStanding.objects.filter(season=season).select_related("user")
    pages = StandingsPages()
    page = pages.paginate_queryset(lines.order_by("place", "pk"), request)
    return pages.get_paginated_response(SeasonStandingSerializer(page, many=True).data)
