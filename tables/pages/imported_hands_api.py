"""A player's imported hands as JSON (IMPORT-1, IMPORT-3). Refusals: 409 {code, message}."""

from typing import Any, cast

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.decorators import parser_classes, permission_classes
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core.pages.api_views import api_view
from core.pages.requests import who
from core.sentences import say
from players.requests import PlayerRequest
from tables.history import hand_import
from tables.pages import imported_hands as pages


class ImportedHandSerializer(serializers.Serializer[Any]):
    """An imported hand; ``change`` is in the smallest unit of ``currency``, or in chips where that
    is null, and null where the reader did not play."""

    id = serializers.IntegerField(source="pk")
    number = serializers.CharField()
    room = serializers.CharField()
    table = serializers.CharField(source="table.name")
    game = serializers.CharField()
    currency = serializers.CharField(allow_null=True)
    played_at = serializers.DateTimeField(allow_null=True)
    cards = serializers.ListField(child=serializers.CharField())
    board = serializers.ListField(child=serializers.CharField())
    change = serializers.IntegerField(allow_null=True)


class ImportedHandsSerializer(serializers.Serializer[Any]):
    """A page of imported hands; ``older`` is the next ``before``, null at the end."""

    hands = ImportedHandSerializer(many=True)
    older = serializers.IntegerField(allow_null=True)


class HandFileSerializer(serializers.Serializer[Any]):
    """A file of hands, or a zip of such files."""

    file = serializers.FileField()


class RefusedHandSerializer(serializers.Serializer[Any]):
    """A hand that was not imported, its place in the file, and the reason."""

    file = serializers.CharField()
    line = serializers.IntegerField()
    number = serializers.CharField()
    why = serializers.CharField()


class ImportResultSerializer(serializers.Serializer[Any]):
    """Numbers of hands: stored now, stored before, refused; ``stopped`` says why further hands were
    left out."""

    read = serializers.IntegerField()
    known = serializers.IntegerField()
    unread = serializers.IntegerField()
    refused = RefusedHandSerializer(many=True)
    stopped = serializers.CharField()


@extend_schema(
    methods=["GET"],
    parameters=[OpenApiParameter("before", int, description="Hands before this one.")],
    responses=ImportedHandsSerializer,
)
@extend_schema(
    methods=["POST"],
    request={"multipart/form-data": HandFileSerializer},
    responses=ImportResultSerializer,
)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
@parser_classes([MultiPartParser])
def imported_hands(request: Request) -> Response:
    """List the reader's imported hands, latest first, or import those of a file."""
    if request.method != "POST":
        hands, older = pages.page(who(request), before=request.query_params.get("before", ""))
        return Response(ImportedHandsSerializer({"hands": hands, "older": older}).data)
    result = pages.bring(cast(PlayerRequest, request))
    stopped = say(result.stopped) if result.stopped else ""
    told = {**result._asdict(), "refused": pages.refused(result), "stopped": stopped}
    return Response(ImportResultSerializer(told).data)


@extend_schema(responses={204: None})
@api_view(["DELETE"])
@permission_classes([IsAuthenticated])
def delete(request: Request, pk: int) -> Response:
    """Delete one of the reader's imported hands; idempotent."""
    hand_import.remove(user_id=who(request), pk=pk)
    return Response(status=204)
