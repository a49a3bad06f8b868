"""A player's own hands, their marks and links to them as JSON (FIND-1, FIND-2, SHARE-1). Refusals:
409 {code, message}."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.api_views import api_view
from core.pages.requests import number, who
from tables.models.own_hands import LONGEST_NOTE
from tables.own_hands import marking, search, sharing
from tables.pages import shared_hands as pages_of_shared
from tables.pages import views
from tables.pages.hand_filter import HandFilterForm
from tables.storage import months

HANDS_A_PAGE = 100
FILTER = [
    OpenApiParameter(name, str, required=False, description=str(field.help_text or name))
    for name, field in HandFilterForm.base_fields.items()
]


class OwnHandSerializer(serializers.Serializer[Any]):
    """A hand in the reader's list; ``change`` is in chips, or in cents where chips are money."""

    id = serializers.IntegerField(source="player.hand_id")
    url = serializers.SerializerMethodField()
    event = serializers.CharField(source="player.hand.event")
    table = serializers.CharField(source="player.hand.table.name")
    number = serializers.IntegerField(source="player.hand.number")
    game = serializers.CharField(source="player.hand.game")
    finished_at = serializers.DateTimeField(source="player.hand.finished_at")
    void = serializers.SerializerMethodField()
    for_money = serializers.BooleanField(source="player.hand.for_money")
    cards = serializers.ListField(child=serializers.CharField())
    board = serializers.ListField(child=serializers.CharField())
    change = serializers.IntegerField()
    starred = serializers.BooleanField(source="mark.starred", default=False)
    tags = serializers.ListField(source="mark.tags", child=serializers.CharField(), default=list)
    note = serializers.CharField(source="mark.note", default="")

    def get_url(self, row: views.Summary) -> str:
        return reverse("hand", args=[row.player.hand_id])

    def get_void(self, row: views.Summary) -> bool:
        return row.player.hand.voided_at is not None


class OwnHandsSerializer(serializers.Serializer[Any]):
    """A page of hands; ``older`` is the next ``before``, null at the end. A page of a search can
    have few hands, or none, and an ``older``."""

    hands = OwnHandSerializer(many=True)
    older = serializers.IntegerField(allow_null=True)


class HandMarkSerializer(serializers.Serializer[Any]):
    """The marks of a reader on a hand; those left out stay as they are."""

    starred = serializers.BooleanField(required=False)
    tags = serializers.ListField(child=serializers.CharField(max_length=200), required=False)
    note = serializers.CharField(max_length=2 * LONGEST_NOTE, allow_blank=True, required=False)


@extend_schema(
    # One hand has the name that this one would get.
    operation_id="hands_list",
    parameters=[*FILTER, OpenApiParameter("before", int, description="Hands before this one.")],
    responses=OwnHandsSerializer,
)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def hands(request: Request) -> Response:
    """List the reader's own hands that they ask for, latest first."""
    form = HandFilterForm(request.query_params)
    if not form.is_valid():
        raise ValidationError(form.sentences)
    before = number(request.query_params.get("before", ""), longest=months.DIGITS)
    found = search.page(
        who(request), form.query, before=before, count=HANDS_A_PAGE, now=room_clock.now()
    )
    rows = views.summaries(who(request), found.hand_ids)
    page = {"hands": rows, "older": found.older}
    return Response(OwnHandsSerializer(page).data)


@extend_schema(request=HandMarkSerializer, responses={204: None})
@api_view(["PUT"])
@permission_classes([IsAuthenticated])
def mark(request: Request, pk: int) -> Response:
    """Give a hand of one's own a star, tags and a note."""
    sent = HandMarkSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    marking.mark(user_id=who(request), hand_id=pk, **sent.validated_data, now=room_clock.now())
    return Response(status=204)


class SharedHandSerializer(serializers.Serializer[Any]):
    """A link to a hand; ``expires_at`` is null without an end, ``ended_at`` where staff have not
    ended it."""

    id = serializers.IntegerField(source="row.pk")
    hand = serializers.IntegerField(source="row.hand_id")
    url = serializers.CharField(source="address")
    embed = serializers.CharField(source="snippet")
    names_shown = serializers.BooleanField(source="row.names_shown")
    created_at = serializers.DateTimeField(source="row.created_at")
    expires_at = serializers.DateTimeField(source="row.expires_at", allow_null=True)
    ended_at = serializers.DateTimeField(source="row.ended_at", allow_null=True)
    why = serializers.CharField(source="row.why")


class ShareSerializer(serializers.Serializer[Any]):
    """A wish to share a hand; ``days`` is 1, 7, 30, or null for a link without an end."""

    names_shown = serializers.BooleanField(default=False)
    days = serializers.IntegerField(allow_null=True, default=7)


@extend_schema(responses=SharedHandSerializer(many=True))
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def shared_hands(request: Request) -> Response:
    """List the reader's links to their hands, latest first."""
    links = sharing.links_of(who(request), now=room_clock.now())
    rows = [*map(pages_of_shared.addressed, links)]
    return Response(SharedHandSerializer(rows, many=True).data)


@extend_schema(request=ShareSerializer, responses=SharedHandSerializer)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def share(request: Request, pk: int) -> Response:
    """Make a link to a finished hand of one's own, or set the end of the one there is."""
    sent = ShareSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    link = sharing.share(
        user_id=who(request), hand_id=pk, now=room_clock.now(), **sent.validated_data
    )
    return Response(SharedHandSerializer(pages_of_shared.addressed(link)).data)


@extend_schema(responses={204: None})
@api_view(["DELETE"])
@permission_classes([IsAuthenticated])
def withdraw(request: Request, pk: int) -> Response:
    """End a link of one's own."""
    sharing.withdraw(user_id=who(request), link_id=pk, now=room_clock.now())
    return Response(status=204)
