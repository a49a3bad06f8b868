"""The HTTP API of chat. Refusals: 409 {code, message}."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.decorators import permission_classes
from rest_framework.permissions import SAFE_METHODS, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from core import room_clock
from core.pages.api_views import api_view
from core.pages.replies import refusal_json
from core.pages.requests import who
from players.chat import reading, speaking
from players.chat.models import ChatLine
from players.chat.reading import ChatView
from players.chat.sayings import PHRASES, REACTIONS
from players.chat.speaking import Saying


class ChatLineSerializer(serializers.Serializer[Any]):
    """A line: a text, or the code of a phrase or of a reaction; ``said`` is any of them in the
    reader's language."""

    id = serializers.IntegerField(source="pk")
    user = serializers.IntegerField(source="user_id")
    name = serializers.CharField(source="user.username")
    text = serializers.CharField()
    phrase = serializers.CharField()
    reaction = serializers.CharField()
    said = serializers.CharField()
    at = serializers.DateTimeField()


class SayingSerializer(serializers.Serializer[Any]):
    """A line to say: one of ``text``, ``phrase`` and ``reaction``; idempotent by ``key``."""

    text = serializers.CharField(max_length=1000, allow_blank=True, default="")
    phrase = serializers.ChoiceField([*PHRASES], allow_blank=True, default="")
    reaction = serializers.ChoiceField([*REACTIONS], allow_blank=True, default="")
    key = serializers.RegexField(r"\A[0-9A-Za-z-]{8,40}\Z")


class ChatRefusalSerializer(serializers.Serializer[Any]):
    """The refusal that the reader's own line would meet now."""

    code = serializers.CharField()
    message = serializers.CharField()
    rule = serializers.CharField(allow_null=True)


class PhraseSerializer(serializers.Serializer[Any]):
    """A phrase or a reaction: its ``code``, and how it reads in the reader's language."""

    code = serializers.CharField()
    text = serializers.CharField()
    sign = serializers.CharField(required=False)


class ChatSerializer(serializers.Serializer[Any]):
    """A channel as the reader is shown it, the oldest line first; lines of the ``hidden`` players
    are left out, also by a client that hears more of them. With ``mutes_all`` there are none."""

    lines = ChatLineSerializer(many=True)
    refusal = ChatRefusalSerializer(allow_null=True)
    hidden = serializers.ListField(child=serializers.IntegerField())
    mutes_all = serializers.BooleanField()
    phrases = PhraseSerializer(many=True)
    reactions = PhraseSerializer(many=True)


def _answer(view: ChatView) -> Response:
    body = {
        "lines": view.lines,
        "refusal": view.refusal and refusal_json(view.refusal),
        "hidden": sorted(view.hidden),
        "mutes_all": view.mutes_all,
        "phrases": [{"code": code, "text": str(text)} for code, text in PHRASES.items()],
        "reactions": [
            {"code": code, "text": str(name), "sign": sign}
            for code, (sign, name) in REACTIONS.items()
        ],
    }
    return Response(ChatSerializer(body).data)


@extend_schema(methods=["GET"], responses=ChatSerializer)
@extend_schema(methods=["POST"], request=SayingSerializer, responses=ChatLineSerializer)
@api_view(["GET", "POST"])
@permission_classes([IsAuthenticated])
def chat(request: Request, kind: str, ref: int) -> Response:
    """Read a channel of chat, such as that of a table, or say something there."""
    channel, now = f"{kind}/{ref}", room_clock.now()
    if request.method in SAFE_METHODS:
        return _answer(reading.read(channel=channel, user_id=who(request), now=now))
    sent = SayingSerializer(data=request.data)
    sent.is_valid(raise_exception=True)
    said = dict(sent.validated_data)
    key = said.pop("key")
    line: ChatLine = speaking.say(
        channel=channel, user_id=who(request), saying=Saying(**said), key=key, now=now
    )
    return Response(ChatLineSerializer(line).data)


@extend_schema(request=None, responses={204: None})
@api_view(["POST"])
@permission_classes([IsAuthenticated])
def report(request: Request, pk: int) -> Response:
    """Report a line to the staff."""
    speaking.report(line_id=pk, by=who(request), now=room_clock.now())
    return Response(status=204)
