"""The open tables at which a player sits, and whether each waits for them; for every page."""

from collections.abc import Iterable
from typing import NamedTuple

from core.types import SeatNo, UserId
from tables.live.frames import awaited
from tables.live.state import Live, LiveRow
from tables.models import Seat, Table
from tables.wire.frame_types import Notice


class Call(NamedTuple):
    """A table at which a player sits; ``turn``: the table waits for them, since ``version``;
    ``deal``: a deal is proposed there, which they have not answered; ``plays``: a hand is on, or
    players enough for the next one are there, and the table is not paused."""

    table_id: int
    event: str
    name: str
    turn: bool
    version: int
    deal: bool = False
    plays: bool = True


def of_player(*, user_id: UserId) -> list[Call]:
    """Return the open tables at which a player sits, those with their turn first; one query."""
    seats = Seat.objects.filter(user_id=user_id, table__status=Table.Status.OPEN)
    rows = seats.order_by("table_id").values_list(
        "table_id", "table__event", "table__name", "no", "table__live", "table__notice"
    )
    return sorted(_read(rows), key=lambda call: not call.turn)


def _read(rows: Iterable[tuple[int, str, str, int, LiveRow, Notice | None]]) -> Iterable[Call]:
    for table_id, event, name, no, state, notice in rows:
        live = Live.from_json(state)
        # An entry that has gone on to another hand of a pool is called to that one (FAST-1).
        if live.seats[SeatNo(no)].staked is None:
            deal = no in awaited(notice)
            yield Call(
                table_id, event, name, live.turn == no, live.turn_version, deal, _plays(live)
            )


def _plays(live: Live) -> bool:
    """Return whether a hand is on, or the next one has players enough and nothing holds it up."""
    able = [
        sitter
        for sitter in live.seats.values()
        if sitter.stack and not (sitter.stay and sitter.away)
    ]
    return live.playing is not None or (len(able) > 1 and live.frozen_at is None)
