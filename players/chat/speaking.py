"""Lines said in a channel, and reports of them (CHAT-1, CHAT-5)."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db import transaction

from core.refusal import Refusal
from core.types import UserId
from players import access, plain_text, player_lock, room_settings
from players.access import Activity
from players.chat import channels, moderation, sayings
from players.chat.channels import NamedChannel
from players.chat.models import LONGEST_LINE, ChatLine, ChatReport
from players.models import Guest
from players.refusals import PlayerCode

# The most lines of a player within each time, in all channels together.
RATES: Final = ((timedelta(seconds=10), 5), (timedelta(minutes=1), 15), (timedelta(hours=1), 200))
# The most reports of a player in a day.
REPORTS: Final = 20
DAY: Final = timedelta(days=1)


class Saying(NamedTuple):
    """A line to say: a text, or the code of a phrase or of a reaction."""

    text: str = ""
    phrase: str = ""
    reaction: str = ""


def say(*, channel: str, user_id: UserId, saying: Saying, key: str, now: datetime) -> ChatLine:
    """Store a line and tell its readers; the same ``key`` again is the same line.

    Refuses NO_SUCH_CHANNEL, CHAT_OFF, CHAT_BANNED (``until``), CHAT_NOT_HERE, CHAT_EMPTY,
    CHAT_TOO_LONG, CHAT_LINK, CHAT_TOO_FAST, what ``access.check`` refuses, and what the channel and
    the registered silences do (CHAT_ALL_IN).
    """
    with transaction.atomic():
        author = player_lock.hold(user_id)
        if known := ChatLine.objects.filter(user=user_id, key=key).first():
            return known
        place = channels.find(channel)
        _check_may_speak(place, user_id, now=now)
        said = _checked(saying, user_id)
        _check_rate(user_id, now=now)
        line = ChatLine.objects.create(
            channel=place.name, user=author, **said._asdict(), key=key, at=now
        )
        place.tell(channels.news_of(line))
    return line


def may_speak(*, channel: str, user_id: UserId, now: datetime) -> Refusal | None:
    """Return the refusal that a line of this player would meet now; None without one."""
    try:
        _check_may_speak(channels.find(channel), user_id, now=now)
    except Refusal as refusal:
        return refusal
    return None


def report(*, line_id: int, by: UserId, now: datetime) -> None:
    """Report another player's line to the staff. Idempotent.

    Refuses NO_SUCH_LINE, NOT_ONESELF, TOO_MANY_CHAT_REPORTS, and what the channel refuses its
    readers.
    """
    with transaction.atomic():
        player_lock.hold(by)
        line = ChatLine.objects.filter(pk=line_id, removed_at=None).first()
        if line is None:
            raise Refusal(PlayerCode.NO_SUCH_LINE)
        channels.find(line.channel).check_reader(by)
        if line.user_id == by:
            raise Refusal(PlayerCode.NOT_ONESELF)
        mine = ChatReport.objects.filter(by=by)
        if mine.filter(line=line).exists():
            return
        if mine.filter(at__gt=now - DAY).count() >= REPORTS:
            raise Refusal(PlayerCode.TOO_MANY_CHAT_REPORTS)
        ChatReport.objects.create(line=line, by_id=by, at=now)


def _check_may_speak(place: NamedChannel, user_id: UserId, *, now: datetime) -> None:
    if not room_settings.CHAT.value():
        raise Refusal(PlayerCode.CHAT_OFF)
    access.check(user_id=user_id, what=Activity.PLAY_MONEY, now=now)
    if until := moderation.banned_until(user_id=user_id, now=now):
        raise Refusal(PlayerCode.CHAT_BANNED, until=until)
    place.check_speaker(user_id)
    for check in channels.silences():
        check(user_id, place.name, now)


def _checked(saying: Saying, user_id: UserId) -> Saying:
    if saying.phrase in sayings.PHRASES:
        return Saying(phrase=saying.phrase)
    if saying.reaction in sayings.REACTIONS:
        return Saying(reaction=saying.reaction)
    text = plain_text.cleaned(saying.text)
    if not text:
        raise Refusal(PlayerCode.CHAT_EMPTY)
    if len(text) > LONGEST_LINE:
        raise Refusal(PlayerCode.CHAT_TOO_LONG, most=LONGEST_LINE)
    if plain_text.has_link(text) and Guest.objects.filter(user=user_id).exists():
        raise Refusal(PlayerCode.CHAT_LINK)
    return Saying(text)


def _check_rate(user_id: UserId, *, now: datetime) -> None:
    mine = ChatLine.objects.filter(user=user_id)
    if any(mine.filter(at__gt=now - time).count() >= most for time, most in RATES):
        raise Refusal(PlayerCode.CHAT_TOO_FAST)
