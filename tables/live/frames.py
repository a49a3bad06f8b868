"""What a table says to its sockets. Cards come from ``engine``'s views only: they hide the rest."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence, Set
from datetime import datetime

from core.types import SeatNo, UserId
from tables import engine
from tables.engine.events import Event
from tables.live.record import TableRecord
from tables.live.state import Sitter
from tables.wire.difference import difference
from tables.wire.frame_types import (
    Betting,
    CardsFrame,
    Clock,
    ClosedFrame,
    PongFrame,
    RefusedFrame,
    Seat,
    SnapshotFrame,
    SoFar,
    Stay,
    Table,
    UpdateFrame,
    You,
    YouFrame,
)

# Tables that a process remembers as it told them last; some 12 kB each.
TOLD = 2000
_told: OrderedDict[tuple[int, int], Table] = OrderedDict()


def table(record: TableRecord) -> Table:
    """The table as everybody may see it."""
    live = record.live
    told: Table = {
        "id": record.id,
        "name": record.name,
        "event": record.event,
        "game": record.game,
        "betting": _betting(record),
        "status": record.status,
        "version": record.version,
        "max_seats": record.max_seats,
        "hand_no": record.hand_no,
        "hand_id": live.hand_id,
        "commitment": live.commitment,
        "stakes": record.stakes,
        "notice": record.notice,
        "seats": [_seat(record, no, sitter) for no, sitter in sorted(live.seats.items())],
        "hand": None if live.hand is None else engine.view(live.hand, None),
        "clock": _clock(record),
    }
    if live.held:
        told["held"] = [
            {"seat": no, "user": held.user, "until": held.until}
            for no, held in sorted(live.held.items())
        ]
    return told


def update(record: TableRecord, events: Sequence[Event], *, now: datetime) -> UpdateFrame:
    """What just happened, the same for everybody; ``events`` may be the hand's private ones.

    The record was written once since it was read.
    """
    return update_and_called(record, events, now=now)[0]


def update_and_called(
    record: TableRecord, events: Sequence[Event], *, now: datetime
) -> tuple[UpdateFrame, Set[UserId]]:
    """As ``update``, and whose other pages have something new to say: of whoever sat down or left,
    began or ended a turn, or was given or lost a seat that is held."""
    was, told = _before_and_after(record)
    frame: UpdateFrame = {
        "type": "update",
        "version": record.version,
        "events": [engine.visible(event, None) for event in events],
        "change": [told] if was is None else difference(was, told),
        "now": now.isoformat(),
    }
    changed = _called(told) ^ (_called(was) if was else set())
    return frame, {UserId(user_id) for _, user_id in changed}


def _called(told: Table) -> Set[tuple[str, int]]:
    """Who is called to a table, and for what."""
    hand = told["hand"]
    turn = None if hand is None or hand["turn"] is None else hand["turn"]["seat"]
    sitting = {("seat", seat["user"]) for seat in told["seats"]}
    moving = {("turn", seat["user"]) for seat in told["seats"] if seat["seat"] == turn}
    return sitting | moving | {("held", held["user"]) for held in told.get("held", ())}


def _before_and_after(record: TableRecord) -> tuple[Table | None, Table]:
    """The table as it was, None where this process cannot tell any more, and as it is."""
    before, now = (record.id, record.version - 1), (record.id, record.version)
    was, told = _told.pop(before, None), table(record)
    if was is None and (read := record.as_read()) is not None:
        was = table(read)
    _told[now] = told
    if len(_told) > TOLD:
        _told.popitem(last=False)
    return was, told


def so_far(first: int, names: Mapping[int, str], events: Sequence[Event]) -> SoFar:
    """The hand as everybody heard it; ``events`` may be the hand's private ones."""
    told = {str(seat): name for seat, name in names.items()}
    seen = [engine.visible(event, None) for event in events]
    return {"first": first, "names": told, "events": seen}


def snapshot(
    record: TableRecord, user_id: int | None, heard: SoFar, *, now: datetime
) -> SnapshotFrame:
    """Everything that one user (None: a spectator) may know of the table."""
    return {
        "type": "snapshot",
        "version": record.version,
        "table": table(record),
        "so_far": heard,
        "you": _you(record, user_id),
        "now": now.isoformat(),
    }


