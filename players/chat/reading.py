"""Lines as one reader is shown them (CHAT-3)."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from core.refusal import Refusal
from core.types import UserId
from players import room_settings
from players.chat import channels, speaking
from players.chat.models import ChatLine
from players.contacts import keeping

# The latest lines of a channel.
LINES: Final = 50


class ChatView(NamedTuple):
    """A channel as one reader is shown it; ``refusal`` is what a line of theirs would meet.

    ``hidden`` are the authors whose lines are left out.
    """

    lines: list[ChatLine]
    refusal: Refusal | None
    hidden: frozenset[UserId]
    mutes_all: bool


def read(*, channel: str, user_id: UserId, now: datetime) -> ChatView:
    """Return the latest lines of a channel, the oldest first. Refuses NO_SUCH_CHANNEL, and what the
    channel refuses its readers."""
    channels.find(channel).check_reader(user_id)
    muted, hidden = keeping.mutes_all(user_id), keeping.hidden_from(user_id)
    lines: list[ChatLine] = []
    if not muted:
        rows = ChatLine.objects.filter(channel=channel, removed_at=None).exclude(user__in=hidden)
        lines = [*reversed(rows.select_related("user").order_by("-pk")[:LINES])]
    refusal = speaking.may_speak(channel=channel, user_id=user_id, now=now)
    return ChatView(lines, refusal, hidden, muted)


def forget_old(*, now: datetime) -> int:
    """Delete lines after their keeping time, but for those under an open report; return how
    many."""
    before = now - timedelta(days=room_settings.CHAT_DAYS.value())
    old = ChatLine.objects.filter(at__lt=before).exclude(reports__status="open")
    return old.delete()[1].get(ChatLine._meta.label, 0)
