"""The reader's clubs as JSON, and the way in and out."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.api_views import api_view
from core.pages.requests import who
from tournaments.clubs import access, membership, play
from tournaments.clubs.models import ClubGame, ClubMember


class ClubSerializer(serializers.Serializer[Any]):
    """A club of the reader, with the reader's role; ``suspended`` is the reason of the staff, empty
    without one."""

    slug = serializers.CharField(source="club.slug")
    name = serializers.CharField(source="club.name")
    description = serializers.CharField(source="club.description")
    role = serializers.CharField()
    suspended = serializers.CharField(source="club.suspended_why")
    url = serializers.SerializerMethodField()

    def get_url(self, member: ClubMember) -> str:
        return reverse("club", args=[member.club.slug])


class ClubMemberSerializer(serializers.Serializer[Any]):
    """A member of a club."""

    name = serializers.CharField(source="user.username")
    role = serializers.CharField()
    joined_at = serializers.DateTimeField()


class ClubGameSerializer(serializers.Serializer[Any]):
    """A game of a club that is planned or open; ``url`` is its page once it is open, else empty."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    starts_at = serializers.DateTimeField()
    url = serializers.SerializerMethodField()

    def get_url(self, game: ClubGame) -> str:
        home = play.home_of(game)
        return "" if home is None else reverse("home_game", args=[home.token])


class WholeClubSerializer(ClubSerializer):
    """A club of the reader with its members and its games to come."""

    members = serializers.SerializerMethodField()
    games = serializers.SerializerMethodField()

    def get_members(self, member: ClubMember) -> list[dict[str, Any]]:
        rows = membership.present(member.club).select_related("user")
        return list(ClubMemberSerializer(rows, many=True).data)

    def get_games(self, member: ClubMember) -> list[dict[str, Any]]:
        games = play.open_or_planned(member.club).select_related(*play.HOMES)
        return list(ClubGameSerializer(games, many=True).data)


class InvitationTokenSerializer(serializers.Serializer[Any]):
    """The secret of an invitation, as its link has it."""

    token = serializers.CharField(max_length=32)


@extend_schema(responses=ClubSerializer(many=True))
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def clubs(request: Request) -> Response:
    """List the clubs of the reader."""
    return Response(ClubSerializer(_of(request).order_by("club__name"), many=True).data)


@extend_schema(responses=WholeClubSerializer)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def club(request: Request, slug: str) -> Response:
    """Return a club of the reader with its members and games; 404 for all others."""
    return Response(WholeClubSerializer(get_object_or_404(_of(request), club__slug=slug)).data)


@extend_schema(request=InvitationTokenSerializer, responses=ClubSerializer)
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def join(request: Request) -> Response:
    """Join a club by an invitation."""
    wish = InvitationTokenSerializer(data=request.data)
    wish.is_valid(raise_exception=True)
    joined = membership.join(
        token=wish.validated_data["token"], user_id=who(request), now=room_clock.now()
    )
    return Response(ClubSerializer(_of(request).get(club=joined)).data)


@extend_schema(request=None, responses={204: OpenApiResponse(description="The reader has left.")})
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def leave(request: Request, slug: str) -> Response:
    """Leave a club; 404 for those who are not in it."""
    member = get_object_or_404(_of(request), club__slug=slug)
    membership.leave(club_id=member.club_id, user_id=who(request), now=room_clock.now())
    return Response(status=204)


def _of(request: Request) -> Any:
    return access.memberships(who(request)).select_related("club")
