"""The hands of feature tables after their delay, as JSON (LIVE-13)."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.pages.api_views import api_view
from tournaments.entry import admission
from tournaments.models import Tournament
from tournaments.staff.live import features


class HeldSerializer(serializers.Serializer[Any]):
    """The hole cards of a player."""

    seat = serializers.IntegerField()
    name = serializers.CharField()
    cards = serializers.ListField(child=serializers.CharField())


class FeatureHandSerializer(serializers.Serializer[Any]):
    """A hand of a feature table; the board street by street."""

    table = serializers.CharField()
    number = serializers.IntegerField()
    shown_at = serializers.DateTimeField()
    hands = HeldSerializer(many=True)
    streets = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))


@extend_schema(responses=FeatureHandSerializer(many=True))
@api_view(["GET"])
@permission_classes([AllowAny])
def feature_hands(request: Request, pk: int) -> Response:
    """Return the latest hands, the newest first, each only after its delay."""
    event = get_object_or_404(Tournament, pk=pk)
    if not admission.may_watch(event, request.user):
        raise Http404
    hands = [
        {
            "table": hand.table,
            "number": hand.number,
            "shown_at": hand.shown_at,
            "hands": [{"seat": no, "name": name, "cards": cards} for no, name, cards in hand.hole],
            "streets": hand.streets,
        }
        for hand in features.shown(event, now=timezone.now())
    ]
    return Response(FeatureHandSerializer(hands, many=True).data)
