"""What a change at a table sends, and to whom: the step between the verbs and ``push``."""

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
    """Tell everybody at the table what happened, and the other pages of those it calls."""

    def messages() -> Iterable[push.Message]:
        frame, called = frames.update_and_called(table, events, now=now)
        yield table.id, None, frame
        for user_id in called:
            yield table.id, user_id, table.event

    push.after_commit(messages)


def cards(table: TableRecord, seats: Iterable[SeatNo]) -> None:
    """Tell the players dealt into ``seats`` their own cards, after the commitment was published."""
    dealt = table.live.dealt
    push.after_commit(
        lambda: [(table.id, dealt[seat], frames.cards(table, seat)) for seat in seats]
    )


def you(table: TableRecord, user_id: UserId) -> None:
    """Tell a player what the table knows of them alone."""
    push.after_commit(lambda: [(table.id, user_id, frames.you(table, user_id))])


def closed(table: TableRecord) -> None:
    """Tell everybody that the table is no more."""
    push.tell_tables([table.id], frames.closed())


def hand_finished(table: TableRecord) -> None:
    """Tell the apps above; an error of theirs must not look like one of the table's."""
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
