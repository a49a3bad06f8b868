"""The HTTP API of cash tables: what there is, and taking a seat. Refusals: 409 {code, message}.

What a guest does at the table goes over its socket.
"""

from datetime import datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import api_view, permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.requests import who
from core.types import Cents
from tables.cash import cashier, lobby, receipts, waiting
from tables.cash.lobby import OpenTable


class CashTableSerializer(serializers.Serializer[Any]):
    """A cash table; money in cents."""

    id = serializers.IntegerField(source="table.pk")
    name = serializers.CharField(source="table.name")
    game = serializers.CharField(source="game.game")
    small_blind = serializers.IntegerField(source="game.small_blind")
    big_blind = serializers.IntegerField(source="game.big_blind")
    ante = serializers.IntegerField(source="game.ante")
    limits = serializers.SerializerMethodField(
        help_text="The small and the big bet, where bets have one size; else null."
    )
    least_buy_in = serializers.IntegerField(source="game.least")
    most_buy_in = serializers.IntegerField(source="game.most")
    new_money = serializers.IntegerField(
        source="buy_in.allowance",
        help_text="What the reader may still bring to the game's tables, top-ups included.",
    )
    due = serializers.SerializerMethodField(
        help_text="What the reader took from the game lately: they come back with exactly that."
    )
    due_until = serializers.SerializerMethodField()
    straddle = serializers.BooleanField(source="game.straddle")
    seats = serializers.IntegerField(source="table.max_seats")
    players = serializers.IntegerField()
    seated = serializers.BooleanField(help_text="Whether the reader sits there.")
    waiting = serializers.IntegerField(help_text="How many wait for a seat here.")
    place = serializers.IntegerField(
        allow_null=True, help_text="The reader's place on the game's waiting list."
    )

    def get_limits(self, opened: OpenTable) -> list[int] | None:
        game = opened.game
        return [game.big_blind, game.big_bet] if game.has_fixed_limit else None

    def get_due(self, opened: OpenTable) -> int | None:
        return opened.buy_in.back and opened.buy_in.back.cents

    def get_due_until(self, opened: OpenTable) -> datetime | None:
        return opened.buy_in.back and opened.buy_in.back.until


class SittingSerializer(serializers.Serializer[Any]):
    """A wish to sit down; the same ``key`` again is the same wish."""

    amount = serializers.IntegerField(help_text="Cents.")
    key = serializers.RegexField(r"\A[0-9A-Za-z-]{8,40}\Z")
    seat = serializers.IntegerField(allow_null=True, default=None)
    posts = serializers.BooleanField(
        default=False, help_text="Post the big blind at once instead of waiting for it."
    )


class TopUpSerializer(serializers.Serializer[Any]):
    """Chips that came during a stay, cents."""

    kind = serializers.ChoiceField(choices=[kind.value for kind in receipts.TOP_UPS])
    cents = serializers.IntegerField()
    at = serializers.DateTimeField()


class AbsenceSerializer(serializers.Serializer[Any]):
    """A time that somebody sat out; ``until`` is null while it lasts."""

    since = serializers.DateTimeField()
    until = serializers.DateTimeField(allow_null=True)


class ReceiptSerializer(serializers.Serializer[Any]):
    """A stay at a cash table (INFO-3), in cents."""

    id = serializers.IntegerField(source="session.pk")
    number = serializers.CharField()
    code = serializers.CharField(help_text="With the number, what a check of the receipt asks.")
    table = serializers.CharField(source="session.table.name")
    sat_down_at = serializers.DateTimeField(source="session.opened_at")
    left_at = serializers.DateTimeField(source="session.closed_at", allow_null=True)
    sat_in_with = serializers.IntegerField()
    brought_back = serializers.IntegerField(
        source="session.brought_back", help_text="Of it, what an earlier stay had taken away."
    )
    top_ups = TopUpSerializer(many=True)
    absences = AbsenceSerializer(many=True)
    hands = serializers.IntegerField()
    rake = serializers.IntegerField(
        help_text="What the player bore of each hand's rake, in proportion to what they put in."
    )
    given_back = serializers.IntegerField(help_text="From draw pots that nobody won.")
    took = serializers.IntegerField(source="session.took", allow_null=True)
    result = serializers.IntegerField(help_text="Won or lost; by now, while the stay lasts.")


@extend_schema(responses=CashTableSerializer(many=True))
@api_view(["GET"])
@permission_classes([AllowAny])
def tables(request: Request) -> Response:
    """Every open cash table, the smallest stakes first."""
    found = lobby.open_tables(user_id=request.user.pk, now=timezone.now())
    return Response(CashTableSerializer(found, many=True).data)


@extend_schema(
    request=SittingSerializer,
    responses={200: None, 409: OpenApiResponse(description="{code, message}")},
)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def sit(request: Request, pk: int) -> Response:
    """Buy chips with the money of one's wallet, and take a seat."""
    wish = SittingSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    asked = wish.validated_data
    session = cashier.sit_down(
        table_id=pk,
        user_id=who(request),
        amount=Cents(asked["amount"]),
        key=asked["key"],
        no=asked["seat"],
        posts=asked["posts"],
        now=timezone.now(),
    )
    return Response({"session": session.pk})


class WaitingSerializer(serializers.Serializer[Any]):
    """A wish for a seat: at any table of the game, or at this one only."""

    any_table = serializers.BooleanField(default=True)


class PlaceSerializer(serializers.Serializer[Any]):
    """The reader's place on the list, from 1; null when they are not on it."""

    place = serializers.IntegerField(allow_null=True)


@extend_schema(
    request=WaitingSerializer,
    responses={200: PlaceSerializer, 409: OpenApiResponse(description="{code, message}")},
)
@api_view(["GET", "POST", "DELETE"])
@permission_classes([IsAuthenticated])
def wait(request: Request, pk: int) -> Response:
    """Join the waiting list of a full table's game, leave it (DELETE), or look (GET)."""
    now = timezone.now()
    if request.method == "GET":
        return Response({"place": waiting.place(table_id=pk, user_id=who(request))})
    if request.method == "DELETE":
        waiting.leave(table_id=pk, user_id=who(request), now=now)
        return Response({"place": None})
    wish = WaitingSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    any_table = wish.validated_data["any_table"]
    row = waiting.join(table_id=pk, user_id=who(request), any_table=any_table, now=now)
    return Response({"place": lobby.place_of(row.game, who(request))})


class Pages(LimitOffsetPagination):
    default_limit = 25
    max_limit = 100


@extend_schema(responses=ReceiptSerializer(many=True))
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def sessions(request: Request) -> Response:
    """The reader's stays at cash tables, the latest first; ``limit`` and ``offset`` turn pages."""
    pages = Pages()
    found = pages.paginate_queryset(receipts.of_player(who(request)), request)
    told = receipts.told(found or [])
    return pages.get_paginated_response(ReceiptSerializer(told, many=True).data)


@extend_schema(responses={200: ReceiptSerializer, 404: None})
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def session(request: Request, pk: int) -> Response:
    """One of the reader's stays."""
    found = receipts.told(receipts.of_player(who(request)).filter(pk=pk))
    if not found:
        raise NotFound
    return Response(ReceiptSerializer(found[0]).data)
