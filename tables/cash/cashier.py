"""Money into chips and chips into money at cash tables (CASH-1).

Lock order: the player, the table, the accounts. A chip is a cent; the table's escrow account
holds the stacks that the seats had at the start of a hand, at the end of every transaction
(``migrations/0002_guards.py``).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol, TypedDict

from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.db.models import F

from core import reasons
from core.refusal import Refusal
from core.types import Cents, Chips, SeatNo, UserId
from payouts.bookkeeping import ledger
from payouts.events import EventRef
from payouts.protection import limits
from payouts.refusals import MoneyCode
from payouts.wallets import mirror, play_money
from players import access, player_lock
from players.access import Activity
from players.staff.restrictions import Game
from tables.cash import admission, entrance, held_seats, left_pots, stays
from tables.cash.buy_in import BuyIn
from tables.live import announce, escrow, record, seating, seats
from tables.live.record import TableRecord
from tables.live.state import Sitter, StayState
from tables.models import CashGame, CashStay, StayMoment, Table
from tables.models.money_games import MOST_BROUGHT
from tables.refusals import TableCode
from tables.wire.frame_types import Rests


class Moved(TypedDict):
    """The player and the cents that move; the key makes the transfer idempotent."""

    user_id: UserId
    amount: Cents
    key: str
    now: datetime


@mirror.funded
def sit_down(
    *,
    table_id: int,
    user_id: UserId,
    amount: Cents,
    key: str,
    no: SeatNo | None = None,
    posts: bool = False,
    now: datetime,
) -> CashStay:
    """Buy chips and take a seat, at ``no`` or at a free one drawn; once per player and key.

    With ``posts`` the big blind is posted to play at once, else it is waited for (CASH-2). Refuse
    NOT_A_CASH_TABLE, NOT_WHAT_YOU_TOOK, BUY_IN_TOO_SMALL, BUY_IN_TOO_LARGE, STAY_LIMIT,
    SEAT_HELD, and what ``limits.check_play``, ``seating.take_seat`` and ``ledger.post`` refuse.
    """
    cause = escrow.cause_of(table_id, user_id, key)
    with transaction.atomic():
        player_lock.hold(user_id)
        table = record.lock_open(table_id)
        game, owner = game_of(table), table.owner
        money: Moved = {"user_id": user_id, "amount": amount, "key": cause, "now": now}
        buy = partial(escrow.buy, owner=owner, table_id=table_id, **money)
        if ledger.posted(cause, books=owner.books):
            buy()
            return stays.of_wish(CashStay.objects.filter(table=table_id, user=user_id), cause)
        if not game.tables:
            raise Refusal(TableCode.TABLE_CLOSED)
        check_play(game, user_id=user_id, stake=amount, now=now)
        escrow.hold(table_id, [user_id], owner=owner)
        may = stays.buy_in_at(game, user_id=user_id, now=now)
        check_buy_in(game, may, amount)
        who = player_lock.shown([user_id])[user_id]
        rebuy = Cents(max(game.least, min(amount, game.most)))
        stay = StayState(id=0, posts=posts, owes=game.has_blinds, rebuy=rebuy)
        bank_ms = game.bank_seconds * 1000
        sitter = Sitter(user_id, who.name, Chips(amount), bank_ms, stay=stay, avatar=who.avatar)
        seats.sit(table, _seat_for(table, game, user_id, no, posts=posts, now=now), sitter)
        held_seats.seated(table, game.pk, user_id, now=now)
        row = CashStay.objects.create(
            table_id=table_id,
            user_id=user_id,
            brought=amount,
            brought_back=may.due,
            back_from_id=None if may.back is None else may.back.stay,
            key=cause,
            opened_at=now,
        )
        stay.id = row.pk
        buy()
        table.look_soon(now=now)
        _write(table, user_id, now=now)
    return row


def top_up(*, table_id: int, user_id: UserId, amount: Cents, key: str, now: datetime) -> int:
    """Bring more chips, once per key: at once, or after the player's current hand (CHIP-1).

    After the hand no more comes than table, session and wallet allow then. A player who had no
    chips plays on with them (OUT-2). A nearly empty purse of play money is filled up first, if
    allowed (FREE-1). Return the table's version. Refuse NOT_SEATED, LEAVING, STAY_LIMIT,
    FILLED_UP_TODAY, and what ``sit_down`` refuses.
    """
    cause = escrow.cause_of(table_id, user_id, key)
    with transaction.atomic():
        player_lock.hold(user_id)
        table = record.lock_open(table_id)
        no, stay = _guest(table, user_id)
        if stay.leaving:
            raise Refusal(TableCode.LEAVING)
        if ledger.posted(cause, books=table.books):
            return table.version
        if amount <= 0:
            raise Refusal(MoneyCode.AMOUNT_NOT_POSITIVE)
        game = game_of(table)
        check_play(game, user_id=user_id, stake=amount, now=now)
        if table.live.stack(no) + amount > game.most:
            raise Refusal(TableCode.BUY_IN_TOO_LARGE, most=game.most, chips=game.play_money)
        owner = table.owner
        if game.play_money and not owner.from_outside:
            _fill_up_for(amount, user_id=user_id, now=now)
        escrow.hold(table_id, [user_id], owner=owner)
        check_new_money(amount, _allowance(stay, game, user_id, now=now), chips=game.play_money)
        purse = escrow.most_to_buy(owner=owner, table_id=table_id, user_id=user_id)
        if purse is not None and (missing := amount - purse) > 0:
            if game.play_money:
                raise Refusal(MoneyCode.NOT_ENOUGH_PLAY_MONEY, missing=missing)
            wallet = owner.wallet(table_id, user_id)
            raise Refusal(MoneyCode.INSUFFICIENT_FUNDS, account=wallet, missing=missing)
        stay.top_up = (amount, cause)
        if not table.live.involved(no):
            bring_top_up(table, no, game, now=now)
            table.look_soon(now=now)
        _write(table, user_id, now=now)
    return table.version


def leave(*, table_id: int, user_id: UserId, after_hand: bool = False, now: datetime) -> int:
    """Leave with all chips, at any time; from a hand in progress, when it is over.

    Until then the player checks or folds as an absent one, or with ``after_hand`` plays on.
    Return the table's version. Refuse NO_SUCH_TABLE, NOT_A_CASH_TABLE, NOT_SEATED.
    """
    return _leave(table_id, user_id, at_once=True, plays_on=after_hand, now=now)


def stay(*, table_id: int, user_id: UserId, now: datetime) -> int:
    """Withdraw a ``leave`` after the hand, and play on; idempotent.

    Return the table's version. Refuse NO_SUCH_TABLE, NOT_A_CASH_TABLE, NOT_SEATED, and what
    ``limits.check_play`` refuses: a barred player does not stay.
    """
    with transaction.atomic():
        player_lock.hold(user_id)
        table = record.lock(table_id)
        no, guest = _guest(table, user_id)
        if guest.leaving:
            check_play(game_of(table), user_id=user_id, stake=0, now=now)
            guest.leaving = False
            seats.set_away(table, no, away=False, now=now)
            _write(table, user_id, now=now)
    return table.version


def let_go(*, table_id: int, user_id: UserId, after_hand: bool = False, now: datetime) -> None:
    """Leave, but be paid at the table's next look: the caller may lock other accounts."""
    _leave(table_id, user_id, at_once=False, plays_on=after_hand, now=now)


