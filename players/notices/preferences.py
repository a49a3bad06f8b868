"""Players' wishes about notices: channels by kind, quiet hours, tables that open by themselves."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, Self

from django.utils import timezone, translation

from core.refusal import Refusal
from core.types import UserId
from players.models import Notice, NoticeWish
from players.profile.languages import of_the_room
from players.refusals import PlayerCode

Kind = Notice.Kind
HOURS = range(24)


class Channel(StrEnum):
    """A channel of notices."""

    PAGE = "page"
    SOUND = "sound"
    PUSH = "push"
    MAIL = "mail"


PAGE, SOUND, PUSH, MAIL = Channel
Chosen = Mapping[str, frozenset[Channel]]

# The defaults of a player who has chosen nothing.
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
    Kind.NEXT: frozenset({PAGE}),
    Kind.SEASON: frozenset({PAGE}),
    Kind.AMENDED: frozenset({PAGE, SOUND, PUSH}),
    Kind.CLUB: frozenset({PAGE, PUSH}),
    Kind.FRIEND: frozenset({PAGE, PUSH}),
    Kind.MESSAGE: frozenset({PAGE, SOUND, PUSH}),
    Kind.BALANCE: frozenset({PAGE}),
    Kind.IDENTITY: frozenset({PAGE, MAIL}),
    Kind.ACCOUNT: frozenset({PAGE}),
}
# A mail about a turn would come too late, and every page shows whose turn it is. A change of the
# account is mailed in any case (``account_changes``).
NEVER = {(Kind.TURN, MAIL), (Kind.ACCOUNT, MAIL)}
ALWAYS = {(Kind.TURN, PAGE), (Kind.ACCOUNT, PAGE)}


class NoticePreferences(NamedTuple):
    """One player's wishes; quiet hours in the room's time zone, or none."""

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
        """Return whether this kind of notice goes by that channel now."""
        if channel in (SOUND, PUSH) and self.is_quiet(now):
            return False
        return channel in self.chosen[kind]

    def is_quiet(self, now: datetime) -> bool:
        """Return whether it is a quiet hour, without sound and push."""
        if self.quiet_from is None or self.quiet_to is None:
            return False
        hour = timezone.localtime(now).hour
        if self.quiet_from <= self.quiet_to:
            return self.quiet_from <= hour < self.quiet_to
        return hour >= self.quiet_from or hour < self.quiet_to


def of(user_id: UserId) -> NoticePreferences:
    """Return a player's wishes."""
    return of_all([user_id])[user_id]


def of_all(user_ids: Collection[UserId]) -> Mapping[UserId, NoticePreferences]:
    """Return the wishes of these players; one query."""
    rows = NoticeWish.objects.filter(user__in=user_ids)
    return {
        **dict.fromkeys(user_ids, NoticePreferences()),
        **{row.user_id: NoticePreferences.of(row) for row in rows},
    }


def choose(
    *,
    user_id: UserId,
    chosen: Mapping[str, Iterable[str]],
    opens_tables: bool,
    quiet: tuple[int, int] | None,
    language: str,
) -> NoticePreferences:
    """Store a player's wishes; kinds missing in ``chosen`` keep only their ``ALWAYS`` channels.

    Refuses NO_SUCH_NOTICE for an unknown kind or channel, NO_SUCH_HOUR.
    """
    if quiet is not None and not {*quiet} <= {*HOURS}:
        raise Refusal(PlayerCode.NO_SUCH_HOUR)
    wanted = {kind: _checked(kind, chosen.get(kind, ())) for kind in Kind}
    if not {*chosen} <= {*wanted}:
        raise Refusal(PlayerCode.NO_SUCH_NOTICE)
    # From an hour to the same hour means no quiet hours.
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
    return NoticePreferences.of(row)


def in_language_of(user_id: UserId) -> translation.override:
    """Return a context in which texts are in a player's language."""
    return translation.override(of_all({user_id})[user_id].language or of_the_room())


def note_language(*, user_id: UserId, language: str) -> None:
    """Store a player's language, for notices and mails that are sent outside of a page."""
    NoticeWish.objects.update_or_create(user_id=user_id, defaults={"language": language})


def _checked(kind: Notice.Kind, names: Iterable[str]) -> frozenset[Channel]:
    try:
        channels = {Channel(name) for name in names}
    except ValueError:
        raise Refusal(PlayerCode.NO_SUCH_NOTICE) from None
    always = {channel for noticed, channel in ALWAYS if noticed == kind}
    never = {channel for noticed, channel in NEVER if noticed == kind}
    return frozenset((channels | always) - never)
