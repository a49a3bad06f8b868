"""Calls to a player on every page: one bar for urgent ones, and the number of notices behind the
bell."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse

from core.types import UserId
from payouts import events
from payouts.bookkeeping import accounts, ledger
from players.models import Notice
from players.notices import news, notice_texts, preferences
from players.notices.notice_texts import NoticeText
from players.notices.preferences import Channel, NoticePreferences
from tables.cash import waiting
from tables.cash.waiting import HeldSeat
from tables.live import own_tables
from tables.live.own_tables import Call
from tables.models import Table

# Seconds during which the table of a drawn seat opens by itself.
FRESH_SECONDS = 60.0
OPENING = (Notice.Kind.START, Notice.Kind.SEAT)
# Notices that a table shows to its own players itself.
SAID_AT_TABLES = (
    *(Notice.Kind.START, Notice.Kind.SEAT, Notice.Kind.MOVED, Notice.Kind.BREAK_OVER),
    *(Notice.Kind.OUT, Notice.Kind.PRIZE, Notice.Kind.MESSAGE),
)


class DealCall(NamedTuple):
    """A table where a deal waits for the reader's answer, and the page on which they give it."""

    call: Call
    url: str


class Drawn(NamedTuple):
    """A seat that was drawn, whose table opens by itself."""

    notice: Notice
    text: NoticeText


@dataclass(frozen=True, slots=True)
class AttentionBar:
    """All calls to a player; ``until`` is how long they hold, if nothing happens. ``several``: the
    player sits at more than one table, including the one on their page."""

    held: Sequence[HeldSeat] = ()
    calls: Sequence[Call] = ()
    several: bool = False
    deals: Sequence[DealCall] = ()
    drawn: Drawn | None = None
    # Notices behind the bell, and the head of the latest.
    unread: int = 0
    latest: str = ""
    # Notices that the page itself shows.
    on_page: Sequence[int] = ()
    # Names of the sounds, each once.
    loud: Sequence[str] = ()
    until: datetime | None = None

    @property
    def opens(self) -> dict[str, Any] | None:
        """The table that opens by itself, regardless of the bar, and its notice."""
        if self.drawn is None:
            return None
        return {"notice": self.drawn.notice.pk, "url": self.drawn.notice.url}

    @property
    def turns(self) -> int:
        """The number of calls on which others wait."""
        return len(self.waiting) + len(self.held) + len(self.deals)

    @property
    def waiting(self) -> Sequence[Call]:
        """The tables where it is the player's turn."""
        return [call for call in self.calls if call.turn]


def read(
    user_id: UserId, *, here: Collection[int | str] = (), at: str = "", now: datetime
) -> AttentionBar:
    """Return the calls to a player whose page has the address ``at``.

    ``here`` names the tables on the page, or events with all of their tables: those call by
    themselves.
    """
    held = [seat for seat in waiting.held_for(user_id, now=now) if seat.table_id not in here]
    unseen = news.unseen(user_id, now=now)
    seats = _played_here(own_tables.of_player(user_id=user_id))
    called = [call for call in seats if call.table_id not in here and call.event not in here]
    if not (held or called or unseen):
        return AttentionBar()
    wish = preferences.of(user_id)
    dealt = [deal for deal in _deals(called) if deal.url != at]
    ids = {*(seat.table_id for seat in held), *(call.table_id for call in called)}
    in_bar = {reverse("table", args=[table_id]) for table_id in ids}
    shown = _pages(here) if unseen else set()
    on_page = {row.pk for row in unseen if row.url == at or _is_said(row, shown)}
    opening = [
        row for row in unseen if row.pk not in on_page and wish.opens_tables and _opens(row, now)
    ]
    behind = [
        row
        for row in unseen
        # The bar shows seats and turns; the page shows its own notices.
        if row.kind != Notice.Kind.TURN and row.url not in in_bar and row.pk not in on_page
        if wish.takes(row.kind, Channel.PAGE, now=now)
    ]
    ends = [seat.until for seat in held] + [row.until for row in unseen if row.until]
    return AttentionBar(
        held=held,
        calls=called,
        several=len(seats) > 1,
        deals=dealt,
        drawn=Drawn(opening[0], notice_texts.say(opening[0].kind, opening[0].data))
        if opening
        else None,
        unread=len(behind),
        latest=notice_texts.say(behind[0].kind, behind[0].data).title if behind else "",
        on_page=sorted(on_page),
        loud=[*_loud(wish, held, called, dealt, [*opening, *behind], now=now)],
        until=min(ends, default=None),
    )


def _played_here(seats: Sequence[Call]) -> list[Call]:
    """Leave out the seats at tables with real cards, whose pages play nothing."""
    known = events.find({call.event for call in seats}) if seats else {}
    return [call for call in seats if call.event not in known or not known[call.event].real_cards]


def _deals(called: Sequence[Call]) -> list[DealCall]:
    """The tables among these where a deal waits for the player's answer."""
    asking = [call for call in called if call.deal]
    known = events.find({call.event for call in asking}) if asking else {}
    links = ((call, known[call.event].deal_url) for call in asking if call.event in known)
    return [DealCall(call, url) for call, url in links if url]


def _is_said(row: Notice, shown: Collection[str]) -> bool:
    """Return whether a table on the page (addresses ``shown``) shows the notice itself."""
    return row.url in shown and row.kind in SAID_AT_TABLES


def _pages(here: Collection[int | str]) -> set[str]:
    """The addresses of these tables and of their events."""
    ids = [table_id for table_id in here if isinstance(table_id, int)]
    if not ids:
        return set()
    names = {*Table.objects.filter(pk__in=ids).values_list("event", flat=True)}
    return {reverse("table", args=[pk]) for pk in ids} | {
        event.url for event in events.find(names).values()
    }


def balance(user_id: UserId) -> int:
    """Return the balance of a player's wallet, cents."""
    return ledger.balance(accounts.player(user_id))


def _loud(
    wish: NoticePreferences,
    held: Sequence[HeldSeat],
    called: Sequence[Call],
    dealt: Sequence[DealCall],
    rows: Sequence[Notice],
    *,
    now: datetime,
) -> Iterator[str]:
    """Yield the names of sounds, a different one each time that something happens again."""
    if wish.takes(Notice.Kind.SEAT, Channel.SOUND, now=now):
        yield from (f"held-{seat.table_id}-{int(seat.until.timestamp())}" for seat in held)
    if wish.takes(Notice.Kind.TURN, Channel.SOUND, now=now):
        yield from (f"turn-{call.table_id}-{call.version}" for call in called if call.turn)
        yield from (f"deal-{call.table_id}-{call.version}" for call, _ in dealt)
    loud = (row for row in rows if wish.takes(row.kind, Channel.SOUND, now=now))
    yield from (f"notice-{row.pk}" for row in loud)


def _opens(row: Notice, now: datetime) -> bool:
    fresh = (now - row.at).total_seconds() < FRESH_SECONDS
    return fresh and row.kind in OPENING and bool(row.data.get("opens"))
