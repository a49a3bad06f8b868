"""Verbs of a player in a pool other than betting: fold, watch, go on, sit out (FAST-1, FAST-2).

Every verb locks the table of the entry, then the entry, decides, writes, and announces after the
commit.
"""

from collections.abc import Callable, Collection
from datetime import datetime

from django.db import transaction

from core.refusal import Refusal
from core.types import UserId
from payouts.protection import limits
from players.staff.restrictions import Game
from tables import engine
from tables.engine.actions import FOLD
from tables.live import announce, dealer, pause, pool_hands, record, seats
from tables.live.pool_hands import Going
from tables.models import EntryMoment, PoolEntry, PoolTable
from tables.pools import entries, entry_frames
from tables.pools.entries import Placed, State
from tables.pools.folding import may_fold_now
from tables.refusals import TableCode


def act(
    *,
    pool_id: int,
    user_id: UserId,
    no: int,
    action: engine.Action,
    seen_version: int,
    now: datetime,
) -> None:
    """Act in the hand that the entry plays. Refuse NOT_IN_POOL, NO_HAND, and what ``dealer.act``
    does."""
    entry = entries.find(pool_id=pool_id, user_id=user_id, no=no)
    if entry.state != State.PLAYING or entry.table_id is None:
        raise Refusal(TableCode.NO_HAND)
    with transaction.atomic():
        table = record.lock(entry.table_id)
        # Another hand may have begun there while we waited.
        if any(sitter.entry == entry.pk for sitter in table.live.seats.values()):
            dealer.act_at(table, user_id=user_id, action=action, seen_version=seen_version, now=now)
            return
    raise Refusal(TableCode.STALE_VERSION)


def fold(
    *, pool_id: int, user_id: UserId, no: int, hand_id: int, view: bool = False, now: datetime
) -> None:
    """Fold the hand ``hand_id`` and go on, in turn or before it; idempotent.

    An early fold is not shown before the player's turn. With ``view`` the entry watches the hand to
    its end, until ``new_hand``. Refuse NOT_IN_POOL, STALE_VERSION, CANNOT_FOLD_NOW.
    """
    with transaction.atomic():
        placed = _lock(pool_id, user_id, no)
        if placed.entry.state != State.PLAYING:
            return
        table, _seat, _sitter = placed.seat
        if table.live.hand_id != hand_id:
            raise Refusal(TableCode.STALE_VERSION)
        if view:
            PoolEntry.objects.filter(pk=placed.entry.pk).update(views=True)
        fold_at(placed, now=now)


def fold_at(placed: Placed, *, now: datetime) -> None:
    """Fold for an entry that plays, both locked; CANNOT_FOLD_NOW."""
    table, seat, sitter = placed.seat
    hand = table.live.playing
    if hand is None:
        raise Refusal(TableCode.NO_HAND)
    if table.live.turn == seat:
        fold = engine.Action(FOLD)
        dealer.act_at(table, user_id=sitter.user, action=fold, seen_version=table.version, now=now)
        return
    if not may_fold_now(hand, seat):
        raise Refusal(TableCode.CANNOT_FOLD_NOW)
    sitter.staked = hand.contributed(seat)
    going = Going(placed.entry.pk, 0, sitter.staked, 0, going=True, away=sitter.away)
    # No version and no frame: others see the fold only when it is the player's turn.
    record.keep(table)
    pool_hands.let_go(table, [going], over=False, now=now)
    pool_hands.call_for_hands(table.event, [placed.entry.pk], now=now)


def new_hand(*, pool_id: int, user_id: UserId, no: int, now: datetime) -> None:
    """Send an entry that watches a hand to the next one (FAST-2); nothing for others.

    Refuse NOT_IN_POOL.
    """
    _change(pool_id, user_id, no, lambda placed: _go_on(placed, now=now), now=now)


def sit_out(*, pool_id: int, user_id: UserId, no: int, now: datetime) -> None:
    """Deal the entry no more hands; the current one is played to its end (OUT-2).

    Refuse NOT_IN_POOL, LEAVING.
    """

    def rest(placed: Placed) -> None:
        if placed.entry.state == State.PLAYING:
            placed.entry.rests = True
        elif placed.entry.state != State.OUT:
            stop(placed, now=now)

    _change(pool_id, user_id, no, rest, now=now)


