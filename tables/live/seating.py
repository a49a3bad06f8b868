"""The verbs of tables and their players between hands.

Each verb locks the table, decides, writes, and announces after the commit.
"""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction

from core.refusal import Refusal
from core.types import Chips, SeatNo, UserId
from players import player_lock
from tables import engine
from tables.live import announce, hand_rows, record, seats, shuffle
from tables.live.record import TableRecord
from tables.live.state import Live, Sitter
from tables.models import Deadline, Seat, Table
from tables.models.tables import SHORTEST_AWAY
from tables.refusals import TableCode
from tables.wire.frame_types import Notice


def open_table(
    *,
    event: str,
    name: str,
    max_seats: int,
    stakes: engine.Stakes,
    action_seconds: int,
    away_seconds: int = SHORTEST_AWAY,
    game: str = "nlhe",
    house: engine.HouseRules = engine.USUAL,
    now: datetime,
) -> Table:
    """Open an empty table; ``event`` names its owner, action times are in seconds (TIME-1), also of
    players who are away (OUT-1).

    ``game`` is one of the engine's games or mixes.
    """
    with transaction.atomic():
        table = Table.objects.create(
            event=event,
            name=name,
            game=game,
            max_seats=max_seats,
            stakes=stakes.to_json(),
            house=house.to_json(),
            action_seconds=action_seconds,
            away_seconds=away_seconds,
            live=Live().to_json(),
            opened_at=now,
        )
        Deadline.objects.create(table=table)
    return table


def take_seat(
    *,
    table_id: int,
    user_id: UserId,
    stack: Chips,
    bank_ms: int,
    no: SeatNo | None = None,
    price: int = 0,
    now: datetime,
) -> Seat:
    """Seat a player, at ``no`` or at a free seat drawn; dealt in from the next hand on.

    ``price`` is the bounty in cents. Refuses NO_SUCH_TABLE, TABLE_CLOSED, NO_SUCH_SEAT,
    SEAT_TAKEN, TABLE_FULL, ALREADY_SEATED.
    """
    who = player_lock.shown([user_id])[user_id]
    with transaction.atomic():
        table = record.lock_open(table_id)
        sitter = Sitter(user_id, who.name, stack, bank_ms, price=price, avatar=who.avatar)
        seat = seats.sit(table, seat_for(table, user_id, no), sitter)
        _write(table, now=now)
    return seat


def take_seats(
    *,
    table_id: int,
    users: Mapping[SeatNo, UserId],
    stack: Chips,
    bank_ms: int,
    price: int = 0,
    now: datetime,
) -> None:
    """Seat several players, user ids by seat number, in a handful of statements.

    ``price`` is the bounty of each in cents. Refuses as ``take_seat`` does.
    """
    if len(set(users.values())) < len(users):
        raise Refusal(TableCode.ALREADY_SEATED)
    shown = player_lock.shown(users.values())
    with transaction.atomic():
        table = record.lock_open(table_id)
        sitters = {
            seat_for(table, user_id, no): Sitter(
                user_id,
                shown[user_id].name,
                stack,
                bank_ms,
                price=price,
                avatar=shown[user_id].avatar,
            )
            for no, user_id in users.items()
        }
        seats.sit_all(table, sitters)
        _write(table, now=now)


def set_price(*, table_id: int, no: SeatNo, price: int, now: datetime) -> None:
    """Set the bounty (cents) of the player at ``no``. NO_SUCH_TABLE, TABLE_CLOSED."""
    with transaction.atomic():
        table = record.lock_open(table_id)
        table.live.seats[no].price = price
        _write(table, now=now)


def set_avatar(*, table_id: int, user_id: UserId, key: str, now: datetime) -> None:
    """Change the picture of a seated player, "" for none; no effect on a player without a seat.

    NO_SUCH_TABLE, TABLE_CLOSED."""
    with transaction.atomic():
        table = record.lock_open(table_id)
        no = table.live.seat_of(user_id)
        if no is not None:
            table.live.seats[no].avatar = key
            _write(table, now=now)


def rename(*, table_id: int, user_id: UserId, name: str, now: datetime) -> None:
    """Show the new name of a seated player; no effect on a player without a seat.

    NO_SUCH_TABLE."""
    with transaction.atomic():
        table = record.lock(table_id)
        no = table.live.seat_of(user_id)
        if no is not None:
            table.live.seats[no].name = name
            _write(table, now=now)


