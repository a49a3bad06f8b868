"""Decisions of staff about lines and their authors, each for a reason and on record (CHAT-6)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.db.models import Q

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from players import player_lock
from players.chat import channels
from players.chat.models import ChatLine, ChatReport, ChatSanction
from players.models import Notice, User
from players.notices import news
from players.refusals import PlayerCode

Kind = ChatSanction.Kind
MOST_DAYS: Final = 365
# Lines shown before a reported one, and after it.
AROUND: Final = 10


class Verdict(StrEnum):
    """A decision about a reported line; all but the first also remove it."""

    DISMISS = "dismiss"
    REMOVE = "remove"
    WARN = "warn"
    BAN = "ban"


def decide(
    *, report_id: int, verdict: Verdict, by: UserId, why: str, days: int = 0, now: datetime
) -> None:
    """Decide all reports of a line; a ban lasts ``days``.

    Refuses NO_REASON, CHAT_BAN_DAYS, OWN_ACCOUNT for one's own line, NO_SUCH_LINE, REPORT_DECIDED.
    """
    reasons.check(why)
    if verdict == Verdict.BAN:
        _check_days(days)
    with transaction.atomic():
        about = ChatReport.objects.select_related("line").filter(pk=report_id).first()
        if about is None:
            raise Refusal(PlayerCode.NO_SUCH_LINE)
        player_lock.hold(UserId(about.line.user_id))
        line = ChatLine.objects.select_related("user").get(pk=about.line_id)
        if line.user_id == by:
            raise Refusal(PlayerCode.OWN_ACCOUNT)
        status = (
            ChatReport.Status.DISMISSED if verdict == Verdict.DISMISS else ChatReport.Status.UPHELD
        )
        waiting = line.reports.filter(status=ChatReport.Status.OPEN)
        if not waiting.update(status=status, decided_by=by, decided_at=now, why=why):
            raise Refusal(PlayerCode.REPORT_DECIDED)
        if verdict == Verdict.DISMISS:
            return
        if line.removed_at is None:
            line.removed_at = now
            line.save(update_fields=["removed_at"])
            channels.find(line.channel).tell(channels.news_of(line))
        if verdict == Verdict.REMOVE:
            return
        kind = Kind.WARNING if verdict == Verdict.WARN else Kind.BAN
        _record(UserId(line.user_id), kind, by=by, why=why, about=line.said, days=days, now=now)


def measure(
    *, user_id: UserId, kind: ChatSanction.Kind, by: UserId, why: str, days: int = 0, now: datetime
) -> None:
    """Warn a player, or ban them from chat for ``days``, without a report.

    Refuses NO_REASON, CHAT_BAN_DAYS, OWN_ACCOUNT, NO_SUCH_PLAYER.
    """
    reasons.check(why)
    if kind == Kind.BAN:
        _check_days(days)
    if user_id == by:
        raise Refusal(PlayerCode.OWN_ACCOUNT)
    with transaction.atomic():
        if not User.objects.filter(pk=user_id).exists():
            raise Refusal(PlayerCode.NO_SUCH_PLAYER)
        player_lock.hold(user_id)
        _record(user_id, kind, by=by, why=why, days=days, now=now)


def lift(*, user_id: UserId, by: UserId, why: str, now: datetime) -> None:
    """End a player's ban from chat. Refuses NO_REASON, OWN_ACCOUNT, NO_CHAT_BAN."""
    reasons.check(why)
    if user_id == by:
        raise Refusal(PlayerCode.OWN_ACCOUNT)
    with transaction.atomic():
        player_lock.hold(user_id)
        if banned_until(user_id=user_id, now=now) is None:
            raise Refusal(PlayerCode.NO_CHAT_BAN)
        _record(user_id, Kind.LIFTED, by=by, why=why, now=now)


def take_over(*, user_id: UserId, other_id: UserId, now: datetime) -> None:
    """Apply the ban of another account of the same person, where it is the longer one."""
    theirs, mine = _standing(other_id), banned_until(user_id=user_id, now=now)
    if theirs is None or theirs.until is None or theirs.until <= (mine or now):
        return
    ChatSanction.objects.create(
        user_id=user_id,
        kind=Kind.BAN,
        by_id=theirs.by_id,
        why=theirs.why,
        about=theirs.about,
        at=now,
        until=theirs.until,
    )


def banned_until(*, user_id: UserId, now: datetime) -> datetime | None:
    """Return the end of a player's ban from chat; None without one."""
    row = _standing(user_id)
    return row.until if row and row.until and row.until > now else None


def around(line: ChatLine) -> Sequence[ChatLine]:
    """Return the lines of a channel around one, in their order, those removed among them."""
    rows = ChatLine.objects.filter(channel=line.channel).select_related("user")
    before = rows.filter(pk__lte=line.pk).order_by("-pk")[: AROUND + 1]
    after = rows.filter(pk__gt=line.pk).order_by("pk")[:AROUND]
    return [*reversed(before), *after]


def _standing(user_id: UserId) -> ChatSanction | None:
    rows = ChatSanction.objects.filter(Q(kind=Kind.BAN) | Q(kind=Kind.LIFTED), user=user_id)
    return rows.order_by("-pk").first()


def _check_days(days: int) -> None:
    if not 1 <= days <= MOST_DAYS:
        raise Refusal(PlayerCode.CHAT_BAN_DAYS, most=MOST_DAYS)


def _record(
    user_id: UserId,
    kind: ChatSanction.Kind,
    *,
    by: UserId,
    why: str,
    about: str = "",
    days: int = 0,
    now: datetime,
) -> None:
    """Store a measure and tell its player."""
    until = now + timedelta(days=days) if kind == Kind.BAN else None
    row = ChatSanction.objects.create(
        user_id=user_id, kind=kind, by_id=by, why=why, about=about, at=now, until=until
    )
    change = {"account": f"chat_{kind.value}", "what": why}
    data = change if until is None else {**change, "until": until.isoformat()}
    news.tell([news.News(user_id, Notice.Kind.ACCOUNT, f"chat:{row.pk}", data)], now=now)
