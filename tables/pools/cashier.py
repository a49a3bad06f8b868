"""Money into a pool and out of it (CASH-1, CASH-5, FAST-4).

Lock order: the player, the pool, tables, entries, accounts. The account of a pool holds the sum of
its open entries at the end of every transaction (``migrations/0002_guards.py``).
"""

from datetime import datetime

from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import Cents, UserId
from payouts.bookkeeping import accounts, ledger
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.wallets import mirror
from players import player_lock
from players.staff.restrictions import Game
from tables.cash import stays
from tables.cash.cashier import check_buy_in, check_new_money
from tables.live import announce, escrow, pool_hands, record, seating, seats
from tables.models import EntryMoment, FastPool, PoolEntry, PoolTable
from tables.models.money_games import MOST_BROUGHT
from tables.pools import entries, entry_frames, play, purse
from tables.pools.entries import Placed, State
from tables.pools.folding import may_fold_now
from tables.refusals import TableCode


@mirror.funded
def join(*, pool_id: int, user_id: UserId, amount: Cents, key: str, now: datetime) -> PoolEntry:
    """Come into a pool with ``amount`` cents; once per player and key. The first hand is at once.

    Refuse NO_SUCH_POOL, POOL_CLOSED, POOL_FULL, NO_MORE_ENTRIES, KEY_REUSED for that of a top-up,
    and what ``pool.check_offer`` refuses about its terms, ``limits.check_play``, the cashier of
    cash games and ``ledger.post`` about the amount.
    """
    cause = _cause(pool_id, user_id, key)
    with transaction.atomic():
        player_lock.hold(user_id)
        pool = FastPool.objects.select_for_update(no_key=True).filter(pk=pool_id).first()
        if pool is None:
            raise Refusal(TableCode.NO_SUCH_POOL)
        if ledger.posted(cause):
            purse.buy(pool_id=pool_id, user_id=user_id, amount=amount, key=cause, now=now)
            return stays.of_wish(PoolEntry.objects.filter(pool=pool, user=user_id), cause)
        if not pool.offered:
            raise Refusal(TableCode.POOL_CLOSED)
        pool.check_offer()
        limits.check_play(user_id=user_id, stake=amount, game=Game.CASH, now=now)
        no = _free_number(pool, user_id)
        purse.hold(pool_id, [user_id])
        may = purse.buy_in_at(pool, user_id=user_id, now=now)
        check_buy_in(pool, may, amount)
        entry = PoolEntry.objects.create(
            pool=pool,
            user_id=user_id,
            no=no,
            since=now,
            held=amount,
            brought=amount,
            rebuy=amount,
            brought_back=may.due,
            back_from_id=None if may.back is None else may.back.stay,
            key=cause,
            opened_at=now,
            **_counters(pool, user_id, no, now=now),
        )
        purse.buy(pool_id=pool_id, user_id=user_id, amount=amount, key=cause, now=now)
        pool_hands.call_for_hands(pool.event, [entry.pk], now=now)
    return entry


def top_up(
    *, pool_id: int, user_id: UserId, no: int, amount: Cents, key: str, now: datetime
) -> None:
    """Bring more chips, once per key: at once, or after the entry's current hand (CHIP-1).

    Refuse NOT_IN_POOL, LEAVING, STAY_LIMIT, BUY_IN_TOO_LARGE, INSUFFICIENT_FUNDS, and what
    ``limits.check_play`` refuses.
    """
    cause = _cause(pool_id, user_id, key)
    with transaction.atomic():
        player_lock.hold(user_id)
        placed = _lock(pool_id, user_id, no)
        entry = placed.entry
        if entry.leaving:
            raise Refusal(TableCode.LEAVING)
        if ledger.posted(cause):
            return
        if amount <= 0:
            raise Refusal(MoneyCode.AMOUNT_NOT_POSITIVE)
        limits.check_play(user_id=user_id, stake=amount, game=Game.CASH, now=now)
        if _in_front(placed) + amount > entry.pool.most:
            raise Refusal(TableCode.BUY_IN_TOO_LARGE, most=entry.pool.most)
        purse.hold(pool_id, [user_id])
        check_new_money(amount, _allowance(entry, now=now))
        wallet = accounts.player(user_id)
        if (missing := amount - ledger.balance(wallet)) > 0:
            raise Refusal(MoneyCode.INSUFFICIENT_FUNDS, account=wallet, missing=missing)
        entry.top_up, entry.top_up_key = amount, cause
        if entry.state != State.PLAYING:
            _refill(entry, now=now)
        entry.save()
        entry_frames.entries([entry.pk])
        pool_hands.call_for_hands(entry.pool.event, [entry.pk], now=now)