def leave_seat(*, table_id: int, user_id: UserId, now: datetime) -> Sitter:
    """Free a player's seat; return its sitter. NO_SUCH_TABLE, NOT_SEATED, HAND_IN_PROGRESS."""
    with transaction.atomic():
        table = record.lock(table_id)
        sitter = _stand_up(table, user_id)
        _write(table, now=now)
    return sitter


def add_chips(*, table_id: int, user_id: UserId, chips: Chips, now: datetime) -> Chips:
    """Add ``chips`` to a player's stack; return the new stack (CHIP-1).

    NO_SUCH_TABLE, TABLE_CLOSED, NOT_SEATED, and HAND_IN_PROGRESS while they can win one.
    """
    with transaction.atomic():
        table = record.lock_open(table_id)
        no = _seat_of(table, user_id)
        if table.live.involved(no):
            raise Refusal(TableCode.HAND_IN_PROGRESS)
        seats.set_stack(table, no, Chips(table.live.seats[no].stack + chips))
        _write(table, now=now)
    return table.live.stack(no)


def set_stacks(*, table_id: int, stacks: Mapping[SeatNo, Chips], now: datetime) -> None:
    """Set stacks by seat, at a table between hands (LIVE-3).

    NO_SUCH_TABLE, TABLE_CLOSED, HAND_IN_PROGRESS.
    """
    with transaction.atomic():
        table = record.lock_open(table_id)
        if table.live.playing is not None:
            raise Refusal(TableCode.HAND_IN_PROGRESS)
        for no, stack in stacks.items():
            seats.set_stack(table, no, stack)
        _write(table, now=now)


def move(
    *,
    user_id: UserId,
    from_table_id: int,
    to_table_id: int,
    no: SeatNo | None = None,
    now: datetime,
) -> Seat:
    """Move a player, stack and time bank to another table (at ``no``, or drawn); return the seat.

    NOT_SEATED, HAND_IN_PROGRESS, and the refusals of ``take_seat``.
    """
    with transaction.atomic():
        tables = {pk: record.lock_open(pk) for pk in sorted({from_table_id, to_table_id})}
        origin, target = tables[from_table_id], tables[to_table_id]
        sitter = _stand_up(origin, user_id)
        seat = seats.sit(target, seat_for(target, user_id, no), sitter)
        for table in tables.values():
            _write(table, now=now)
    return seat


def set_stakes(*, table_id: int, stakes: engine.Stakes, now: datetime) -> None:
    """Set blinds and ante from the next hand on. NO_SUCH_TABLE, TABLE_CLOSED."""
    with transaction.atomic():
        table = record.lock_open(table_id)
        if table.stakes == stakes.to_json():
            return
        table.stakes = stakes.to_json()
        Table.objects.filter(pk=table_id).update(stakes=table.stakes)
        _write(table, now=now)


def set_notice(*, table_id: int, notice: Notice | None, now: datetime) -> None:
    """Show what the table waits for, e.g. ``{"kind": "break", "until": ...}``; None: it plays.

    NO_SUCH_TABLE, TABLE_CLOSED."""
    with transaction.atomic():
        table = record.lock_open(table_id)
        if table.notice == notice:
            return
        table.notice = notice
        Table.objects.filter(pk=table_id).update(notice=notice)
        _write(table, now=now)


def prepare_to_deal(table: TableRecord, stakes: engine.Stakes) -> None:
    """Set blinds and ante for the deal that follows at a locked table, and clear its notice."""
    stored = stakes.to_json()
    if table.stakes != stored or table.notice is not None:
        table.stakes, table.notice = stored, None
        Table.objects.filter(pk=table.id).update(stakes=stored, notice=None)


def hold(table_id: int) -> None:
    """Make a table that deals on by itself wait for its event after the hand in progress."""
    Table.objects.filter(pk=table_id).update(deals_on=False)


def hand_over(table: TableRecord, *, notice: Notice | None, now: datetime) -> None:
    """Make a locked table that was about to deal wait for its event, with a notice."""
    table.live.look_at = None
    if table.notice != notice:
        table.notice = notice
        Table.objects.filter(pk=table.id).update(notice=notice)
    _write(table, now=now)


def set_deserted(*, table_id: int, at: datetime | None) -> None:
    """Store the moment since which all players of a table sit out; None: not all do."""
    Table.objects.filter(pk=table_id).update(deserted_at=at)


