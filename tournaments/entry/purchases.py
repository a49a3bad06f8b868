"""Rebuys and add-ons: charged at once, delivered between hands (TRN-2, CHIP-1)."""

from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import Sum

from core.refusal import Refusal
from core.types import Chips, UserId
from payouts.refusals import MoneyCode
from payouts.wallets import mirror
from players import player_lock
from tables.live import seating
from tables.models import Seat, Table
from tables.refusals import TableCode
from tournaments.floor import step_schedule
from tournaments.floor.floors import StoredFloor
from tournaments.floor.locking import lock
from tournaments.models import Entry, Purchase, Tournament
from tournaments.money import entry_money
from tournaments.play import last_chances
from tournaments.refusals import EventCode
from tournaments.rules import windows

Kind = Purchase.Kind


class Holding(NamedTuple):
    """A player in play: ``stack`` before a running hand, ``coming`` chips not delivered yet."""

    entry: Entry
    table_id: int
    stack: Chips
    coming: Chips


@mirror.funded
def rebuy(
    *, tournament_id: int, user_id: UserId, count: int = 1, key: str, now: datetime
) -> Purchase:
    """Buy ``count`` rebuys; the same ``key`` again returns the first purchase.

    Refuses NO_SUCH_TOURNAMENT, EVENT_OVER, NOT_PLAYING, NO_REBUYS, REBUYS_CLOSED, REBUYS_USED
    (``left``), STACK_TOO_LARGE (``stack``, ``most``), SPENDING_LIMIT, KEY_REUSED, REBUY_COUNT for
    none, INSUFFICIENT_FUNDS, and what ``limits.check_play`` refuses.
    """
    if count <= 0:
        raise Refusal(EventCode.REBUY_COUNT)
    with transaction.atomic():
        player_lock.hold(user_id)
        tournament = lock(tournament_id)
        if made := _made(tournament, user_id, key, Kind.REBUY, count):
            return made
        held = _hold(tournament, user_id)
        check_rebuy(tournament, held, count=count, now=now)
        return _buy(tournament, held, Kind.REBUY, count, key=key, now=now)


@mirror.funded
def add_on(*, tournament_id: int, user_id: UserId, key: str, now: datetime) -> Purchase:
    """Buy the add-on, with any stack; the same ``key`` again returns the first purchase.

    Refuses NO_SUCH_TOURNAMENT, EVENT_OVER, NOT_PLAYING, NO_ADD_ON, ADD_ON_NOT_YET, ADD_ON_CLOSED,
    ADD_ON_TAKEN, SPENDING_LIMIT, KEY_REUSED, INSUFFICIENT_FUNDS, and what ``limits.check_play``
    refuses.
    """
    with transaction.atomic():
        player_lock.hold(user_id)
        tournament = lock(tournament_id)
        if made := _made(tournament, user_id, key, Kind.ADD_ON, 1):
            return made
        held = _hold(tournament, user_id)
        check_add_on(tournament, held, now=now)
        return _buy(tournament, held, Kind.ADD_ON, 1, key=key, now=now)


def deliver(plan: StoredFloor) -> None:
    """Deliver the chips bought during hands, at each table whose hand is over."""
    if not plan.tournament.sells_chips:
        return
    waiting = Purchase.objects.filter(
        entry__tournament=plan.tournament, entry__status=Entry.Status.PLAYING, applied_at=None
    )
    places = plan.places()
    for purchase in waiting.select_related("entry").order_by("pk"):
        table, no = places[purchase.entry.user_id]
        if table.playing:
            plan.hold(table)
        else:
            plan.add_chips(table, no, purchase.chips)
            _delivered(purchase, now=plan.now)


def coming(tournament: Tournament) -> dict[int, int]:
    """Chips that are paid and not delivered yet, by user."""
    if not tournament.sells_chips:
        return {}
    waiting = Purchase.objects.filter(
        entry__tournament=tournament, entry__status=Entry.Status.PLAYING, applied_at=None
    )
    rows = waiting.values_list("entry__user").annotate(chips=Sum("chips"))
    return dict(rows)


def holding(tournament: Tournament, user_id: UserId) -> Holding:
    """A player's entry in play, table and chips. Refuses EVENT_OVER, NOT_PLAYING."""
    if tournament.over:
        raise Refusal(EventCode.EVENT_OVER)
    entry = tournament.entries.filter(user_id=user_id, status=Entry.Status.PLAYING).first()
    seat = Seat.objects.filter(
        user=user_id, table__event=tournament.event, table__status=Table.Status.OPEN
    ).first()
    if entry is None or seat is None:
        raise Refusal(EventCode.NOT_PLAYING)
    waiting = entry.purchases.filter(applied_at=None).aggregate(chips=Sum("chips", default=0))
    return Holding(entry, seat.table_id, seat.stack, waiting["chips"])