def leave(
    *, pool_id: int, user_id: UserId, no: int, after_hand: bool = False, now: datetime
) -> None:
    """Leave with all chips not at stake, at any time; the rest comes when its hands end (FAST-3).

    A hand in progress is folded first, at the latest in turn; with ``after_hand`` it is played to
    its end. Idempotent. Refuse NOT_IN_POOL.
    """
    with transaction.atomic():
        _leave(_lock(pool_id, user_id, no), after_hand=after_hand, at_once=True, now=now)


def let_go(*, entry_id: int, after_hand: bool = False, now: datetime) -> None:
    """Leave as with ``leave``, but be paid after the commit: the caller may lock other accounts."""
    with transaction.atomic():
        _leave(
            entries.lock(PoolEntry.objects.get(pk=entry_id)),
            after_hand=after_hand,
            at_once=False,
            now=now,
        )


def see_off(*, entry_id: int, now: datetime) -> bool:
    """Pay a leaving entry the chips that are in no hand; close it when they were all. Idempotent.

    Return whether there was a payment to make.
    """
    with transaction.atomic():
        try:
            entry = entries.lock(PoolEntry.objects.get(pk=entry_id)).entry
        except Refusal:
            return False
        if not entry.leaving or entry.state != State.OUT:
            return False
        _pay(entry, now=now)
    return True


def bring_top_up(*, entry_id: int, now: datetime) -> None:
    """Bring the chips that an entry asked for during a hand, once it plays none."""
    seen = PoolEntry.objects.get(pk=entry_id)
    with transaction.atomic():
        player_lock.hold(UserId(seen.user_id))
        try:
            entry = entries.lock(seen).entry
        except Refusal:
            return
        if not entry.top_up or entry.state == State.PLAYING or entry.leaving:
            return
        purse.hold(entry.pool_id, [UserId(entry.user_id)])
        _refill(entry, now=now)
        entry.save()
        entry_frames.entries([entry.pk])
        pool_hands.call_for_hands(entry.pool.event, [entry.pk], now=now)


def break_off(*, pool_id: int, by: int, why: str, now: datetime) -> None:
    """End a pool at once after a malfunction: all get what they held before the unfinished hands,
    which are void (CASH-5, FAST-3).

    It is not offered any more; the member of staff and the reason are logged. Idempotent.
    Refuse NO_SUCH_POOL, NO_REASON.
    """
    reasons.check(why)
    with transaction.atomic():
        # A dealer holds the pool's key: no hand begins while we wait, or afterwards.
        pool = FastPool.objects.select_for_update().filter(pk=pool_id).first()
        if pool is None:
            raise Refusal(TableCode.NO_SUCH_POOL)
        here = PoolEntry.objects.filter(pool=pool, closed_at=None).order_by("pk")
        if not pool.offered and not here.exists():
            return
        tables = PoolTable.objects.filter(pool=pool).order_by("table")
        for table_id in list(tables.values_list("table", flat=True)):
            seating.call_off(record.lock(table_id), now=now)
        tables.delete()
        open_entries = list(here.select_for_update(no_key=True))
        purse.hold(pool_id, [UserId(entry.user_id) for entry in open_entries])
        for entry in open_entries:
            entry.at_stake, entry.leaving = 0, True
            _pay(entry, now=now)
        FastPool.objects.filter(pk=pool_id).update(offered=False)
        LogEntry.objects.log_actions(
            user_id=by,
            queryset=FastPool.objects.filter(pk=pool_id),
            action_flag=CHANGE,
            change_message=why,
        )


def _leave(placed: Placed, *, after_hand: bool, at_once: bool, now: datetime) -> None:
    entry = placed.entry
    entry.leaving, entry.top_up, entry.top_up_key = True, 0, ""
    if entry.state != State.PLAYING:
        play.stop(placed, now=now)
    entry.save()
    entry_frames.entries([entry.pk])
    if entry.state == State.PLAYING:
        if not after_hand:
            _out_of_the_hand(placed, now=now)
    elif at_once:
        _pay(entry, now=now)
    else:
        pool_hands.call_for_hands(entry.pool.event, [entry.pk], now=now)


