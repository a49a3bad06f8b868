"""The reader's home games as JSON."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.own_texts import own_text
from core.pages.api_views import api_view
from core.pages.requests import who
from tournaments.home.models import HomeGame

# The latest games of a reader.
MOST = 100


class HomeGameSerializer(serializers.Serializer[Any]):
    """A home game of the reader; ``url`` is its page and the link that lets others in."""

    id = serializers.IntegerField(source="tournament_id")
    name = serializers.SerializerMethodField()
    kind = serializers.CharField(source="tournament.kind")
    venue = serializers.CharField(source="tournament.venue")
    status = serializers.CharField(source="tournament.status")
    host = serializers.CharField(source="host.username")
    players = serializers.IntegerField(source="tournament.entry_count")
    url = serializers.SerializerMethodField()

    def get_name(self, game: HomeGame) -> str:
        return own_text(game.tournament.name)

    def get_url(self, game: HomeGame) -> str:
        return reverse("home_game", args=[game.token])


@extend_schema(responses=HomeGameSerializer(many=True))
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def home_games(request: Request) -> Response:
    """List the home games that the reader is in or was, the latest first."""
    mine = HomeGame.objects.filter(players__user=who(request), players__removed_at=None)
    games = mine.select_related("tournament", "host").order_by("-pk")[:MOST]
    return Response(HomeGameSerializer(games, many=True).data)
