"""How a player wants to be told: channels by kind, quiet hours, tables that open by themselves."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, Self

from django.utils import timezone

from core.refusal import Refusal
from core.types import UserId
from players.models import Notice, NoticeWish
from players.refusals import Code

Kind = Notice.Kind
HOURS = range(24)


class Channel(StrEnum):
    """A way to be told."""

    PAGE = "page"
    SOUND = "sound"
    PUSH = "push"
    MAIL = "mail"


PAGE, SOUND, PUSH, MAIL = Channel
Chosen = Mapping[str, frozenset[Channel]]

# What holds for whoever has chosen nothing.
USUAL: Chosen = {
    Kind.TURN: frozenset({PAGE, SOUND, PUSH}),
    Kind.SEAT: frozenset({PAGE, SOUND, PUSH}),
    Kind.SOON: frozenset({PAGE, PUSH}),
    Kind.START: frozenset({PAGE, SOUND, PUSH}),
    Kind.MOVED: frozenset({PAGE}),
    Kind.BREAK_OVER: frozenset({PAGE, SOUND}),
    Kind.AWAY: frozenset({PAGE, PUSH, MAIL}),
    Kind.OUT: frozenset({PAGE}),
    Kind.PRIZE: frozenset({PAGE}),
    Kind.AMENDED: frozenset({PAGE, SOUND, PUSH}),
    Kind.MESSAGE: frozenset({PAGE, SOUND, PUSH}),
    Kind.BALANCE: frozenset({PAGE}),
    Kind.IDENTITY: frozenset({PAGE, MAIL}),
    Kind.ACCOUNT: frozenset({PAGE}),
}
# A mail about a turn comes when it is over; and whose turn it is, every page says.
# A change of the account is mailed in any case (``account_changes``).
NEVER = {(Kind.TURN, MAIL), (Kind.ACCOUNT, MAIL)}
ALWAYS = {(Kind.TURN, PAGE), (Kind.ACCOUNT, PAGE)}


class Wish(NamedTuple):
    """What one player wants; hours of the room, or none."""

    chosen: Chosen = USUAL
    opens_tables: bool = True
    quiet_from: int | None = None
    quiet_to: int | None = None
    language: str = ""

    @classmethod
    def of(cls, row: NoticeWish) -> Self:
        chosen: Chosen = {
            kind: frozenset(Channel(name) for name in row.chosen[kind])
            if kind in row.chosen
            else USUAL[kind]
            for kind in Kind
        }
        return cls(chosen, row.opens_tables, row.quiet_from, row.quiet_to, row.language)

    def takes(self, kind: str, channel: Channel, *, now: datetime) -> bool:
        """Whether this kind of notice goes that way now."""
        if channel in (SOUND, PUSH) and self.is_quiet(now):
            return False
        return channel in self.chosen[kind]

    def is_quiet(self, now: datetime) -> bool:
        """Whether this hour is one in which nothing may ring."""
        if self.quiet_from is None or self.quiet_to is None:
            return False
        hour = timezone.localtime(now).hour
        if self.quiet_from <= self.quiet_to:
            return self.quiet_from <= hour < self.quiet_to
        return hour >= self.quiet_from or hour < self.quiet_to


def of(user_id: UserId) -> Wish:
    """What a player wants."""
    return of_all([user_id])[user_id]


def of_all(user_ids: Collection[UserId]) -> Mapping[UserId, Wish]:
    """What each of these players wants; one query."""
    rows = NoticeWish.objects.filter(user__in=user_ids)
    return {**dict.fromkeys(user_ids, Wish()), **{row.user_id: Wish.of(row) for row in rows}}


def choose(
    *,
    user_id: UserId,
    chosen: Mapping[str, Iterable[str]],
    opens_tables: bool,
    quiet: tuple[int, int] | None,
    language: str,
) -> Wish:
    """Be told so from now on; kinds that ``chosen`` leaves out are told nowhere but on pages.

    Refuses NO_SUCH_NOTICE for a kind or a channel that there is not, NO_SUCH_HOUR.
    """
    if quiet is not None and not {*quiet} <= {*HOURS}:
        raise Refusal(Code.NO_SUCH_HOUR)
    wanted = {kind: _checked(kind, chosen.get(kind, ())) for kind in Kind}
    if not {*chosen} <= {*wanted}:
        raise Refusal(Code.NO_SUCH_NOTICE)
    # From an hour to the same hour is never.
    quiet_from, quiet_to = quiet if quiet and quiet[0] != quiet[1] else (None, None)
    row, _ = NoticeWish.objects.update_or_create(
        user_id=user_id,
        defaults={
            "chosen": {kind: sorted(channels) for kind, channels in wanted.items()},
            "opens_tables": opens_tables,
            "quiet_from": quiet_from,
            "quiet_to": quiet_to,
            "language": language,
        },
    )
    return Wish.of(row)


def note_language(*, user_id: UserId, language: str) -> None:
    """Keep in which language a player reads, for what reaches them outside of a page."""
    NoticeWish.objects.update_or_create(user_id=user_id, defaults={"language": language})


def _checked(kind: Notice.Kind, names: Iterable[str]) -> frozenset[Channel]:
    try:
        channels = {Channel(name) for name in names}
    except ValueError:
        raise Refusal(Code.NO_SUCH_NOTICE) from None
    always = {channel for each, channel in ALWAYS if each == kind}
    never = {channel for each, channel in NEVER if each == kind}
    return frozenset((channels | always) - never)
