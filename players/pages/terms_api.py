"""The HTTP API of the room's terms. Refusals: 409 {code, message}."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.api_views import api_view
from core.pages.requests import who
from players.sign_in import terms


class TermsSerializer(serializers.Serializer[Any]):
    """The terms in force, in the reader's language; an empty version means none."""

    version = serializers.CharField()
    text = serializers.CharField()
    accepted = serializers.BooleanField()


class SeenTermsSerializer(serializers.Serializer[Any]):
    """The version that the reader accepts."""

    version = serializers.CharField(max_length=12)


@extend_schema(methods=["GET"], responses=TermsSerializer)
@extend_schema(
    methods=["POST"],
    request=SeenTermsSerializer,
    responses={200: TermsSerializer, 409: OpenApiResponse(description="Refused by name.")},
)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
def own(request: Request) -> Response:
    """Return the terms and whether the reader has accepted them; POST accepts a version."""
    if request.method == "POST":
        sent = SeenTermsSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        terms.accept(
            user_id=who(request), seen=sent.validated_data["version"], now=room_clock.now()
        )
    state = {
        "version": terms.version(),
        "text": terms.text(),
        "accepted": terms.accepted(who(request)),
    }
    return Response(TermsSerializer(state).data)