def choose(
    *,
    table_id: int,
    user_id: UserId,
    posts: bool | None = None,
    straddles: bool | None = None,
    tops_up: bool | None = None,
    rebuys: bool | None = None,
    posts_always: bool | None = None,
    rests: Rests | None = None,
    now: datetime,
) -> int:
    """Choose whether to post owed blinds now (CASH-2), to straddle when allowed (CASH-3), and to
    top up or rebuy automatically with less than the most or no chips (CASH-1). ``posts_always``
    posts owed blinds in future too; ``rests`` is when to begin to sit out (OUT-2).

    Return the table's version. Refuse NOT_SEATED, NOT_A_CASH_TABLE, NO_STRADDLE.
    """
    with transaction.atomic():
        table = record.lock(table_id)
        _no, stay = _guest(table, user_id)
        if straddles and not game_of(table).straddle:
            raise Refusal(TableCode.NO_STRADDLE)
        stay.posts = stay.posts if posts is None else posts
        stay.straddles = stay.straddles if straddles is None else straddles
        stay.tops_up = stay.tops_up if tops_up is None else tops_up
        stay.rebuys = stay.rebuys if rebuys is None else rebuys
        stay.posts_always = stay.posts_always if posts_always is None else posts_always
        stay.rests = stay.rests if rests is None else rests
        table.look_soon(now=now)
        _write(table, user_id, now=now)
    return table.version


def break_off(*, table_id: int, by: int, why: str, now: datetime) -> None:
    """End a table at once: all get what they had after the last completed hand (CASH-5).

    The hand in progress is void; the member of staff and the reason are logged. Idempotent.
    Refuse NO_SUCH_TABLE, NOT_A_CASH_TABLE, NO_REASON.
    """
    reasons.check(why)
    with transaction.atomic():
        table = record.lock(table_id)
        game_of(table)
        if table.status == Table.Status.CLOSED:
            return
        see_off(table, table.live.seats, now=now)
        seating.call_off(table, now=now)
        LogEntry.objects.log_actions(
            user_id=by,
            queryset=Table.objects.filter(pk=table_id),
            action_flag=CHANGE,
            change_message=why,
        )


