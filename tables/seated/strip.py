"""What calls a player from the top of every page: seats, turns, and what they have been told."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse

from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from players.models import Notice
from players.notices import news, wishes, words
from players.notices.wishes import Channel
from players.notices.words import Told
from tables.cash import waiting
from tables.cash.waiting import HeldSeat
from tables.live import calls
from tables.live.calls import Call

# A seat that was drawn longer ago opens by itself no more, s.
FRESH_SECONDS = 60.0
# Notices of one page, the latest.
SHOWN = 3
OPENING = (Notice.Kind.START, Notice.Kind.SEAT)


class ShownNotice(NamedTuple):
    """A notice as a page shows it; ``loud``: with a sound, ``opens``: its page by itself."""

    notice: Notice
    told: Told
    loud: bool
    opens: bool


@dataclass(frozen=True, slots=True)
class Strip:
    """All that calls somebody; ``until`` it may be true, if nothing happens. ``several``: they sit
    at more than one table, the one that their page shows included."""

    held: Sequence[HeldSeat] = ()
    calls: Sequence[Call] = ()
    several: bool = False
    lines: Sequence[ShownNotice] = ()
    loud_turns: bool = False
    loud_seats: bool = False
    until: datetime | None = None

    @property
    def turns(self) -> int:
        """For how much others wait."""
        return sum(call.turn for call in self.calls) + len(self.held)


def read(user_id: UserId, *, here: Collection[int | str] = (), now: datetime) -> Strip:
    """What calls a player whose page shows the tables, or all of an event's, that ``here`` names:
    those call by themselves."""
    held = [seat for seat in waiting.held_for(user_id, now=now) if seat.table_id not in here]
    unseen = news.unseen(user_id, now=now)
    seats = calls.calls(user_id=user_id)
    called = [call for call in seats if call.table_id not in here and call.event not in here]
    if not (held or called or unseen):
        return Strip()
    wish = wishes.of(user_id)
    ids = {*(seat.table_id for seat in held), *(call.table_id for call in called)}
    at = {reverse("table", args=[table_id]) for table_id in ids}
    shown = [
        row
        for row in unseen
        # Where one sits and whose turn it is stands there anyway; a table that opens is named.
        if row.kind != Notice.Kind.TURN and (row.url not in at or _opens(row, now))
        if wish.takes(row.kind, Channel.PAGE, now=now) or (wish.opens_tables and _opens(row, now))
    ]
    ends = [seat.until for seat in held] + [row.until for row in unseen if row.until]
    return Strip(
        held=held,
        calls=called,
        several=len(seats) > 1,
        lines=[
            ShownNotice(
                row,
                words.say(row.kind, row.data),
                wish.takes(row.kind, Channel.SOUND, now=now),
                wish.opens_tables and _opens(row, now),
            )
            for row in shown[:SHOWN]
        ],
        loud_turns=wish.takes(Notice.Kind.TURN, Channel.SOUND, now=now),
        loud_seats=wish.takes(Notice.Kind.SEAT, Channel.SOUND, now=now),
        until=min(ends, default=None),
    )


def balance(user_id: UserId) -> int:
    """What a player's wallet holds, cents."""
    return ledger.balance(accounts.player(user_id))


def _opens(row: Notice, now: datetime) -> bool:
    fresh = (now - row.at).total_seconds() < FRESH_SECONDS
    return fresh and row.kind in OPENING and bool(row.data.get("opens"))
