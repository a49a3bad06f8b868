"""The HTTP API of pools: what there is, and coming in. Refusals: 409 {code, message}.

What a player does in a pool goes over the socket of the entry, ``/ws/pool/<id>/<entry>/``.
"""

from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.requests import who
from core.types import Cents
from tables.pools import cashier, lobby, receipts
from tables.pools.lobby import OpenPool

MOST_STAYS = 100


class PoolSerializer(serializers.Serializer[Any]):
    """A fast-fold pool; money in cents."""

    id = serializers.IntegerField(source="pool.pk")
    name = serializers.CharField(source="pool.name")
    game = serializers.CharField(source="pool.game")
    small_blind = serializers.IntegerField(source="pool.small_blind")
    big_blind = serializers.IntegerField(source="pool.big_blind")
    least_buy_in = serializers.IntegerField(source="pool.least")
    most_buy_in = serializers.IntegerField(source="pool.most")
    new_money = serializers.IntegerField(
        source="buy_in.allowance",
        help_text="What the reader may still bring to the pool, top-ups included.",
    )
    due = serializers.SerializerMethodField(
        help_text="What the reader took from the pool lately: they come back with exactly that."
    )
    due_until = serializers.SerializerMethodField()
    entries_each = serializers.IntegerField(source="pool.entries_each")
    players = serializers.IntegerField(help_text="Entries in the pool.")
    hands_an_hour = serializers.IntegerField(source="pace", allow_null=True)
    average_pot = serializers.IntegerField(allow_null=True)
    entries = serializers.ListField(
        child=serializers.IntegerField(), source="mine", help_text="The reader's, by number."
    )

    def get_due(self, opened: OpenPool) -> int | None:
        return opened.buy_in.back and opened.buy_in.back.cents

    def get_due_until(self, opened: OpenPool) -> datetime | None:
        return opened.buy_in.back and opened.buy_in.back.until


class StaySerializer(serializers.Serializer[Any]):
    """A stay in a pool (INFO-3), in cents."""

    number = serializers.CharField()
    code = serializers.CharField(help_text="With the number, what a check of the receipt asks.")
    pool = serializers.CharField(source="entry.pool.name")
    came_in_at = serializers.DateTimeField(source="entry.opened_at")
    left_at = serializers.DateTimeField(source="entry.closed_at", allow_null=True)
    brought = serializers.IntegerField(source="entry.brought")
    brought_back = serializers.IntegerField(
        source="entry.brought_back", help_text="Of it, what an earlier stay had taken away."
    )
    hands = serializers.IntegerField(source="entry.hands")
    took = serializers.IntegerField(source="entry.took")
    result = serializers.IntegerField(
        help_text="Won or lost; by now, before unfinished hands, while the stay lasts."
    )


class JoiningSerializer(serializers.Serializer[Any]):
    """A wish to come in; the same ``key`` again is the same wish."""

    amount = serializers.IntegerField(help_text="Cents.")
    key = serializers.RegexField(r"\A[0-9A-Za-z-]{8,40}\Z")


@extend_schema(responses=PoolSerializer(many=True))
@api_view(["GET"])
@permission_classes([AllowAny])
def pools(request: Request) -> Response:
    """Every pool that is offered, the smallest stakes first."""
    found = lobby.open_pools(user_id=request.user.pk, now=timezone.now())
    return Response(PoolSerializer(found, many=True).data)


@extend_schema(responses=StaySerializer(many=True))
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def stays(request: Request) -> Response:
    """The reader's latest stays in pools."""
    mine = receipts.of_player(who(request))[:MOST_STAYS]
    return Response(StaySerializer([receipts.Receipt(entry) for entry in mine], many=True).data)


@extend_schema(
    request=JoiningSerializer,
    responses={200: None, 409: OpenApiResponse(description="{code, message}")},
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def join(request: Request, pk: int) -> Response:
    """Buy chips with the money of one's wallet, and come into a pool; the number of the entry."""
    wish = JoiningSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    entry = cashier.join(
        pool_id=pk,
        user_id=who(request),
        amount=Cents(wish.validated_data["amount"]),
        key=wish.validated_data["key"],
        now=timezone.now(),
    )
    return Response({"entry": entry.no})
