"""The announcements of a change at a table: the step between the verbs and ``push``."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

from django.db import transaction

from core.types import SeatNo, UserId
from tables.engine import Event
from tables.live import frames, signals
from tables.live.record import TableRecord
from tables.models import Table
from tables.wire import push


def update(table: TableRecord, events: Sequence[Event], *, now: datetime) -> None:
    """Publish an update to all sockets of the table, and news to other pages of its players."""

    def messages() -> Iterable[push.Message]:
        frame, called = frames.update_and_called(table, events, now=now)
        yield table.id, None, frame
        for user_id in called:
            yield table.id, user_id, table.event

    push.after_commit(messages)


def cards(table: TableRecord, seats: Iterable[SeatNo]) -> None:
    """Send the players dealt into ``seats`` their own cards, after the commitment's publication."""
    dealt = table.live.dealt
    push.after_commit(
        lambda: [(table.id, dealt[seat], frames.cards(table, seat)) for seat in seats]
    )


def you(table: TableRecord, user_id: UserId) -> None:
    """Send a player the frame "you", with their own stay and choices."""
    push.after_commit(lambda: [(table.id, user_id, frames.you(table, user_id))])


def closed(table: TableRecord) -> None:
    """Publish to all sockets of the table that it is closed."""
    push.tell_tables([table.id], frames.closed())


def hand_finished(table: TableRecord) -> None:
    """Send ``signals.hand_finished`` after the commit; errors of receivers are only logged."""
    send = partial(
        signals.hand_finished.send_robust,
        sender=Table,
        table_id=table.id,
        event=table.event,
        hand_id=table.live.hand_id,
        deals_on=table.live.look_at is not None,
        shown_at=table.live.shown_at,
    )
    transaction.on_commit(send)
