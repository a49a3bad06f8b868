"""Corrections of stacks between two hands; the sum of the event's chips changes along (AMEND-5)."""

from typing import NamedTuple

from core.refusal import Refusal
from core.types import Chips, SeatNo
from tables.live import seating
from tables.models import Seat
from tables.wire import push
from tournaments.entry import acts
from tournaments.floor import notifications
from tournaments.floor.floors import StoredFloor, TableState
from tournaments.models import Entry, Order, StackCorrection
from tournaments.refusals import EventCode


class Stacks(NamedTuple):
    """A player's stack, and all chips of the event, before and after a correction."""

    before: Chips
    after: Chips
    all_before: int
    all_after: int


def look(entry: Entry, chips: int) -> Stacks:
    """Return the effect of ``chips`` more (negative: fewer) on a stack as it was before the running
    hand. Refuses NOT_IN_PLAY, NO_CHIPS_LEFT."""
    event = entry.tournament
    seat = Seat.objects.filter(table__event=event.event, user=entry.user_id, stack__gt=0).first()
    if seat is None:
        raise Refusal(EventCode.NOT_IN_PLAY)
    check(seat.stack, chips)
    every = event.chips_in_play
    return Stacks(seat.stack, Chips(seat.stack + chips), every, every + chips)


def check(stack: int, chips: int) -> None:
    """Refuse NO_CHIPS_LEFT for a correction by zero, or one that leaves no chips."""
    if not chips or stack + chips < 1:
        raise Refusal(EventCode.NO_CHIPS_LEFT, stack=stack)


def correct(
    plan: StoredFloor, order: Order, table: TableState, no: SeatNo
) -> tuple[acts.Picture, acts.Picture]:
    """Correct a stack at a table between hands, and notify its player and the table."""
    assert order.entry is not None
    assert order.chips is not None
    event, before = plan.tournament, table.stacks[no]
    check(before, order.chips)
    after, chips_before = Chips(before + order.chips), event.chips_in_play
    StackCorrection.objects.create(
        entry=order.entry,
        order=order,
        chips=order.chips,
        before=before,
        after=after,
        at=plan.now,
    )
    plan.note(corrected_chips=event.corrected_chips + order.chips)
    seating.set_stacks(table_id=table.id, stacks={no: after}, now=plan.now)
    table.stacks[no] = after
    plan.uncount()
    notifications.corrected(event, order, now=plan.now)
    push.tell_tables([table.id], {"type": "message", "text": order.why, "warning": False})
    return (
        {"stack": before, "all_chips": chips_before},
        {"stack": after, "all_chips": event.chips_in_play},
    )