def cards(record: TableRecord, seat: int) -> CardsFrame:
    """The hole cards of a seat, for their owner."""
    frame: CardsFrame = {
        "type": "cards",
        "version": record.version,
        "cards": hole_cards(record, seat),
    }
    if (may_open := _may_open(record, seat)) is not None:
        frame["may_open"] = may_open
    return frame


def you(record: TableRecord, user_id: int) -> YouFrame:
    """What a player of a cash table has chosen there; null once they have left."""
    no = record.live.seat_of(user_id)
    stay = None if no is None else _stay(record, no)
    return {"type": "you", "version": record.version, "stay": stay}


def closed() -> ClosedFrame:
    return {"type": "closed"}


def pong() -> PongFrame:
    return {"type": "pong"}


def refused(
    code: str, message: str, version: int | None, *, rule: str | None = None
) -> RefusedFrame:
    told: RefusedFrame = {"type": "refused", "code": code, "message": message, "version": version}
    return {**told, "rule": rule} if rule else told


def hole_cards(record: TableRecord, seat: int) -> list[str]:
    """The cards of the player dealt into a seat, folded or not; none between hands."""
    hand = record.live.hand
    return [] if hand is None else engine.own_cards(hand, seat)


def _betting(record: TableRecord) -> Betting:
    """How the stakes are to be read, in the hand or in the next one (MIX-1)."""
    live = record.live
    game = engine.GAMES[engine.game_of_orbit(record.game, live.orbit)]
    if live.hand is not None:
        game = live.hand.game
    if not game.blinds:
        return "ante"
    return "limit" if game.limit.fixed else "blinds"


def _seat(record: TableRecord, no: SeatNo, sitter: Sitter) -> Seat:
    live, stay = record.live, sitter.stay
    seat: Seat = {
        "seat": no,
        "name": sitter.name,
        "user": sitter.user,
        "stack": live.stack(no),
        "away": sitter.away,
        "bank_ms": sitter.bank_ms,
    }
    if sitter.avatar:
        seat["avatar"] = sitter.avatar
    if sitter.price:
        seat["price"] = sitter.price
    if stay is None:
        return seat
    if stay.owes or (live.unwon and not sitter.in_pot):
        seat["waits"] = True
    if sitter.away and stay.out_last is not None:
        seat["out_hands"] = max(0, stay.out_last - record.hand_no)
    elif sitter.away and stay.out_until is not None:
        seat["out_until"] = stay.out_until
    return seat


def _may_open(record: TableRecord, seat: int) -> bool | None:
    """In a draw, whether the player dealt into a seat holds openers: only they may know."""
    hand = record.live.hand
    return None if hand is None or hand.exchange is None else engine.may_open(hand, seat)


def _you(record: TableRecord, user_id: int | None) -> You | None:
    live = record.live
    no = live.seat_of(user_id)
    if no is None:
        return None
    # Cards belong to whoever was dealt them, not to whoever sits there now.
    mine = live.dealt.get(no) == user_id
    you: You = {
        "seat": no,
        "cards": hole_cards(record, no) if mine else [],
        "away": live.seats[no].away,
    }
    if mine and (may_open := _may_open(record, no)) is not None:
        you["may_open"] = may_open
    if record.owner.has_stays:
        you["stay"] = _stay(record, no)
    return you


def _stay(record: TableRecord, no: SeatNo) -> Stay | None:
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
        "tops_up": stay.tops_up,
        "rebuys": stay.rebuys,
        "rebuy": stay.rebuy,
        "posts_always": stay.posts_always,
        "rests": stay.rests,
    }


def _clock(record: TableRecord) -> Clock | None:
    live = record.live
    reading = record.clock
    if reading is None or live.hand is None or live.turn_at is None:
        return None
    return {
        "seat": live.hand.turn,
        "turn_at": live.turn_at.isoformat(),
        "action_until": reading.action_until.isoformat(),
        "due_at": reading.due_at.isoformat(),
    }
