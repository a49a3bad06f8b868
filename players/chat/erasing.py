"""Chat and contacts of accounts that are anonymised or merged (STAFF-9, STAFF-12)."""

from datetime import datetime
from typing import Any

from core.types import UserId
from players.chat import moderation
from players.chat.models import ChatLine, ChatReport, ChatSanction


def erase_player(sender: Any, *, user_id: UserId, **_: Any) -> None:
    """Delete what a player said, and what measures repeat of it; the measures stay."""
    ChatLine.objects.filter(user=user_id).delete()
    ChatReport.objects.filter(by=user_id).delete()
    ChatSanction.objects.filter(user=user_id).update(about="")


def take_over(sender: Any, *, user_id: UserId, other_id: UserId, now: datetime, **_: Any) -> None:
    """Have a ban from chat follow its person to the account that stays."""
    moderation.take_over(user_id=user_id, other_id=other_id, now=now)
