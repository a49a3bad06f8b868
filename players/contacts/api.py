"""The HTTP API of what a player keeps about others. Refusals: 409 {code, message}."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.api_views import api_view
from core.pages.requests import who
from core.types import UserId
from players.contacts import friends, keeping, whereabouts
from players.contacts.models import LONGEST_NOTE, Contact


class ContactSerializer(serializers.Serializer[Any]):
    """The reader's note, colour and marks of a player."""

    user = serializers.IntegerField(source="other_id")
    name = serializers.CharField(source="other.username")
    note = serializers.CharField()
    colour = serializers.CharField()
    muted = serializers.BooleanField(source="is_muted")
    blocked = serializers.SerializerMethodField()
    followed = serializers.SerializerMethodField()

    def get_blocked(self, row: Contact) -> bool:
        return row.blocked_at is not None

    def get_followed(self, row: Contact) -> bool:
        return row.followed_at is not None


class ContactChangeSerializer(serializers.Serializer[Any]):
    """The changes; a field that is left out stays as it is. Note and colour go together."""

    note = serializers.CharField(max_length=2 * LONGEST_NOTE, allow_blank=True, required=False)
    colour = serializers.ChoiceField(Contact.Colour.choices, allow_blank=True, required=False)
    muted = serializers.BooleanField(required=False)
    blocked = serializers.BooleanField(required=False)
    followed = serializers.BooleanField(required=False)


class WhereaboutsSerializer(serializers.Serializer[Any]):
    """A public table or event, and its page."""

    name = serializers.CharField()
    url = serializers.CharField()


class FriendSerializer(serializers.Serializer[Any]):
    """A player whom the reader follows, and where they play."""

    user = serializers.IntegerField()
    name = serializers.CharField()
    places = WhereaboutsSerializer(many=True)


class FriendSettingsSerializer(serializers.Serializer[Any]):
    """A refusal of followers, and of telling them where one plays."""

    refuses_followers = serializers.BooleanField()
    hides_tables = serializers.BooleanField()


class MuteAllSerializer(serializers.Serializer[Any]):
    """The reader's wish to mute all players."""

    mutes_all = serializers.BooleanField()


@extend_schema(responses=ContactSerializer(many=True))
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def contacts(request: Request) -> Response:
    """List the players about whom the reader keeps something."""
    return Response(ContactSerializer(keeping.of(who(request)), many=True).data)


@extend_schema(request=ContactChangeSerializer, responses={204: None})
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def contact(request: Request, pk: int) -> Response:
    """Write a note on a player, give them a colour, mute, block or follow them."""
    sent = ContactChangeSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    wanted = sent.validated_data
    owner_id, other_id = who(request), UserId(pk)
    if "note" in wanted or "colour" in wanted:
        row = keeping.about(owner_id, [other_id]).get(other_id) or Contact()
        note, colour = wanted.get("note", row.note), wanted.get("colour", row.colour)
        keeping.write_note(owner_id=owner_id, other_id=other_id, note=note, colour=colour)
    if "muted" in wanted:
        keeping.mute(owner_id=owner_id, other_id=other_id, muted=wanted["muted"])
    if "blocked" in wanted:
        blocked, now = wanted["blocked"], room_clock.now()
        keeping.block(owner_id=owner_id, other_id=other_id, blocked=blocked, now=now)
    if "followed" in wanted:
        if wanted["followed"]:
            friends.follow(owner_id=owner_id, other_id=other_id, now=room_clock.now())
        else:
            friends.unfollow(owner_id=owner_id, other_id=other_id)
    return Response(status=204)


@extend_schema(request=MuteAllSerializer, responses={204: None})
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def mute_all(request: Request) -> Response:
    """Hide all lines of chat from the reader, or show them again."""
    sent = MuteAllSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    keeping.mute_all(user_id=who(request), muted=sent.validated_data["mutes_all"])
    return Response(status=204)


@extend_schema(responses=FriendSerializer(many=True))
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def friend_list(request: Request) -> Response:
    """List the players whom the reader follows, with the public tables and events of each."""
    followed = friends.of(who(request))
    places = whereabouts.of(who(request), [UserId(user.pk) for user in followed])
    rows = [
        {"user": user.pk, "name": user.username, "places": places.get(UserId(user.pk), [])}
        for user in followed
    ]
    return Response(FriendSerializer(rows, many=True).data)


@extend_schema(request=FriendSettingsSerializer, responses=FriendSettingsSerializer)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
def friend_settings(request: Request) -> Response:
    """Return or store the reader's wishes about followers."""
    if request.method == "POST":
        sent = FriendSettingsSerializer(data=request.data)
        sent.is_valid(raise_exception=True)
        friends.choose(user_id=who(request), **sent.validated_data)
    return Response(FriendSettingsSerializer(friends.wishes(who(request))).data)
