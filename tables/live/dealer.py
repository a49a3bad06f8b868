"""The verbs of a hand, from the deal to the last chip.

Each verb locks the table, decides with the engine, writes, and announces after the commit. Only
``act``, by far the most frequent, uses an optimistic lock: if the table has changed since it was
read, it decides anew (docs/decisions/0013-optimistic-locking-of-actions-by-version.md). In a pool
it locks too.
"""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction

from core import metrics, room_clock, sql
from core.refusal import Refusal
from core.types import Cents, SeatNo, UserId
from tables import engine, games
from tables.live import (
    announce,
    escrow,
    frames,
    hand_rows,
    pause,
    pool_hands,
    record,
    seats,
    shuffle,
    table_cache,
)
from tables.live.record import TableRecord
from tables.live.seats import SeatResult
from tables.models import Hand, Table
from tables.refusals import TableCode, by_the_rules
from tables.wire.frame_types import Notice, SnapshotFrame


def deal(*, table_id: int, now: datetime, deck: Sequence[str] | None = None) -> Hand | None:
    """Deal the next hand; None while one is played or fewer than two players have chips.

    Idempotent. ``deck`` (in dealing order) is for replays and tests; otherwise it is shuffled here
    (DEAL-1). NO_SUCH_TABLE, TABLE_CLOSED.
    """
    with transaction.atomic():
        return deal_to_all(record.lock_open(table_id), deck, now=now)


def deal_to_all(
    table: TableRecord, deck: Sequence[str] | None = None, *, now: datetime
) -> Hand | None:
    """Deal as ``deal`` does, at a table that the caller has locked."""
    stacks: dict[int, int] = {
        no: sitter.stack for no, sitter in table.live.seats.items() if sitter.stack > 0
    }
    if table.live.playing is not None or len(stacks) < 2:
        return None
    house = record.house_of(table)
    lineup = engine.line_up_all(
        table.positions,
        stacks,
        pick=shuffle.drawn,
        button=house.button if games.has_blinds(table.game) else None,
    )
    return deal_to(table, lineup, deck, house=house, now=now)


def deal_to(
    table: TableRecord,
    lineup: engine.Lineup,
    deck: Sequence[str] | None = None,
    *,
    house: engine.HouseRules,
    now: datetime,
) -> Hand:
    """Deal to ``lineup`` at a table that the caller has locked and where no hand is played."""
    table.live.look_at = table.live.shown_at = None
    hand, step = hand_rows.begin(table, lineup, deck, house=house, now=now)
    _take(table, step, now=now)
    announce.cards(table, table.live.dealt)
    return hand


@metrics.ACTION_SECONDS.time()
def act(
    *, table_id: int, user_id: UserId, action: engine.Action, seen_version: int, now: datetime
) -> int:
    """Apply a player's action; return the table's new version.

    ``seen_version`` is the version that the player decided on: STALE_VERSION when the turn has
    passed since. NO_SUCH_TABLE, NO_HAND, NOT_IN_HAND, and the engine's refusals.
    """
    cached = table_cache.pop(table_id, seen_version=seen_version)
    if cached is not None:
        # The cached record may be stale: a refusal counts only when the row gives it.
        with suppress(Refusal):
            if act_at(cached, user_id=user_id, action=action, seen_version=seen_version, now=now):
                table_cache.put(cached)
                return cached.version
    while True:
        table = record.read(table_id)
        if table.owner.lets_go:
            with transaction.atomic():
                table = record.lock(table_id)
                act_at(table, user_id=user_id, action=action, seen_version=seen_version, now=now)
            return table.version
        if act_at(table, user_id=user_id, action=action, seen_version=seen_version, now=now):
            table_cache.put(table)
            return table.version


def act_at(
    table: TableRecord,
    *,
    user_id: UserId,
    action: engine.Action,
    seen_version: int,
    now: datetime,
) -> bool:
    """Apply an action to a table as it was read; write nothing and return False if it has changed.

    A pool's table must be locked: entries that go on are written there without a new version.
    """
    live = table.live
    hand, seat = live.playing, live.dealt_seat_of(user_id)
    if hand is None:
        raise Refusal(TableCode.NO_HAND)
    if seat is None:
        raise Refusal(TableCode.NOT_IN_HAND)
    if not live.turn_version <= seen_version <= table.version:
        raise Refusal(TableCode.STALE_VERSION)
    with by_the_rules(chips=not table.owner.for_money):
        step = engine.apply(hand, seat, action)
    live.charge(table.action_seconds, now=now)
    return _take(table, step, now=now)