def _out_of_the_hand(placed: Placed, *, now: datetime) -> None:
    """Fold now where that is allowed, else in turn, as an absent player."""
    table, seat, sitter = placed.seat
    hand = table.live.playing
    if hand is not None and (table.live.turn == seat or may_fold_now(hand, seat)):
        play.fold_at(placed, now=now)
    elif not sitter.away:
        seats.set_away(table, seat, away=True, now=now)
        record.write(table, [], now=now)
        announce.update(table, [], now=now)


def _pay(entry: PoolEntry, *, now: datetime) -> None:
    """Pay the chips that a locked entry holds and has not at stake to its player's wallet."""
    amount = Cents(entry.free)
    if amount:
        purse.cash_in(
            pool_id=entry.pool_id,
            user_id=entry.user_id,
            amount=amount,
            # Each payment has increased ``took``.
            key=f"pool-out:{entry.pk}:{entry.took}",
            now=now,
        )
    entry.held -= amount
    entry.took += amount
    if not entry.held:
        entry.state, entry.closed_at, entry.table = State.GONE, now, None
    entry.save()
    entry_frames.entries([entry.pk])


def _refill(entry: PoolEntry, *, now: datetime) -> None:
    """Bring the chips that an entry asked for; one that sits out for lack of them plays on."""
    was_poor = entry.free < entry.pool.big_blind
    _bring(entry, now=now)
    if was_poor and entry.state == State.OUT and entry.free >= entry.pool.big_blind:
        play.wake(entry, now=now)


def _bring(entry: PoolEntry, *, now: datetime) -> None:
    """Add chips to an entry, as far as the limits allow now; the caller saves it."""
    wish, cause = entry.top_up, entry.top_up_key
    entry.top_up, entry.top_up_key = 0, ""
    balance = ledger.balance(accounts.player(entry.user_id))
    allowance = _allowance(entry, now=now)
    own = limits.most_to_stake(user_id=UserId(entry.user_id), now=now)
    most = min(entry.pool.most - entry.free, allowance, balance)
    amount = Cents(min(wish, most if own is None else min(most, own)))
    # A client may use one key for two wishes, of another entry too: the first is done.
    if amount > 0 and not ledger.posted(cause):
        entry.held += amount
        entry.brought += amount
        EntryMoment.objects.create(entry=entry, kind=EntryMoment.Kind.TOP_UP, cents=amount, at=now)
        purse.buy(pool_id=entry.pool_id, user_id=entry.user_id, amount=amount, key=cause, now=now)


def _allowance(entry: PoolEntry, *, now: datetime) -> int:
    """Return the cents that top-ups may still bring to an entry (CASH-1)."""
    new_money = purse.buy_in_at(entry.pool, user_id=UserId(entry.user_id), now=now).allowance
    return min(new_money, MOST_BROUGHT - entry.brought)


def _in_front(placed: Placed) -> int:
    """The chips that an entry may bet now, in its hand or beside it; not those in other hands."""
    entry = placed.entry
    if entry.state != State.PLAYING:
        return entry.free
    table, seat, sitter = placed.seat
    return entry.free - sitter.stack + table.live.stack(seat)


def _free_number(pool: FastPool, user_id: UserId) -> int:
    """Return the number of a player's next entry (FAST-4). NO_MORE_ENTRIES, POOL_FULL."""
    here = PoolEntry.objects.filter(pool=pool, closed_at=None)
    mine = set(here.filter(user=user_id).values_list("no", flat=True))
    free = [no for no in range(1, pool.entries_each + 1) if no not in mine]
    if not free:
        raise Refusal(TableCode.NO_MORE_ENTRIES, most=pool.entries_each)
    if here.count() >= pool.most_entries:
        raise Refusal(TableCode.POOL_FULL, most=pool.most_entries)
    return free[0]


def _counters(pool: FastPool, user_id: UserId, no: int, *, now: datetime) -> dict[str, int]:
    """The counters of the player's last entry of this number, if left lately: leaving keeps
    them."""
    before = purse.lately(user_id, now=now).filter(pool=pool, no=no).order_by("-pk")
    columns = ("since_big_blind", "since_small_blind", "since_button", "owes")
    return before.values(*columns).first() or {}


def _lock(pool_id: int, user_id: UserId, no: int) -> Placed:
    return entries.lock(entries.find(pool_id=pool_id, user_id=user_id, no=no))


def _cause(pool_id: int, user_id: UserId, key: str) -> str:
    return escrow.cause_of(FastPool(pk=pool_id).event, user_id, key)