def carried(table_id: int) -> dict[int, int]:
    """Return the shares, by seat, of a pot that waits for a hand never to be dealt (CANCEL-4).

    Equal shares for all players with chips; empty without such a pot.
    """
    table = record.read(table_id)
    playing = [no for no, sitter in table.live.seats.items() if sitter.stack]
    if table.positions is None or not table.live.unwon or not playing:
        return {}
    return engine.equal_parts(table.live.unwon, playing, button=table.positions.button)


def close_table(*, table_id: int, now: datetime) -> None:
    """Close a table and free its seats; idempotent. NO_SUCH_TABLE, HAND_IN_PROGRESS."""
    with transaction.atomic():
        table = record.lock(table_id)
        if table.status == Table.Status.CLOSED:
            return
        if table.live.playing is not None:
            raise Refusal(TableCode.HAND_IN_PROGRESS)
        _close(table, now=now)


def open_again(*, table_id: int, now: datetime) -> None:
    """Reopen a table that was closed by mistake, with empty seats; idempotent.

    NO_SUCH_TABLE.
    """
    with transaction.atomic():
        table = record.lock(table_id)
        if table.status == Table.Status.OPEN:
            return
        table.status = Table.Status.OPEN
        Table.objects.filter(pk=table.id).update(status=table.status, closed_at=None)
        _write(table, now=now)


def call_off_table(*, table_id: int, now: datetime) -> None:
    """Close a table even during a hand, which is then void (CANCEL-4).

    Its cards stay unknown for ever. Idempotent. NO_SUCH_TABLE.
    """
    with transaction.atomic():
        table = record.lock(table_id)
        if table.status != Table.Status.CLOSED:
            call_off(table, now=now)


def call_off(table: TableRecord, *, now: datetime) -> None:
    """Close a locked table even during a hand."""
    if table.live.playing is not None:
        table.live.forget_hand()
    _close(table, now=now)


def void_hand(*, table_id: int, stacks: Mapping[SeatNo, Sitter], now: datetime) -> None:
    """Undo the last hand, which is finished: ``stacks`` are its players, by seat, before it.

    Players who have left their seats since sit there again; the button goes back too. Refuses
    NO_SUCH_TABLE, TABLE_CLOSED, HAND_IN_PROGRESS.
    """
    with transaction.atomic():
        table = record.lock_open(table_id)
        if table.live.playing is not None:
            raise Refusal(TableCode.HAND_IN_PROGRESS)
        hand_rows.forget(table, now=now)
        seats.free(table, stacks)
        seats.sit_all(table, stacks)
        _write(table, now=now)


def _close(table: TableRecord, *, now: datetime) -> None:
    seats.free(table, table.live.seats)
    table.status = Table.Status.CLOSED
    Table.objects.filter(pk=table.id).update(status=table.status, closed_at=now)
    _write(table, now=now)
    announce.closed(table)


def seat_for(
    table: TableRecord, user_id: UserId, no: SeatNo | None, *, reserved: Collection[SeatNo] = ()
) -> SeatNo:
    """Return the seat for a new player at a locked table: ``no``, or a free one drawn outside of
    ``reserved``.

    NO_SUCH_SEAT, SEAT_TAKEN, TABLE_FULL, ALREADY_SEATED.
    """
    taken = table.live.seats
    free = [
        seat for seat in range(1, table.max_seats + 1) if seat not in taken and seat not in reserved
    ]
    if table.live.seat_of(user_id) is not None:
        raise Refusal(TableCode.ALREADY_SEATED)
    if no is None:
        if not free:
            raise Refusal(TableCode.TABLE_FULL)
        return SeatNo(shuffle.drawn(free))
    if not 1 <= no <= table.max_seats:
        raise Refusal(TableCode.NO_SUCH_SEAT)
    if no in taken:
        raise Refusal(TableCode.SEAT_TAKEN)
    return no


def _between_hands(table: TableRecord, user_id: UserId) -> SeatNo:
    """Return the seat of a player who is not in a hand. NOT_SEATED, HAND_IN_PROGRESS."""
    no = _seat_of(table, user_id)
    if table.live.plays(no):
        raise Refusal(TableCode.HAND_IN_PROGRESS)
    return no


def _seat_of(table: TableRecord, user_id: UserId) -> SeatNo:
    no = table.live.seat_of(user_id)
    if no is None:
        raise Refusal(TableCode.NOT_SEATED)
    return no


def _stand_up(table: TableRecord, user_id: UserId) -> Sitter:
    no = _between_hands(table, user_id)
    return seats.free(table, [no])[no]


def _write(table: TableRecord, *, now: datetime) -> None:
    record.write(table, [], now=now)
    announce.update(table, [], now=now)
