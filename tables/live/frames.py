"""The frames of a table. Cards come from ``engine``'s views only, which hide the rest."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence, Set
from datetime import datetime

from core import money
from core.types import SeatNo, UserId
from payouts.bookkeeping.books import REAL
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
    Notice,
    PongFrame,
    RefusedFrame,
    SeatView,
    SnapshotFrame,
    SoFar,
    Stay,
    TableView,
    UpdateFrame,
    You,
    YouFrame,
)

# Tables whose latest public state a process remembers, to send differences; some 12 kB each.
MOST_VIEWS = 2000
_last_views: OrderedDict[tuple[int, int], TableView] = OrderedDict()


def table(record: TableRecord) -> TableView:
    """Return the public view of a table."""
    live = record.live
    view: TableView = {
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
    if record.owner.books is REAL:
        view["currency"] = money.currency()
    if live.held:
        view["held"] = [
            {"seat": no, "user": held.user, "until": held.until}
            for no, held in sorted(live.held.items())
        ]
    return view


def update(record: TableRecord, events: Sequence[Event], *, now: datetime) -> UpdateFrame:
    """Return the frame "update", the same for all readers; private parts of ``events`` are removed.

    The record was written exactly once since it was read.
    """
    return update_and_called(record, events, now=now)[0]


def update_and_called(
    record: TableRecord, events: Sequence[Event], *, now: datetime
) -> tuple[UpdateFrame, Set[UserId]]:
    """Return the frame "update", and the players whose other pages have news: those who sat down or
    left, began or ended a turn, were given or lost a held seat, or owe an answer to a deal."""
    was, view = _before_and_after(record)
    frame: UpdateFrame = {
        "type": "update",
        "version": record.version,
        "events": [engine.visible(event, None) for event in events],
        "change": [view] if was is None else difference(was, view),
        "now": now.isoformat(),
    }
    changed = _called(view) ^ (_called(was) if was else set())
    return frame, {UserId(user_id) for _, user_id in changed}


def _called(view: TableView) -> Set[tuple[str, int]]:
    """The (call, user id) pairs of a table: "seat", "turn", "held" or "deal"."""
    hand = view["hand"]
    turn = None if hand is None or hand["turn"] is None else hand["turn"]["seat"]
    sitting = {("seat", seat["user"]) for seat in view["seats"]}
    moving = {("turn", seat["user"]) for seat in view["seats"] if seat["seat"] == turn}
    deciding = awaited(view["notice"])
    asking = {("deal", seat["user"]) for seat in view["seats"] if seat["seat"] in deciding}
    return sitting | moving | asking | {("held", held["user"]) for held in view.get("held", ())}


def awaited(notice: Notice | None) -> Sequence[int]:
    """Return the seats whose players have not answered a deal that is proposed at the table."""
    return notice["seats"] if notice is not None and notice["kind"] == "deal" else ()


def _before_and_after(record: TableRecord) -> tuple[TableView | None, TableView]:
    """Return the public view before (None if this process has lost it) and after the write."""
    before, now = (record.id, record.version - 1), (record.id, record.version)
    was, view = _last_views.pop(before, None), table(record)
    if was is None and (read := record.as_read()) is not None:
        was = table(read)
    _last_views[now] = view
    if len(_last_views) > MOST_VIEWS:
        _last_views.popitem(last=False)
    return was, view


def so_far(first: int, names: Mapping[int, str], events: Sequence[Event]) -> SoFar:
    """Return the public history of the hand; private parts of ``events`` are removed."""
    public_names = {str(seat): name for seat, name in names.items()}
    seen = [engine.visible(event, None) for event in events]
    return {"first": first, "names": public_names, "events": seen}


def snapshot(
    record: TableRecord, user_id: int | None, heard: SoFar, *, now: datetime
) -> SnapshotFrame:
    """Return the frame "snapshot": all that one user (None: a spectator) may know of the table."""
    return {
        "type": "snapshot",
        "version": record.version,
        "table": table(record),
        "so_far": heard,
        "you": _you(record, user_id),
        "now": now.isoformat(),
    }


def cards(record: TableRecord, seat: int) -> CardsFrame:
    """Return the frame "cards": the hole cards of a seat, for their owner alone."""
    frame: CardsFrame = {
        "type": "cards",
        "version": record.version,
        "cards": hole_cards(record, seat),
    }
    if (may_open := _may_open(record, seat)) is not None:
        frame["may_open"] = may_open
    return frame


def you(record: TableRecord, user_id: int) -> YouFrame:
    """Return the frame "you": a cash player's stay and choices; null once they have left."""
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
    frame: RefusedFrame = {"type": "refused", "code": code, "message": message, "version": version}
    return {**frame, "rule": rule} if rule else frame


def hole_cards(record: TableRecord, seat: int) -> list[str]:
    """Return the cards of the player dealt into a seat, folded or not, until the next deal."""
    hand = record.live.hand
    return [] if hand is None else engine.own_cards(hand, seat)


def _betting(record: TableRecord) -> Betting:
    """Return the betting of the hand at the table, or without one of the next hand (MIX-1)."""
    live = record.live
    game = engine.GAMES[engine.game_of_orbit(record.game, live.orbit)]
    if live.hand is not None:
        game = live.hand.game
    if not game.blinds:
        return "ante"
    return "limit" if game.limit.fixed else "blinds"


def _seat(record: TableRecord, no: SeatNo, sitter: Sitter) -> SeatView:
    live, stay = record.live, sitter.stay
    seat: SeatView = {
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
    elif sitter.away and stay.out_until is not None and live.frozen_at is None:
        seat["out_until"] = stay.out_until
    return seat


def _may_open(record: TableRecord, seat: int) -> bool | None:
    """Return whether a seat holds openers, for its player alone; None outside of draw games."""
    hand = record.live.hand
    return None if hand is None or hand.exchange is None else engine.may_open(hand, seat)


def _you(record: TableRecord, user_id: int | None) -> You | None:
    live = record.live
    no = live.seat_of(user_id)
    if no is None:
        return None
    # Cards belong to the player they were dealt to, who may no longer have this seat.
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
    """A cash player's debts and choices (CASH-2, CASH-3), and cents to be added after this hand;
    None where the seat has no stay."""
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
