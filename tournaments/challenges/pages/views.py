"""The page of challenges, and the same as JSON."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.api_views import api_view
from core.pages.requests import who
from players.requests import PlayerRequest
from tournaments.challenges import reading


@require_safe
@login_required
def challenges(request: PlayerRequest) -> HttpResponse:
    """Show the challenges that go on, with the reader's steps, and the reader's badges."""
    context = {
        "going": reading.going_on(who(request), now=room_clock.now()),
        "badges": reading.badges(who(request)),
    }
    return render(request, "tournaments/challenges.html", context)


class ChallengeSerializer(serializers.Serializer[Any]):
    """A challenge that goes on, with the reader's steps; without money value."""

    id = serializers.IntegerField(source="challenge.pk")
    name = serializers.CharField(source="challenge.title")
    text = serializers.CharField(source="challenge.told")
    ends_at = serializers.DateTimeField(source="challenge.ends_at")
    steps = serializers.IntegerField()
    target = serializers.IntegerField()
    met_at = serializers.DateTimeField(allow_null=True)


@extend_schema(responses=ChallengeSerializer(many=True))
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def api_challenges(request: Request) -> Response:
    """List the challenges that go on, with the reader's steps."""
    going = reading.going_on(who(request), now=room_clock.now())
    return Response(ChallengeSerializer(going, many=True).data)