def come_back(*, pool_id: int, user_id: UserId, no: int, now: datetime) -> None:
    """Play on, in the hand and after it. Refuse NOT_IN_POOL, LEAVING, TOO_FEW_CHIPS."""

    def back(placed: Placed) -> None:
        entry = placed.entry
        entry.rests = False
        if entry.state == State.PLAYING:
            _wake(placed, now=now)
        elif entry.state == State.OUT:
            if entry.free < entry.pool.big_blind:
                raise Refusal(TableCode.TOO_FEW_CHIPS, least=entry.pool.big_blind)
            wake(entry, now=now)

    _change(pool_id, user_id, no, back, now=now)


def stay(*, pool_id: int, user_id: UserId, no: int, now: datetime) -> None:
    """Withdraw a ``leave`` after the hand, while it is played; else nothing.

    Refuse NOT_IN_POOL, and what ``limits.check_play`` does.
    """
    with transaction.atomic():
        placed = _lock(pool_id, user_id, no)
        if placed.entry.leaving and placed.entry.state == State.PLAYING:
            limits.check_play(user_id=user_id, stake=0, game=Game.CASH, now=now)
            placed.entry.leaving = False
            _wake(placed, now=now)
            placed.entry.save()
            entry_frames.entries([placed.entry.pk])


def show(
    *, pool_id: int, user_id: UserId, no: int, cards: Collection[str] = (), now: datetime
) -> None:
    """Show the cards of the entry's last hand, all or those named (SHOW-2).

    Refuse NOT_IN_POOL, NO_HAND, and what ``dealer.show`` does.
    """
    entry = entries.find(pool_id=pool_id, user_id=user_id, no=no)
    if entry.table_id is None or entry.state == State.PLAYING:
        raise Refusal(TableCode.NO_HAND)
    dealer.show(table_id=entry.table_id, user_id=user_id, cards=cards, now=now)


def wake(entry: PoolEntry, *, now: datetime) -> None:
    """Let a locked entry that sits out wait for its next hand; the caller saves it."""
    EntryMoment.objects.create(entry=entry, kind=EntryMoment.Kind.CAME_BACK, at=now)
    entry.state, entry.since = State.WAITING, now


def stop(placed: Placed, *, now: datetime) -> None:
    """Let an entry that is in no hand sit out; both locked, the caller saves it."""
    entry = placed.entry
    if entry.state == State.WATCHING:
        _go_on(placed, now=now)
    if entry.state != State.OUT and not entry.leaving:
        EntryMoment.objects.create(entry=entry, kind=EntryMoment.Kind.SAT_OUT, at=now)
    entry.state, entry.since, entry.rests = State.OUT, now, False


def _go_on(placed: Placed, *, now: datetime) -> None:
    entry, table = placed
    if entry.state != State.WATCHING or table is None:
        return
    entry.state, entry.since = State.WAITING, now
    others = PoolEntry.objects.filter(table=table.id, state=State.WATCHING).exclude(pk=entry.pk)
    if table.live.playing is None and not others.exists():
        shown_at = table.live.shown_at
        free_from = now if shown_at is None else max(now, pause.result_until(shown_at))
        PoolTable.objects.filter(table=table.id).update(free_from=free_from)


def _wake(placed: Placed, *, now: datetime) -> None:
    table, seat, sitter = placed.seat
    if sitter.away:
        seats.set_away(table, seat, away=False, now=now)
        record.write(table, [], now=now)
        announce.update(table, [], now=now)


def _change(
    pool_id: int, user_id: UserId, no: int, change: Callable[[Placed], None], *, now: datetime
) -> None:
    """Change an entry that does not leave, tell its player, and deal to free players."""
    with transaction.atomic():
        placed = _lock(pool_id, user_id, no)
        if placed.entry.leaving:
            raise Refusal(TableCode.LEAVING)
        change(placed)
        placed.entry.save()
        entry_frames.entries([placed.entry.pk])
        pool_hands.call_for_hands(placed.entry.pool.event, [placed.entry.pk], now=now)


def _lock(pool_id: int, user_id: UserId, no: int) -> Placed:
    return entries.lock(entries.find(pool_id=pool_id, user_id=user_id, no=no))