def check_rebuy(tournament: Tournament, held: Holding, *, count: int, now: datetime) -> None:
    """Refuse rebuys that event, stack or spending limit forbid; see ``rebuy`` for the codes."""
    rebuys = last_chances.bought(held.entry).rebuys
    stack = held.stack + held.coming
    at = _moment_that_counts(tournament, held, now=now)
    refusal = windows.rebuy_refusal(
        offered=tournament.rebuys,
        taken=rebuys,
        count=count,
        is_open=at is not None and tournament.rebuys_open(at),
        stack=stack,
        # LIVE-2: stacks of a live event are estimates; the floor sees the chips.
        most_chips=tournament.rebuy_limit if tournament.floor.exact_stacks else None,
    )
    if refusal:
        left = tournament.rebuys - rebuys
        raise Refusal(refusal, left=left, most=tournament.rebuy_limit, stack=stack)
    _check_limit(tournament, held, tournament.rebuy_right * count)


def check_add_on(tournament: Tournament, held: Holding, *, now: datetime) -> None:
    """Refuse an add-on that event or spending limit forbid; see ``add_on`` for the codes."""
    at = _moment_that_counts(tournament, held, now=now)
    refusal = windows.add_on_refusal(
        offered=tournament.add_on_after_level > 0,
        ahead=at is not None and tournament.add_on_ahead(at),
        is_open=at is not None and tournament.add_on_open(at),
        taken=last_chances.bought(held.entry).add_on,
    )
    if refusal:
        raise Refusal(refusal)
    _check_limit(tournament, held, tournament.add_on_right)


def _moment_that_counts(tournament: Tournament, held: Holding, *, now: datetime) -> datetime | None:
    """The time at which sales must be open: now, or the end of the bust-out hand; None if late."""
    if tournament.settled:
        return None
    if held.stack or held.coming:
        return now
    hand = last_chances.bust_out_hand(tournament, held.entry)
    until = last_chances.until(tournament, held.entry, hand=hand, now=now)
    return hand.ended_at if until is not None and now < until else None


def _check_limit(tournament: Tournament, held: Holding, price: int) -> None:
    paid = entry_money.paid_for(tournament, user_id=held.entry.user_id)
    entry_money.check_limit(tournament, paid=paid, more=price)


def _made(
    tournament: Tournament, user_id: UserId, key: str, kind: Kind, count: int
) -> Purchase | None:
    """The purchase made with this key. Refuses KEY_REUSED if its kind or count differs."""
    made = Purchase.objects.filter(
        entry__tournament=tournament, entry__user=user_id, key=key
    ).first()
    if made is not None and (made.kind, made.count) != (kind, count):
        raise Refusal(MoneyCode.KEY_REUSED, key=key)
    return made


def _hold(tournament: Tournament, user_id: UserId) -> Holding:
    """Return ``holding`` with the table locked until the chips are paid."""
    table_id = holding(tournament, user_id).table_id
    # No player moves while the tournament is locked; no hand ends while the table is.
    Table.objects.select_for_update().only("pk").get(pk=table_id)
    return holding(tournament, user_id)


def _buy(
    tournament: Tournament, held: Holding, kind: Kind, count: int, *, key: str, now: datetime
) -> Purchase:
    if kind == Kind.REBUY:
        chips, pool, fee = tournament.rebuy_chips, tournament.rebuy_price, tournament.rebuy_fee
    else:
        chips, pool, fee = tournament.add_on_chips, tournament.add_on_price, tournament.add_on_fee
    stake = count * (pool + fee)
    entry_money.check_play(tournament, user_id=held.entry.user_id, stake=stake, now=now)
    purchase = Purchase.objects.create(
        entry=held.entry,
        kind=kind,
        count=count,
        chips=count * chips,
        pool=count * pool,
        fee=count * fee,
        key=key,
        bought_at=now,
    )
    tournament.purchased += purchase.pool
    tournament.purchased_chips += purchase.chips
    # LIVE-3: the last count did not include these chips.
    tournament.counted_at = None
    tournament.save(update_fields=["purchased", "purchased_chips", "counted_at"])
    _deliver_at_once(held, purchase, now=now)
    # Money comes last: accounts are locked after tables.
    entry_money.charge_purchase(tournament, purchase, now=now)
    step_schedule.look_at(tournament.pk, at=now)
    return purchase


def _deliver_at_once(held: Holding, purchase: Purchase, *, now: datetime) -> None:
    """Deliver the chips to a player who is not in a hand; otherwise the director does it later."""
    try:
        seating.add_chips(
            table_id=held.table_id,
            user_id=held.entry.user_id,
            chips=purchase.chips,
            now=now,
        )
    except Refusal as refusal:
        if refusal.code != TableCode.HAND_IN_PROGRESS:
            raise
    else:
        _delivered(purchase, now=now)


def _delivered(purchase: Purchase, *, now: datetime) -> None:
    purchase.applied_at = now
    purchase.save(update_fields=["applied_at"])