def time_out(*, table_id: int, now: datetime, grace_until: datetime | None = None) -> bool:
    """Check or fold for a player who is out of time, and mark them away (TIME-1, OUT-1).

    Return False, without a default action, if no player is out of time; before ``grace_until`` the
    player's time is extended to it (TRN-6).
    """
    with transaction.atomic():
        table = record.lock(table_id)
        hand, turn, due_at = table.live.playing, table.live.turn, table.due_at
        if hand is None or turn is None or due_at is None or now < due_at:
            # The worker that claimed the deadline has moved it: restore the real one. A due table
            # without a turn keeps the claim: the worker's next step deals, or retries after it.
            if due_at is None or now < due_at:
                record.write_deadline(table)
            return False
        if grace_until is not None and _postpone(table, until=grace_until):
            record.write(table, [], now=now)
            announce.update(table, [], now=now)
            return False
        step = engine.apply(hand, turn, engine.default_action(hand))
        table.live.charge(table.action_seconds, now=now)
        seats.set_away(table, turn, away=True, now=now)
        _take(table, step, now=now)
    return True


def sit_out(*, table_id: int, user_id: UserId, now: datetime) -> int:
    """Sit a player out: check or fold for them from now on (OUT-1), at a cash table to the end of
    the hand (OUT-2); return the version. NO_SUCH_TABLE, NOT_SEATED, LEAVING."""
    return _set_away(table_id, user_id, away=True, now=now)


def come_back(*, table_id: int, user_id: UserId, now: datetime) -> int:
    """Bring a player back from sitting out (OUT-1, OUT-2); return the version.

    NO_SUCH_TABLE, NOT_SEATED, LEAVING."""
    return _set_away(table_id, user_id, away=False, now=now)


def show(*, table_id: int, user_id: UserId, cards: Collection[str] = (), now: datetime) -> int:
    """Show a player's cards voluntarily (SHOW-2), all or those named, until the next deal.

    Return the version. NO_SUCH_TABLE, NO_HAND, NOT_IN_HAND, and the engine's refusals.
    """
    with transaction.atomic():
        table = record.lock(table_id)
        hand, seat = table.live.hand, table.live.dealt_seat_of(user_id)
        if hand is None:
            raise Refusal(TableCode.NO_HAND)
        if seat is None:
            raise Refusal(TableCode.NOT_IN_HAND)
        with by_the_rules():
            step = engine.show(hand, seat, cards)
        table.live.hand = step.hand
        record.write(table, step.events, now=now)
        announce.update(table, step.events, now=now)
    return table.version


def freeze(*, table_id: int, notice: Notice, now: datetime) -> None:
    """Stop the action clock of a table and show why; the player to act still may (TRN-6).

    Repeated, it only changes the notice. NO_SUCH_TABLE, TABLE_CLOSED.
    """
    with transaction.atomic():
        table = record.lock_open(table_id)
        live = table.live
        if live.frozen_at is not None and table.notice == notice:
            return
        live.frozen_at = live.frozen_at or now
        _say(table, notice)
        record.write(table, [], now=now)
        announce.update(table, [], now=now)


def thaw(*, table_id: int, notice: Notice | None = None, grace: timedelta, now: datetime) -> None:
    """Restart a stopped action clock with the time left, or ``grace`` if that is longer (TRN-6).

    No effect on a running clock. NO_SUCH_TABLE, TABLE_CLOSED.
    """
    with transaction.atomic():
        table = record.lock_open(table_id)
        live = table.live
        if live.frozen_at is None:
            return
        if live.turn_at is not None:
            live.turn_at += now - live.frozen_at
        for sitter in live.seats.values():
            if sitter.stay is not None:
                sitter.stay.leave_out(live.frozen_at, now)
        live.frozen_at = None
        _say(table, notice)
        _postpone(table, until=now + grace)
        if table.owner.has_stays:
            table.look_soon(now=now)
        record.write(table, [], now=now)
        announce.update(table, [], now=now)


def grant_grace(*, table_id: int, until: datetime, now: datetime) -> None:
    """Extend the time of the player to act to ``until``, unless they are away (TRN-6)."""
    with transaction.atomic():
        table = record.lock(table_id)
        if _postpone(table, until=until):
            record.write(table, [], now=now)
            announce.update(table, [], now=now)


