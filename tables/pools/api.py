"""The HTTP API of pools: the list, and coming in. Refusals: 409 {code, message}.

The actions of a player in a pool go over the socket of tables, as ``pool/<id>/<entry>``.
"""

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.api_fields import CurrencyField
from core.pages.api_views import api_view, paged
from core.pages.requests import who
from core.types import Cents
from tables.cash.serializers import (
    BuyingInSerializer,
    GameSerializer,
    ReceiptPagination,
    ReceiptSerializer,
)
from tables.pools import cashier, lobby, receipts


class PoolSerializer(GameSerializer):
    """A fast-fold pool; money in cents."""

    currency = CurrencyField()
    id = serializers.IntegerField(source="game.pk")
    name = serializers.CharField(source="game.name")
    entries_each = serializers.IntegerField(source="game.entries_each")
    starred = serializers.BooleanField(help_text="Whether the reader has marked the pool.")
    hands_an_hour = serializers.IntegerField(source="pace", allow_null=True)
    average_pot = serializers.IntegerField(allow_null=True)
    entries = serializers.ListField(
        child=serializers.IntegerField(), source="mine", help_text="The reader's, by number."
    )


@extend_schema(responses=PoolSerializer(many=True))
@api_view(["GET"])
@permission_classes([AllowAny])
def pools(request: Request) -> Response:
    """List every pool that is offered, the smallest stakes first."""
    open_pools = lobby.open_pools(user_id=request.user.pk, now=room_clock.now())
    return Response(PoolSerializer(open_pools, many=True).data)


@extend_schema(responses=ReceiptSerializer(many=True))
@paged(ReceiptPagination)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def stays(request: Request) -> Response:
    """List the reader's stays in pools, latest first; ``limit`` and ``offset`` turn pages."""
    pages = ReceiptPagination()
    page = pages.paginate_queryset(receipts.of_player(who(request)), request)
    receipt_list = receipts.of_stays(page or [])
    return pages.get_paginated_response(ReceiptSerializer(receipt_list, many=True).data)


@extend_schema(
    request=BuyingInSerializer,
    responses={200: None, 409: OpenApiResponse(description="Refused by name.")},
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def join(request: Request, pk: int) -> Response:
    """Buy chips with the reader's wallet, and come into a pool; return the entry's number."""
    wish = BuyingInSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    entry = cashier.join(
        pool_id=pk,
        user_id=who(request),
        amount=Cents(wish.validated_data["amount"]),
        key=wish.validated_data["key"],
        now=room_clock.now(),
    )
    return Response({"entry": entry.no})
