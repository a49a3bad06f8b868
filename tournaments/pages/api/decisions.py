"""The decisions of an event about an entry, as JSON (INFO-1)."""

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from core.money import as_chips
from core.pages.api_views import api_view
from tournaments.entry import admission
from tournaments.models import Tournament
from tournaments.pages import entry_decisions


class WhySerializer(serializers.Serializer[Any]):
    """A decision: its rule, its inputs (amounts in cents), and a sentence in the reader's
    language."""

    kind = serializers.CharField()
    rule = serializers.CharField()
    inputs = serializers.DictField()
    sentence = serializers.CharField()


@extend_schema(responses=WhySerializer(many=True))
@api_view(["GET"])
@permission_classes([AllowAny])
def entry_why(request: Request, pk: int, entry: int) -> Response:
    """Return every decision about one entry: price, moves, acts, bounties, place, prize, refund."""
    event = get_object_or_404(Tournament, pk=pk)
    if not admission.may_watch(event, request.user):
        raise Http404
    entry_row = get_object_or_404(entry_decisions.of_entries(event), pk=entry)
    with as_chips(event.free):
        decisions = entry_decisions.of_entry(entry_row, reader_id=request.user.pk)
    return Response([decision.to_json() for decision in decisions])