def see_off(table: TableRecord, leaving: Iterable[SeatNo], *, now: datetime) -> None:
    """Pay the players on the seats ``leaving`` their chips between hands, and free the seats."""
    leaving = [no for no in leaving if no in table.live.seats]
    left_pots.pass_on(table, leaving, now=now)
    going = seats.free(table, leaving)
    if not going:
        return
    escrow.hold(table.id, [sitter.user for sitter in going.values()], owner=table.owner)
    for sitter in going.values():
        assert sitter.stay is not None
        stay_id = sitter.stay.id
        CashStay.objects.filter(pk=stay_id).update(took=sitter.stack, closed_at=now)
        escrow.cash_in(
            owner=table.owner,
            table_id=table.id,
            user_id=sitter.user,
            amount=Cents(sitter.stack),
            key=f"cash-out:{stay_id}",
            now=now,
        )


def wish_as_chosen(table: TableRecord, no: SeatNo, game: CashGame) -> None:
    """Request the automatic chips; ``bring_top_up`` brings as many as are allowed then.

    Nothing for a player who sits out, leaves, or has asked for some. No client can forge such a
    key: its kind is followed by a full stop, and the table's version makes it unique.
    """
    sitter, stay = table.live.seats[no], table.live.seats[no].stay
    if stay is None or stay.top_up or stay.leaving or sitter.away:
        return
    if sitter.stack and stay.tops_up:
        kind, amount = StayMoment.Kind.AUTO_TOP_UP, Cents(game.most - sitter.stack)
    elif not sitter.stack and stay.rebuys:
        kind, amount = StayMoment.Kind.REBUY, stay.rebuy
    else:
        return
    if amount > 0:
        stay.top_up = (amount, escrow.cause_of(table.id, sitter.user, f"{kind}.{table.version}"))


def bring_top_up(table: TableRecord, no: SeatNo, game: CashGame, *, now: datetime) -> None:
    """Put the chips that a player asked for in front of them, as far as the limits allow now.

    A player who had none comes back with them.
    """
    sitter = table.live.seats[no]
    stay = sitter.stay
    if stay is None or stay.top_up is None:
        return
    wish, cause = stay.top_up
    stay.top_up = None
    purse = escrow.most_to_buy(owner=table.owner, table_id=table.id, user_id=sitter.user)
    allowance = _allowance(stay, game, sitter.user, now=now)
    own = None if game.play_money else limits.most_to_stake(user_id=sitter.user, now=now)
    bounds = [game.most - table.live.stack(no), allowance, purse, own]
    amount = Cents(min([wish, *(bound for bound in bounds if bound is not None)]))
    kind = _kind(cause)
    least = game.least if kind == StayMoment.Kind.REBUY else 1
    if amount < least:
        return
    if not table.live.stack(no):
        seats.set_away(table, no, away=False, now=now)
    seats.set_stack(table, no, Chips(sitter.stack + amount))
    CashStay.objects.filter(pk=stay.id).update(brought=F("brought") + amount)
    StayMoment.objects.create(stay_id=stay.id, kind=kind, cents=amount, at=now)
    money: Moved = {"user_id": sitter.user, "amount": amount, "key": cause, "now": now}
    escrow.buy(owner=table.owner, table_id=table.id, **money)


def _fill_up_for(amount: int, *, user_id: UserId, now: datetime) -> None:
    """Fill a nearly empty purse that lacks ``amount`` play-money chips, if allowed (FREE-1).

    Refuse FILLED_UP_TODAY.
    """
    at_tables = stays.at_tables(user_id)
    purse = play_money.balance(user_id)
    if purse < amount and purse + at_tables < play_money.BOUND:
        play_money.fill_up(user_id=user_id, at_tables=at_tables, now=now)


def _allowance(stay: StayState, game: CashGame, user_id: UserId, *, now: datetime) -> int:
    """Return the cents that top-ups may still bring to a stay (CASH-1)."""
    brought = CashStay.objects.values_list("brought", flat=True).get(pk=stay.id)
    new_money = stays.buy_in_at(game, user_id=user_id, now=now).allowance
    return min(new_money, MOST_BROUGHT - brought)


