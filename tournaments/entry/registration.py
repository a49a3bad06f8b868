"""Registration for an event, and withdrawal before its start."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from core import sql
from core.refusal import Refusal
from core.types import UserId
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.books import PLAY, REAL
from payouts.prizes import prize_draws
from payouts.wallets import mirror, play_money
from players import player_lock
from tables.cash import stays
from tables.live import dealer
from tables.models import Seat, Table
from tournaments.entry import admission
from tournaments.floor import floors, notifications, step_schedule
from tournaments.floor.arrivals import Latecomer
from tournaments.floor.locking import lock
from tournaments.models import Entry, Tournament
from tournaments.money import entry_money
from tournaments.play import awards, velox
from tournaments.refusals import EventCode
from tournaments.rules import windows


@mirror.funded
def register(
    *,
    tournament_id: int,
    user_id: UserId,
    ticket_id: int | None = None,
    password: str = "",
    let_in: bool = False,
    now: datetime,
) -> Entry:
    """Register a player; in a running event, draw a seat for them (TRN-2, LATE-1).

    With ``ticket_id`` that ticket pays; ``password`` opens an event that has one; ``let_in`` skips
    admission, for staff. A player who is out buys a re-entry, at most ``re_entries`` times. Refuses
    NO_SUCH_TOURNAMENT, NOT_INVITED, PASSWORD_WRONG, PASSWORD_TRIES, ALREADY_REGISTERED, EVENT_FULL,
    EVENT_OVER, REGISTRATION_NOT_OPEN (``opens``), REGISTRATION_CLOSED, NO_RE_ENTRY,
    RE_ENTRIES_USED, RE_ENTRIES_CLOSED, DISQUALIFIED, SPENDING_LIMIT, INSUFFICIENT_FUNDS,
    NO_SUCH_TICKET, and what ``limits.check_play`` refuses; for play money NOT_ENOUGH_PLAY_MONEY,
    once a purse that is nearly empty has been filled up (FREE-1).
    """
    # Before any lock: hashing a password is slow.
    if not let_in:
        admission.check(tournament_id=tournament_id, user_id=user_id, password=password, now=now)
    with transaction.atomic():
        # Lock the player first, as self-exclusion does, so that neither misses the other.
        player_lock.hold(user_id)
        tournament = lock(tournament_id)
        before = _before(tournament, user_id)
        _check_open(tournament, before, now=now)
        re_entry = _check_re_entry(tournament, user_id, before, now=now)
        price = tournament.re_entry_price if re_entry else tournament.entry_price
        stake = price.right if ticket_id is None else 0
        entry_money.check_play(tournament, user_id=user_id, stake=stake, now=now)
        entry = _enter(tournament, user_id, re_entry=re_entry, now=now)
        if tournament.free and stake:
            _fill_purse(tournament, user_id, stake, now=now)
        entry_money.charge(tournament, entry, ticket_id=ticket_id, now=now)
        if tournament.full or tournament.status == Tournament.Status.RUNNING:
            step_schedule.look_at(tournament.pk, at=now)
    return entry


def _fill_purse(tournament: Tournament, user_id: UserId, price: int, *, now: datetime) -> None:
    """Fill up a nearly empty purse that lacks ``price`` chips, if allowed (FREE-1)."""
    at_tables = stays.at_tables(user_id)
    if play_money.balance(user_id) >= price:
        return
    if play_money.may_fill_up(user_id=user_id, at_tables=at_tables, now=now):
        # All accounts of this transaction at once: the entry is charged after it.
        held = {*awards.accounts_of(tournament, [user_id]), accounts.OUTSIDE}
        ledger.hold(held, books=tournament.books)
        play_money.fill_up(user_id=user_id, at_tables=at_tables, now=now)


def may_enter_again(tournament: Tournament, *, user_id: UserId | None, now: datetime) -> bool:
    """Return whether a player is out and may buy a re-entry now (TRN-2, POOL-1)."""
    if user_id is None or not tournament.re_entries or not tournament.re_entries_open(now):
        return False
    if not tournament.may_still_enter(now):
        return False
    before = _before(tournament, user_id)
    try:
        return not _is_in(before) and _check_re_entry(tournament, user_id, before, now=now)
    except Refusal:
        return False


def unregister(
    *, tournament_id: int, user_id: UserId, by_staff: bool = False, now: datetime
) -> Entry:
    """Withdraw a player before the start, with a full refund; staff may after the deadline.

    Refuses NO_SUCH_TOURNAMENT, NOT_REGISTERED, ALREADY_STARTED, EVENT_OVER, UNREGISTRATION_CLOSED
    (``ended``), and DRAW_IS_DUE from a VeloX whose seats are taken.
    """
    with transaction.atomic():
        tournament = lock(tournament_id)
        final = not by_staff and tournament.entries_are_final(now)
        entry = _leaver(tournament, user_id, final=final)
        withdraw(tournament, entry, tells=by_staff, now=now)
    return entry


def withdraw(tournament: Tournament, entry: Entry, *, tells: bool = True, now: datetime) -> None:
    """Withdraw an entry before the start and refund everything; the caller holds the event. With
    ``tells`` its player is notified."""
    entry.status = Entry.Status.WITHDRAWN
    entry.save(update_fields=["status"])
    tournament.entry_count -= 1
    tournament.save(update_fields=["entry_count"])
    back = entry_money.refund(tournament, [entry], now=now)
    if tells:
        notifications.removed(tournament, entry, cents=back[entry.pk], now=now)


def leave_everything(*, user_id: UserId, now: datetime) -> None:
    """Withdraw a barred player from every event that has not begun; sit them out of those that have
    (PLAY-2, OUT-1).

    The entry stays in an event that begins just then or whose prize is about to be drawn; the clock
    soon sits the player out. An event's own deadline does not apply. All events change or, when one
    is busy, none.
    """
    live = Entry.objects.filter(user_id=user_id, status__in=Entry.LIVE)
    with transaction.atomic():
        # Lock order: all tournaments, then all tables, then all accounts.
        events = [lock(pk) for pk in sorted(live.values_list("tournament", flat=True))]
        _sit_out(events, user_id, now=now)
        for books in (REAL, PLAY):
            own = [event for event in events if event.books is books]
            names = [name for event in own for name in awards.accounts_of(event, [user_id])]
            ledger.hold(names, books=books)
        for event in events:
            try:
                entry = _leaver(event, user_id, final=False)
            except Refusal:
                # It had begun or ended before it was locked, or its prize is about to be drawn.
                continue
            withdraw(event, entry, now=now)


def _sit_out(events: Collection[Tournament], user_id: UserId, *, now: datetime) -> None:
    seats = Seat.objects.filter(
        user=user_id,
        table__event__in=[event.event for event in events],
        table__status=Table.Status.OPEN,
    )
    for table_id in seats.order_by("table").values_list("table", flat=True):
        dealer.sit_out(table_id=table_id, user_id=user_id, now=now)


def _leaver(tournament: Tournament, user_id: UserId, *, final: bool) -> Entry:
    """The entry of a player who may withdraw. Refuses what ``unregister`` refuses."""
    if not _before(tournament, user_id):
        raise Refusal(EventCode.NOT_REGISTERED)
    started = tournament.status == Tournament.Status.RUNNING
    refusal = windows.unregistration_refusal(over=tournament.over, started=started, final=final)
    if refusal:
        raise Refusal(refusal, ended=tournament.unregistration_ends_at)
    if velox.draw_is_due(tournament):
        raise Refusal(EventCode.DRAW_IS_DUE)
    return _live(tournament, user_id).get()


class _Before(NamedTuple):
    """An entry of a player so far: its status, and the chips a disqualification removed."""

    status: str
    removed: int | None


# Plain SQL: this runs at every registration and withdrawal.
_BEFORE = """
    SELECT entry.status, gone.chips_removed
    FROM tournaments_entry entry
    LEFT JOIN tournaments_elimination gone ON gone.entry_id = entry.id
    WHERE entry.tournament_id = %s AND entry.user_id = %s AND entry.status <> 'withdrawn'"""


def _before(tournament: Tournament, user_id: UserId) -> list[_Before]:
    return [_Before(*row) for row in sql.rows(_BEFORE, [tournament.pk, user_id])]


def _is_in(before: Sequence[_Before]) -> bool:
    return any(entry.status in Entry.LIVE for entry in before)


def _check_open(tournament: Tournament, before: Sequence[_Before], *, now: datetime) -> None:
    """Refuse a player who is in, and every player while registration is closed: ALREADY_REGISTERED,
    EVENT_FULL, EVENT_OVER, REGISTRATION_*."""
    if _is_in(before):
        raise Refusal(EventCode.ALREADY_REGISTERED)
    if refusal := tournament.registration_refusal(now):
        raise Refusal(refusal, opens=tournament.registration_opens_at)
    if tournament.status == Tournament.Status.RUNNING and tournament.settled:
        # The director settled the event first; its clock was a moment ahead.
        raise Refusal(EventCode.REGISTRATION_CLOSED)


def _enter(tournament: Tournament, user_id: UserId, *, re_entry: bool, now: datetime) -> Entry:
    """Create the entry, not paid yet; in a running or live event also draw its seat."""
    entry = Entry.objects.create(
        tournament=tournament,
        user_id=user_id,
        re_entry=re_entry,
        registered_at=now,
        checked_in_at=now if tournament.check_in_open(now) else None,
        seed=prize_draws.new_player_seed() if tournament.draw_id else "",
    )
    tournament.entry_count += 1
    tournament.re_entry_count += re_entry
    if tournament.status == Tournament.Status.RUNNING:
        _let_in(tournament, entry, now=now)
    else:
        floors.kind_of(tournament).enter(tournament, entry, now=now)
    tournament.save(update_fields=["entry_count", "re_entry_count", "live_count"])
    return entry


def _let_in(tournament: Tournament, entry: Entry, *, now: datetime) -> None:
    reading = tournament.clock_at(now)
    assert reading is not None
    plan = floors.kind_of(tournament).read_for_newcomer(tournament, now=now)
    newcomer = Latecomer(entry.pk, entry.user_id, entry.price.chips)
    plan.let_in(newcomer, level=reading.blinds)
    entry.refresh_from_db(fields=["status", "drawn_table", "drawn_seat"])
    tournament.live_count += 1


def _check_re_entry(
    tournament: Tournament, user_id: UserId, before: Sequence[_Before], *, now: datetime
) -> bool:
    """Return whether the entry would be a re-entry; check that it is allowed and within the
    spending limit (TRN-2, POOL-1). Refuses DISQUALIFIED, NO_RE_ENTRY, RE_ENTRIES_*,
    SPENDING_LIMIT."""
    if any(entry.removed for entry in before):
        raise Refusal(EventCode.DISQUALIFIED)
    refusal = windows.re_entry_refusal(
        earlier=len(before),
        re_entries=tournament.re_entries,
        is_open=tournament.re_entries_open(now),
    )
    if refusal:
        raise Refusal(refusal)
    if before:
        paid = entry_money.paid_for(tournament, user_id=user_id)
        entry_money.check_limit(tournament, paid=paid, more=tournament.re_entry_price.right)
    return bool(before)


def _live(tournament: Tournament, user_id: UserId) -> QuerySet[Entry]:
    return tournament.entries.filter(user_id=user_id, status__in=Entry.LIVE)
