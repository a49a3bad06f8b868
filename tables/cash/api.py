"""The HTTP API of cash tables: the list, and taking a seat. Refusals: 409 {code, message}.

The actions of a player at the table go over its socket.
"""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import SAFE_METHODS, AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.money import currency
from core.pages.api_views import api_view, paged
from core.pages.requests import who
from core.types import Cents
from tables.cash import cashier, lobby, receipts, waiting
from tables.cash.serializers import (
    BuyingInSerializer,
    GameSerializer,
    ReceiptPagination,
    ReceiptSerializer,
)


class CashTableSerializer(GameSerializer):
    """A cash table; money in cents, at tables for play money in chips that are worth nothing."""

    id = serializers.IntegerField(source="table.pk")
    name = serializers.CharField(source="table.name")
    play_money = serializers.BooleanField(source="game.play_money")
    currency = serializers.SerializerMethodField(help_text="Null at tables for play money.")
    ante = serializers.IntegerField(source="game.ante")
    straddle = serializers.BooleanField(source="game.straddle")
    seats = serializers.IntegerField(source="table.max_seats")
    game_id = serializers.IntegerField(source="game.pk")
    starred = serializers.BooleanField(help_text="Whether the reader has marked the game.")
    seated = serializers.BooleanField(help_text="Whether the reader sits there.")
    waiting = serializers.IntegerField(help_text="How many wait for a seat here.")
    place = serializers.IntegerField(
        allow_null=True, help_text="The reader's place on the game's waiting list."
    )

    def get_currency(self, opened: lobby.OpenTable) -> str | None:
        return None if opened.game.play_money else currency()


class SittingSerializer(BuyingInSerializer):
    """A wish to sit down; the same ``key`` again is the same wish."""

    seat = serializers.IntegerField(allow_null=True, default=None)
    posts = serializers.BooleanField(
        default=False, help_text="Post the big blind at once instead of waiting for it."
    )


@extend_schema(responses=CashTableSerializer(many=True))
@api_view(["GET"])
@permission_classes([AllowAny])
def tables(request: Request) -> Response:
    """List every open cash table, the smallest stakes first."""
    open_tables = lobby.open_tables(user_id=request.user.pk, now=room_clock.now())
    return Response(CashTableSerializer(open_tables, many=True).data)


@extend_schema(
    request=SittingSerializer,
    responses={200: None, 409: OpenApiResponse(description="Refused by name.")},
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def sit(request: Request, pk: int) -> Response:
    """Buy chips with money of the reader's wallet, or their play money, and take a seat."""
    wish = SittingSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    data = wish.validated_data
    stay = cashier.sit_down(
        table_id=pk,
        user_id=who(request),
        amount=Cents(data["amount"]),
        key=data["key"],
        no=data["seat"],
        posts=data["posts"],
        now=room_clock.now(),
    )
    return Response({"stay": stay.pk})


class WaitingSerializer(serializers.Serializer[Any]):
    """A wish for a seat: at any table of the game, or at this one only."""

    any_table = serializers.BooleanField(default=True)


class PlaceSerializer(serializers.Serializer[Any]):
    """The reader's place on the list, from 1; null when they are not on it."""

    place = serializers.IntegerField(allow_null=True)


@extend_schema(
    request=WaitingSerializer,
    responses={200: PlaceSerializer, 409: OpenApiResponse(description="Refused by name.")},
)
@api_view(["GET", "POST", "DELETE"])
@permission_classes([IsAuthenticated])
def wait(request: Request, pk: int) -> Response:
    """Join the waiting list of a full table's game, leave it (DELETE), or read the place (GET)."""
    now = room_clock.now()
    if request.method in SAFE_METHODS:
        return Response({"place": waiting.place(table_id=pk, user_id=who(request))})
    if request.method == "DELETE":
        waiting.leave(table_id=pk, user_id=who(request), now=now)
        return Response({"place": None})
    wish = WaitingSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    any_table = wish.validated_data["any_table"]
    row = waiting.join(table_id=pk, user_id=who(request), any_table=any_table, now=now)
    return Response({"place": lobby.place_of(row.game, who(request))})


@extend_schema(responses=ReceiptSerializer(many=True))
@paged(ReceiptPagination)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def stays(request: Request) -> Response:
    """List the reader's stays at cash tables, latest first; ``limit`` and ``offset`` turn pages."""
    pages = ReceiptPagination()
    page = pages.paginate_queryset(receipts.of_player(who(request)), request)
    listed = receipts.of_stays(page or [])
    return pages.get_paginated_response(ReceiptSerializer(listed, many=True).data)


@extend_schema(responses={200: ReceiptSerializer, 404: None})
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def stay(request: Request, pk: int) -> Response:
    """Return one of the reader's stays."""
    receipt = receipts.of_stays(receipts.of_player(who(request)).filter(pk=pk))
    if not receipt:
        raise NotFound
    return Response(ReceiptSerializer(receipt[0]).data)
