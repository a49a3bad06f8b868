"""The HTTP API of notices. Refusals: 409 {code, message}."""

from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.api_views import api_view, paged
from core.pages.requests import who
from players.models import Notice, PushDevice
from players.models.notices import LONGEST_ENDPOINT
from players.notices import devices, news, notice_texts, preferences, vapid
from players.notices.preferences import Channel, NoticePreferences

REFUSED = OpenApiResponse(description="Refused by name.")


class NoticeSerializer(serializers.Serializer[Any]):
    """A notice, in the reader's language."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.ChoiceField(Notice.Kind.choices)
    title = serializers.SerializerMethodField()
    text = serializers.SerializerMethodField()
    url = serializers.CharField()
    at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField(allow_null=True)

    def get_title(self, notice: Notice) -> str:
        return notice_texts.say(notice.kind, notice.data).title

    def get_text(self, notice: Notice) -> str:
        return notice_texts.say(notice.kind, notice.data).text


class SeenSerializer(serializers.Serializer[Any]):
    """The notices that have been seen; null: all."""

    ids = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=(1 << 63) - 1),
        max_length=100,
        allow_null=True,
        default=None,
    )


class NoticeWishSerializer(serializers.Serializer[Any]):
    """The reader's wishes; quiet hours in the room's time zone, both null for none."""

    channels = serializers.DictField(
        child=serializers.ListField(child=serializers.ChoiceField([*Channel]), max_length=4),
        help_text="By kind of notice; a kind that is left out is told nowhere.",
    )
    opens_tables = serializers.BooleanField()
    quiet_from = serializers.IntegerField(allow_null=True, default=None, min_value=0, max_value=23)
    quiet_to = serializers.IntegerField(allow_null=True, default=None, min_value=0, max_value=23)


class KeysSerializer(serializers.Serializer[Any]):
    """A browser's keys for Web Push, as its PushSubscription gives them."""

    p256dh = serializers.CharField(max_length=100)
    auth = serializers.CharField(max_length=40)


class SubscriptionSerializer(serializers.Serializer[Any]):
    """A browser's PushSubscription, as JSON."""

    endpoint = serializers.CharField(max_length=LONGEST_ENDPOINT)
    keys = KeysSerializer()


class DeviceSerializer(serializers.Serializer[Any]):
    """A browser that takes notices, without its address."""

    id = serializers.IntegerField(source="pk")
    user = serializers.IntegerField(source="user_id", help_text="The reader.")
    browser = serializers.CharField()
    system = serializers.CharField()
    since = serializers.DateTimeField(source="made_at")


class DevicesSerializer(serializers.Serializer[Any]):
    """The reader's browsers, and the key with which another one subscribes."""

    public_key = serializers.CharField()
    devices = DeviceSerializer(many=True)


class NoticePagination(LimitOffsetPagination):
    default_limit = 50
    max_limit = 100


@extend_schema(responses=NoticeSerializer(many=True))
@paged(NoticePagination)
@api_view(["GET"])
@permission_classes([IsAuthenticated])
def notices(request: Request) -> Response:
    """List the reader's recent notices, the latest first."""
    pages = NoticePagination()
    rows = pages.paginate_queryset(news.of(who(request)), request)
    return pages.get_paginated_response(NoticeSerializer(rows, many=True).data)


@extend_schema(request=SeenSerializer, responses={204: None})
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def seen(request: Request) -> Response:
    """Mark some of the reader's notices as seen, or all; others' are left alone."""
    sent = SeenSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    news.see(user_id=who(request), ids=sent.validated_data["ids"], now=room_clock.now())
    return Response(status=204)


@extend_schema(methods=["GET"], responses=NoticeWishSerializer)
@extend_schema(
    methods=["PUT"],
    request=NoticeWishSerializer,
    responses={200: NoticeWishSerializer, 409: REFUSED},
)
@api_view(["GET", "PUT"])
@permission_classes([IsAuthenticated])
def settings(request: Request) -> Response:
    """Return the reader's wishes about notices; PUT stores them."""
    if request.method in SAFE_METHODS:
        return Response(_wish(preferences.of(who(request))))
    sent = NoticeWishSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    data = sent.validated_data
    hours = data["quiet_from"], data["quiet_to"]
    if (hours[0] is None) != (hours[1] is None):
        raise serializers.ValidationError({"quiet_to": [_("Enter both hours, or neither.")]})
    wish = preferences.choose(
        user_id=who(request),
        chosen=data["channels"],
        opens_tables=data["opens_tables"],
        quiet=None if hours[0] is None else hours,
        language=get_language() or "",
    )
    return Response(_wish(wish))


@extend_schema(methods=["GET"], responses=DevicesSerializer)
@extend_schema(
    methods=["POST"],
    request=SubscriptionSerializer,
    responses={201: DeviceSerializer, 409: REFUSED},
)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
def own_devices(request: Request) -> Response:
    """List the browsers that take the reader's notices; POST adds one."""
    user_id = who(request)
    if request.method in SAFE_METHODS:
        rows = DeviceSerializer(devices.of(user_id), many=True).data
        return Response({"public_key": vapid.public(), "devices": rows})
    sent = SubscriptionSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    device: PushDevice = devices.add(
        user_id=user_id,
        endpoint=sent.validated_data["endpoint"],
        p256dh=sent.validated_data["keys"]["p256dh"],
        auth=sent.validated_data["keys"]["auth"],
        session_key=request.session.session_key or "",
        user_agent=request.headers.get("User-Agent", ""),
        language=get_language() or "",
        now=room_clock.now(),
    )
    return Response(DeviceSerializer(device).data, status=201)


@extend_schema(responses={204: None, 409: REFUSED})
@api_view(["DELETE"])
@permission_classes([IsAuthenticated])
def own_device(request: Request, pk: int) -> Response:
    """Stop notices to one of the reader's browsers."""
    devices.end(user_id=who(request), device_id=pk, now=room_clock.now())
    return Response(status=204)


def _wish(wish: NoticePreferences) -> dict[str, Any]:
    return {
        "channels": {kind: sorted(wish.chosen[kind]) for kind in Notice.Kind},
        "opens_tables": wish.opens_tables,
        "quiet_from": wish.quiet_from,
        "quiet_to": wish.quiet_to,
    }