def check_play(game: CashGame, *, user_id: UserId, stake: int, now: datetime) -> None:
    """Check what ``limits.check_play`` checks; for play money (FREE-1) only whether the player is
    barred: SUSPENDED, SELF_EXCLUDED. Refuse also what the game's owner refuses (``admission``)."""
    admission.check(game.event, user_id)
    if game.play_money:
        access.check(user_id=user_id, what=Activity.PLAY_MONEY, now=now)
    else:
        limits.check_play(user_id=user_id, stake=stake, game=Game.CASH, now=now)


def game_of(table: TableRecord) -> CashGame:
    """Return the game of a cash table; NOT_A_CASH_TABLE."""
    ref = EventRef.parse(table.event)
    if ref is None or not table.owner.is_cash:
        raise Refusal(TableCode.NOT_A_CASH_TABLE)
    return CashGame.objects.select_related(*CashGame.TARIFFS).get(pk=ref.id)


def _leave(
    table_id: int, user_id: UserId, *, at_once: bool, plays_on: bool = False, now: datetime
) -> int:
    with transaction.atomic():
        table = record.lock(table_id)
        no, stay = _guest(table, user_id)
        stay.leaving, stay.top_up = True, None
        in_hand = table.live.plays(no)
        if not (plays_on and in_hand):
            seats.set_away(table, no, away=True, now=now)
        if at_once and not in_hand:
            see_off(table, [no], now=now)
            held_seats.offer(table, game_of(table).pk, now=now)
        table.look_soon(now=now)
        _write(table, user_id, now=now)
    return table.version


def _guest(table: TableRecord, user_id: UserId) -> tuple[SeatNo, StayState]:
    if not table.owner.has_stays:
        raise Refusal(TableCode.NOT_A_CASH_TABLE)
    no = table.live.seat_of(user_id)
    stay = None if no is None else table.live.seats[no].stay
    if no is None or stay is None:
        raise Refusal(TableCode.NOT_SEATED)
    return no, stay


def _seat_for(
    table: TableRecord,
    game: CashGame,
    user_id: UserId,
    no: SeatNo | None,
    *,
    posts: bool,
    now: datetime,
) -> SeatNo:
    """Return a seat as ``seating.seat_for``, except those held for others; a player who ``posts``
    gets, of any, one on which they are dealt in soonest. SEAT_HELD."""
    reserved = set(held_seats.reserved_from(table, user_id, now=now))
    if no in reserved:
        raise Refusal(TableCode.SEAT_HELD)
    wish = held_seats.seat_of(table, user_id) if no is None else no
    if wish is None and posts:
        free = {no for no in range(1, table.max_seats + 1) if no not in table.live.seats} - reserved
        button = record.house_of(table).button
        slow = entrance.slow_seats(table, game, free, button=button)
        reserved |= slow if slow < free else set()
    return seating.seat_for(table, user_id, wish, reserved=reserved)


class Limits(Protocol):
    """The bounds of a buy-in to a game, cents."""

    @property
    def least(self) -> int: ...
    @property
    def most(self) -> int: ...
    @property
    def play_money(self) -> bool: ...


def check_buy_in(game: Limits, may: BuyIn, amount: Cents) -> None:
    """Refuse NOT_WHAT_YOU_TOOK, BUY_IN_TOO_SMALL, BUY_IN_TOO_LARGE, STAY_LIMIT (CASH-1)."""
    chips, most = game.play_money, max(game.most, may.due)
    if may.back is not None and amount < may.due:
        due = {"due": may.due, "until": may.back.until}
        raise Refusal(TableCode.NOT_WHAT_YOU_TOOK, chips=chips, **due)
    if amount < game.least:
        raise Refusal(TableCode.BUY_IN_TOO_SMALL, least=game.least, chips=chips)
    if amount > most:
        raise Refusal(TableCode.BUY_IN_TOO_LARGE, most=most, chips=chips)
    check_new_money(amount - may.due, may.allowance, chips=chips)


def check_new_money(amount: int, allowance: int, *, chips: bool = False) -> None:
    """Refuse STAY_LIMIT (CASH-1)."""
    if amount > allowance:
        minutes = stays.within() // timedelta(minutes=1)
        limits = {"limit": MOST_BROUGHT, "left": allowance, "minutes": minutes}
        raise Refusal(TableCode.STAY_LIMIT, chips=chips, **limits)


def _kind(cause: str) -> StayMoment.Kind:
    """Return the kind of top-up that a cause names."""
    name, stop, _version = cause.rpartition(":")[2].partition(".")
    return StayMoment.Kind(name) if stop else StayMoment.Kind.TOP_UP


def _write(table: TableRecord, user_id: UserId, *, now: datetime) -> None:
    record.write(table, [], now=now)
    announce.update(table, [], now=now)
    announce.you(table, user_id)
