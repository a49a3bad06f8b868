"""A channel for tests of chat, and lines said in it."""

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from core.refusal import Refusal
from core.types import UserId
from players.chat import channels, speaking
from players.chat.channels import ChatNews
from players.chat.models import ChatLine
from players.chat.speaking import Saying
from players.models import User
from players.refusals import PlayerCode
from tests.tournaments.events import START

CHANNEL = "corner/1"


class Corner:
    """A channel of those in ``members``; it keeps what it was told."""

    def __init__(self) -> None:
        self.members: set[int] = set()
        self.told: list[ChatNews] = []

    def check_speaker(self, ref: int, user_id: UserId) -> None:
        self.check_reader(ref, user_id)

    def check_reader(self, ref: int, user_id: UserId) -> None:
        if user_id not in self.members:
            raise Refusal(PlayerCode.CHAT_NOT_HERE)

    def tell(self, ref: int, name: str, news: ChatNews) -> None:
        self.told.append(news)


def corner(*users: User) -> Corner:
    """Register a channel of these players."""
    place = Corner()
    place.members = {user.pk for user in users}
    channels.register("corner", place)
    return place


def said(
    user: User, text: str = "", *, at: float = 0, channel: str = CHANNEL, **more: Any
) -> ChatLine:
    """Say something so many seconds after START."""
    key = more.pop("key", None) or uuid4().hex
    now: datetime = START + timedelta(seconds=at)
    return speaking.say(
        channel=channel, user_id=UserId(user.pk), saying=Saying(text, **more), key=key, now=now
    )
