"""Tables and hands as JSON."""

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.decorators import permission_classes
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.api_views import api_view
from core.pages.requests import who
from core.refusal import Refusal
from payouts.events import EventRef
from tables.cash import favourites
from tables.history import finished_hands, hand_decisions
from tables.history.formats.registry import BY_SUFFIX
from tables.live import dealer
from tables.models import POOL, Hand
from tables.pages import exports
from tables.refusals import TableCode
from tables.storage import packed_events
from tables.wire import spectators


@extend_schema(responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
@permission_classes([AllowAny])
def table(request: Request, pk: int) -> Response:
    """Return the table as a spectator's snapshot on its socket; a pool's table has neither."""
    try:
        snapshot = dealer.snapshot(table_id=pk, user_id=None)
        event = snapshot["table"]["event"]
        if EventRef.id_in(event, kind=POOL) is not None:
            # A player dealt in at the next table has folded at the last one, before the others
            # there may know it (FAST-1).
            raise Refusal(TableCode.TABLE_OF_A_POOL)
        spectators.check(event, request.user)
    except Refusal as refusal:
        raise NotFound from refusal
    return Response(snapshot)


@extend_schema(responses=OpenApiTypes.OBJECT)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def hand(request: Request, pk: int) -> Response:
    """Return one of the reader's finished hands, with proofs of its cards and ``why`` it was
    raked."""
    finished = finished_hands.hand_of(hand_id=pk, user_id=request.user.pk, now=room_clock.now())
    if finished is None or finished["you"] is None:
        raise NotFound
    played = Hand.objects.get(pk=pk)
    decisions = hand_decisions.of_hand(played, packed_events.of_hand(pk))
    return Response({**finished, "why": [decision.to_json() for decision in decisions]})


@extend_schema(
    parameters=[
        OpenApiParameter("type", str, enum=list(BY_SUFFIX), required=True),
        OpenApiParameter(
            "range",
            str,
            required=True,
            description="month:2611, event:tournament:12, or stay: and the number of a receipt.",
        ),
    ],
    responses={
        (200, "application/zip"): OpenApiTypes.BINARY,
        409: OpenApiResponse(description="Refused by name."),
    },
)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def export(request: Request) -> HttpResponseBase:
    """Send the reader's finished hands of a range as a zip, as far as they know them (HAND-1)."""
    return exports.zip_of(request._request)


@extend_schema(
    request=None, responses={204: None, 409: OpenApiResponse(description="Refused by name.")}
)
@api_view(["PUT", "DELETE"])
@permission_classes([IsAuthenticated])
def star(request: Request, kind: str, pk: int) -> Response:
    """Mark a cash game or a pool as a favourite, or remove the mark."""
    favourites.star(user_id=who(request), kind=kind, number=pk, wanted=request.method == "PUT")
    return Response(status=status.HTTP_204_NO_CONTENT)
