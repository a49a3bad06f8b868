"""Finished hands as the frames that their tables sent, for the replayer."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from core.types import Chips, SeatNo, UserId
from tables import engine
from tables.engine.events import Event
from tables.live import frames, seats
from tables.live.record import TableRecord
from tables.live.state import Live, Sitter
from tables.models import Hand, HandPlayer, Table
from tables.wire.difference import difference
from tables.wire.frame_types import CardsFrame, SnapshotFrame, SoFar, UpdateFrame

ReplayFrame = SnapshotFrame | UpdateFrame | CardsFrame


def frames_of(
    hand: Hand, players: Sequence[HandPlayer], events: Iterable[Event], *, seat: SeatNo
) -> Iterator[ReplayFrame]:
    """Yield a snapshot before the deal, then the frames of each action as the player in ``seat``
    got them in play: the public update, and their own cards.

    Only what a hand stores is told: no clocks, no players who were not dealt in. Versions count
    from 0.
    """
    steps = engine.replay_steps(events)
    yield from play(
        _before(hand, players),
        hand_id=hand.pk,
        number=hand.number,
        commitment=hand.commitment,
        steps=steps,
        seat=seat,
        now=hand.started_at,
    )


def play(
    record: TableRecord,
    *,
    hand_id: int,
    number: int,
    commitment: str,
    steps: Iterable[engine.HandStep],
    seat: SeatNo | None,
    now: datetime,
) -> Iterator[ReplayFrame]:
    """Yield the frames of a hand's steps from a table before the deal, as the player in ``seat``
    (None: the public) is sent them."""
    names = {str(no): sitter.name for no, sitter in record.live.seats.items()}
    nothing: SoFar = {"first": 0, "names": names, "events": []}
    user = None if seat is None else record.live.seats[seat].user
    yield frames.snapshot(record, user, nothing, now=now)
    was = frames.table(record)
    live = record.live
    live.take_up(hand_id, commitment, {no: each.user for no, each in live.seats.items()})
    record.hand_no = number
    for step in steps:
        live.hand = step.hand
        record.version += 1
        if step.hand.finished:
            seats.show_stacks(live, step.hand.stacks)
        view = frames.table(record)
        yield {
            "type": "update",
            "version": record.version,
            "events": [engine.visible(event, None) for event in step.events],
            "change": difference(was, view),
            "now": now.isoformat(),
        }
        if seat is not None and any(_deals_to(seat, event) for event in step.events):
            yield frames.cards(record, seat)
        was = view


def _deals_to(seat: SeatNo, event: Event) -> bool:
    return event["e"] == "hole" or (event["e"] == "draw" and event["seat"] == seat)


def _before(hand: Hand, players: Sequence[HandPlayer]) -> TableRecord:
    """The table before the deal, with the players who were dealt in."""
    seats = {
        SeatNo(player.seat_no): Sitter(
            UserId(player.user_id), player.user.get_username(), Chips(player.start_stack), 0
        )
        for player in players
    }
    whole: dict[str, Any] = dict.fromkeys(("positions", "notice", "row", "row_hand"))
    return TableRecord(
        id=hand.table_id,
        event=hand.event,
        name=hand.table.name,
        status=Table.Status.OPEN,
        game=hand.game,
        max_seats=hand.table.max_seats,
        stakes=hand.stakes,
        action_seconds=0,
        away_seconds=0,
        version=0,
        hand_no=hand.number - 1,
        deals_on=False,
        live=Live(seats=seats),
        **whole,
    )
