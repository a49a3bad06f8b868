"""What a table says to its sockets. Cards come from ``engine.view`` only, which hides the rest."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tables import engine
from tables.live.record import TableRecord

Frame = dict[str, Any]


def table(record: TableRecord) -> Frame:
    """The table as everybody may see it."""
    live = record.live
    return {
        "id": record.id,
        "name": record.name,
        "event": record.event,
        "game": record.game,
        "status": record.status,
        "version": record.version,
        "max_seats": record.max_seats,
        "hand_no": record.hand_no,
        "hand_id": live.hand_id,
        "commitment": live.commitment,
        "stakes": record.stakes,
        "notice": record.notice,
        "seats": [
            {
                "seat": no,
                "name": sitter.name,
                "user": sitter.user,
                "stack": live.stack(no),
                "away": sitter.away,
                "bank_ms": sitter.bank_ms,
                **({"price": sitter.price} if sitter.price else {}),
                **({"waits": True} if sitter.stay and sitter.stay.owes else {}),
            }
            for no, sitter in sorted(live.seats.items())
        ],
        "hand": None if live.hand is None else engine.view(live.hand, None),
        "clock": _clock(record),
    }


def update(record: TableRecord, events: Sequence[dict[str, Any]], *, now: datetime) -> Frame:
    """What just happened, the same for everybody; ``events`` may be the hand's private ones."""
    public = (engine.visible(event, None) for event in events)
    return {
        "type": "update",
        "version": record.version,
        "events": [event for event in public if event is not None],
        "table": table(record),
        "now": now.isoformat(),
    }


def snapshot(record: TableRecord, user_id: int | None, *, now: datetime) -> Frame:
    """Everything that one user (None: a spectator) may know of the table."""
    return {
        "type": "snapshot",
        "version": record.version,
        "table": table(record),
        "you": _you(record, user_id),
        "now": now.isoformat(),
    }


def cards(record: TableRecord, seat: int) -> Frame:
    """The hole cards of a seat, for their owner."""
    return {
        "type": "cards",
        "version": record.version,
        "cards": hole_cards(record, seat),
        **_openers(record, seat),
    }


def you(record: TableRecord, user_id: int) -> Frame:
    """What a player of a cash table has chosen there; null once they have left."""
    no = record.live.seat_of(user_id)
    stay = None if no is None else _stay(record, no)
    return {"type": "you", "version": record.version, "stay": stay}


def closed() -> Frame:
    return {"type": "closed"}


def refused(code: str, message: str, version: int | None) -> Frame:
    return {"type": "refused", "code": code, "message": message, "version": version}


def hole_cards(record: TableRecord, seat: int) -> list[str]:
    """The cards that the player dealt into a seat holds; none once folded or between hands."""
    if record.live.hand is None:
        return []
    seats = engine.view(record.live.hand, seat)["seats"]
    return next((view["cards"] for view in seats if view["seat"] == seat), [])


def _openers(record: TableRecord, seat: int) -> Frame:
    """In draw games, whether the player dealt into a seat holds openers: only they may know."""
    if record.live.hand is None or record.live.hand.drawing is None:
        return {}
    return {"may_open": engine.view(record.live.hand, seat)["draw"]["may_open"]}


def _you(record: TableRecord, user_id: int | None) -> Frame | None:
    live = record.live
    no = live.seat_of(user_id)
    if no is None:
        return None
    # Cards belong to whoever was dealt them, not to whoever sits there now.
    mine = live.dealt.get(no) == user_id
    return {
        "seat": no,
        "cards": hole_cards(record, no) if mine else [],
        "away": live.seats[no].away,
        **(_openers(record, no) if mine else {}),
        **({"stay": _stay(record, no)} if record.is_cash else {}),
    }


def _stay(record: TableRecord, no: int) -> Frame | None:
    """Of somebody at a cash table: what they owe and have chosen (CASH-2, CASH-3), and chips that
    come after this hand."""
    stay = record.live.seats[no].stay
    if stay is None:
        return None
    return {
        "owes": stay.owes,
        "dead": stay.dead,
        "posts": stay.posts,
        "straddles": stay.straddles,
        "leaving": stay.leaving,
        "top_up": stay.top_up[0] if stay.top_up else 0,
    }


def _clock(record: TableRecord) -> Frame | None:
    live = record.live
    reading = live.clock(record.action_seconds)
    if reading is None or live.hand is None or live.turn_at is None:
        return None
    return {
        "seat": live.hand.turn,
        "turn_at": live.turn_at.isoformat(),
        "action_until": reading.action_until.isoformat(),
        "due_at": reading.due_at.isoformat(),
    }
