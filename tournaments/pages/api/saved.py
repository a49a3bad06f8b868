"""The HTTP API of the lobby's places, favourites and saved searches. Refusals: 409."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.decorators import permission_classes
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.api_views import api_view
from core.pages.requests import who
from tournaments.models import SavedSearch
from tournaments.pages.api.events import TournamentSerializer
from tournaments.pages.lobby import place_tabs, planner
from tournaments.pages.lobby.event_filter import plain_query
from tournaments.pages.lobby.views import LISTED
from tournaments.saved import favourites, searches

REFUSED = OpenApiResponse(description="Refused by name.")


class LobbyPlaceSerializer(serializers.Serializer[Any]):
    """A place of the lobby: its page, and its ``count``, null for a place without one."""

    name = serializers.CharField()
    title = serializers.CharField()
    url = serializers.CharField()
    count = serializers.IntegerField(source="size", allow_null=True)


class SearchSerializer(serializers.ModelSerializer[SavedSearch]):
    """A search that the reader has named: a place, and a query of ``/api/tournaments/``."""

    place = serializers.ChoiceField(choices=LISTED)
    query = serializers.CharField(allow_blank=True, default="", max_length=2000)
    name = serializers.CharField()

    class Meta:
        model = SavedSearch
        fields = ["id", "name", "place", "query"]


@extend_schema(responses=LobbyPlaceSerializer(many=True))
@api_view(["GET"])
@permission_classes([AllowAny])
def lobby(request: Request) -> Response:
    """The places of the lobby with their counts."""
    return Response(LobbyPlaceSerializer(place_tabs.tabs(now=room_clock.now()), many=True).data)


@extend_schema(methods=["GET"], responses=SearchSerializer(many=True))
@extend_schema(
    methods=["POST"], request=SearchSerializer, responses={200: SearchSerializer, 409: REFUSED}
)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
def my_searches(request: Request) -> Response:
    """Return the reader's saved searches, by name; POST saves one, over one of the same name."""
    if request.method in SAFE_METHODS:
        return Response(SearchSerializer(searches.of_player(who(request)), many=True).data)
    wish = SearchSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    data = wish.validated_data
    search = searches.save(
        user_id=who(request),
        name=data["name"],
        place=data["place"],
        query=plain_query(data["query"], request),
    )
    return Response(SearchSerializer(search).data)


@extend_schema(responses={204: None})
@api_view(["DELETE"])
@permission_classes([IsAuthenticated])
def my_search(request: Request, pk: int) -> Response:
    """Delete a saved search."""
    searches.forget(user_id=who(request), search_id=pk)
    return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(request=None, responses={204: None, 409: REFUSED})
@api_view(["PUT", "DELETE"])
@permission_classes([IsAuthenticated])
def series_star(request: Request, pk: int) -> Response:
    """Mark a series (an event's ``series``) as a favourite, or remove the mark."""
    favourites.star(user_id=who(request), template_id=pk, wanted=request.method == "PUT")
    return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema(responses=TournamentSerializer(many=True))
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def schedule(request: Request) -> Response:
    """Return the events that the reader plays or has entered, and those of favourite series."""
    now = room_clock.now()
    days = planner.days(request, user_id=who(request), now=now)
    events = [row.context["listing"].event for day in days for row in day.rows]
    context = {"request": request, "now": now}
    return Response(TournamentSerializer(events, many=True, context=context).data)
