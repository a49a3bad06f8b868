"""The reader's home games as JSON."""

from typing import Any

from django.db.models import CharField, Count, OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast, Concat
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
from tables.models import HOME, Table
from tournaments.home.kinds import CASH
from tournaments.home.models import HomeGame, HomePlayer
from tournaments.models import Tournament

# The latest games of a reader.
MOST = 100


class HomeGameSerializer(serializers.Serializer[Any]):
    """A home game of the reader; ``url`` is its page and the link that lets others in. ``kind`` is
    that of its event, or "cash"."""

    id = serializers.IntegerField(
        source="tournament_id", allow_null=True, help_text="The event; null for a cash game."
    )
    table = serializers.IntegerField(
        source="table_id",
        allow_null=True,
        help_text="The table of a cash game, where its players sit down; null for an event.",
    )
    name = serializers.SerializerMethodField()
    kind = serializers.SerializerMethodField()
    venue = serializers.SerializerMethodField()
    status = serializers.CharField()
    host = serializers.CharField(source="host.username")
    players = serializers.IntegerField(source="player_count")
    url = serializers.SerializerMethodField()

    def get_name(self, game: HomeGame) -> str:
        return own_text(game.title)

    def get_kind(self, game: HomeGame) -> str:
        return CASH if game.tournament is None else game.tournament.kind

    def get_venue(self, game: HomeGame) -> str:
        return Tournament.Venue.ONLINE if game.tournament is None else game.tournament.venue

    def get_url(self, game: HomeGame) -> str:
        return reverse("home_game", args=[game.token])


@extend_schema(responses=HomeGameSerializer(many=True))
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def home_games(request: Request) -> Response:
    """List the home games that the reader is in or was, the latest first."""
    mine = HomePlayer.objects.filter(user=who(request), removed_at=None).values("game")
    event = Concat(Value(f"{HOME}:"), Cast(OuterRef("cash_game_id"), CharField()))
    table = Table.objects.filter(event=event)
    games = HomeGame.objects.filter(pk__in=mine).select_related("tournament", "host")
    games = games.annotate(
        player_count=Count("players", filter=Q(players__removed_at=None)),
        table_id=Subquery(table.values("pk")[:1]),
    ).order_by("-pk")[:MOST]
    return Response(HomeGameSerializer(games, many=True).data)