def follow_clock_back(*, table_id: int, step: timedelta, until: datetime, now: datetime) -> None:
    """Move a table's times back by ``step`` after the room's clock was set back (TRN-6).

    The player to act keeps the time left, at least to ``until``; the next deal keeps its delay.
    """
    with transaction.atomic():
        table = record.lock(table_id)
        live = table.live
        # A stopped clock keeps its reading: it needs no correction.
        turns = live.frozen_at is None and live.turn_at is not None and live.turn_at > now
        looks = live.look_at is not None and live.look_at > now
        if turns and live.turn_at is not None:
            live.turn_at -= step
        if looks and live.look_at is not None:
            live.look_at -= step
            live.shown_at = live.shown_at and live.shown_at - step
        if turns or looks:
            _postpone(table, until=until)
            record.write(table, [], now=now)
            announce.update(table, [], now=now)


def snapshot(*, table_id: int, user_id: UserId | None) -> SnapshotFrame:
    """Return the frame "snapshot" for one user, or for spectators (None). NO_SUCH_TABLE."""
    return snapshots(table_id=table_id, user_ids=[user_id])[user_id]


def snapshots(
    *, table_id: int, user_ids: Collection[UserId | None]
) -> Mapping[UserId | None, SnapshotFrame]:
    """Return snapshots for several users, with one read of the table. NO_SUCH_TABLE."""
    table = record.read(table_id)
    heard = frames.so_far(*hand_rows.so_far(table))
    sql.confirm()
    now = room_clock.now()
    return {user_id: frames.snapshot(table, user_id, heard, now=now) for user_id in user_ids}


def _take(table: TableRecord, step: engine.HandStep, *, now: datetime) -> bool:
    """Apply ``step`` to the table, store and announce it; return False if the table has changed."""
    live = table.live
    if table.owner.lets_go:
        step = pool_hands.fold_those_gone(live, step)
    live.hand = step.hand
    live.begin_turn(now=now)
    live.turn_version = table.version + 1
    results = seats.settle(table) if step.hand.finished else ()
    if results:
        live.shown_at = pause.last_card_at(step.events, now=now)
        table.look_soon(now=now)
    going = pool_hands.going_on(live, over=bool(results)) if table.owner.lets_go else []
    if not _store(table, step, results, going, now=now):
        return False
    announce.update(table, step.events, now=now)
    if changed := [SeatNo(event["seat"]) for event in step.events if event["e"] == "draw"]:
        announce.cards(table, changed)
    if results:
        announce.hand_finished(table)
    if going:
        # Last: players wait for the frames of this hand, and dealing the next takes longer.
        pool_hands.call_for_hands(table.event, [each.entry for each in going], now=now)
    return True


def _store(
    table: TableRecord,
    step: engine.HandStep,
    results: Sequence[SeatResult],
    going: Sequence[pool_hands.Going],
    *,
    now: datetime,
) -> bool:
    """Write the step, in one transaction with the rake of a finished hand (RAKE-1) and the entries
    of a pool that go on to their next hands (FAST-1); return False if the table has changed."""
    if not (going or (results and step.hand.rake)):
        return record.write(table, step.events, now=now, results=results)
    hand_id = table.live.hand_id
    assert hand_id is not None
    with transaction.atomic():
        if written := record.write(table, step.events, now=now, results=results):
            if going:
                pool_hands.let_go(table, going, over=bool(results), now=now)
            if results and step.hand.rake:
                rake = Cents(step.hand.rake)
                escrow.take_rake(
                    purse=table.owner.purse(table.id),
                    hand_id=hand_id,
                    rake=rake,
                    now=now,
                    books=table.books,
                )
    return written


def _postpone(table: TableRecord, *, until: datetime) -> bool:
    """Extend the time of the player to act to ``until``; return whether it was shorter."""
    live, reading = table.live, table.clock
    if reading is None or reading.due_at >= until or live.turn_at is None or live.turn_away:
        return False
    live.turn_at += until - reading.due_at
    return True


def _say(table: TableRecord, notice: Notice | None) -> None:
    table.notice = notice
    Table.objects.filter(pk=table.id).update(notice=notice)


def _set_away(table_id: int, user_id: UserId, *, away: bool, now: datetime) -> int:
    with transaction.atomic():
        table = record.lock(table_id)
        seat = table.live.seat_of(user_id)
        if seat is None:
            raise Refusal(TableCode.NOT_SEATED)
        stay = table.live.seats[seat].stay
        if stay is not None and stay.leaving:
            raise Refusal(TableCode.LEAVING)
        if table.live.seats[seat].away != away:
            seats.set_away(table, seat, away=away, now=now)
            # A table that waits for its event keeps waiting: no player may keep it busy.
            if table.owner.has_stays:
                table.look_soon(now=now)
            record.write(table, [], now=now)
            announce.update(table, [], now=now)
    return table.version
