"""What is true of an event whatever has happened to it: each function names its rules."""

from datetime import datetime

from django.db.models import Q

from payouts.bookkeeping import accounts
from payouts.reports import reconciliation
from tables.engine import Positions
from tables.live import record
from tables.models import Deadline, HandPlayer, Table
from tables.models import Hand as HandRow
from tests.tables.replays import check_every_hand
from tests.tournaments import events
from tournaments.entry.purchases import coming
from tournaments.models import Act, Due, Entry, Move, Order, Tournament
from tournaments.play.evidence import Case
from tournaments.play.timekeeping import Cause
from tournaments.rules.seating import seat_for_newcomer, tables_needed
from tournaments.rules.table_occupancy import TablePlan


def open_tables(event: Tournament) -> list[Table]:
    """Those with the fewest players first."""
    found = Table.objects.filter(event=event.event, status=Table.Status.OPEN).order_by("pk")
    return sorted(found.prefetch_related("seats"), key=lambda table: table.seats.count())


def who_plays_has_one_seat(event: Tournament) -> None:
    """SEAT-1, TRN-2: every entry in play has one, and nobody else has any."""
    seats = events.seats(event)
    live = list(
        event.entries.filter(status__in=Entry.LIVE).values_list("status", "user_id").order_by()
    )
    playing = [user for status, user in live if status == Entry.Status.PLAYING]
    assert sorted(playing) == sorted(seats)
    assert event.live_count == len(seats) + event.arriving_count or event.over
    # LATE-1: who waits for a seat is the only one who is registered in an event that runs.
    waiting = [user for status, user in live if status == Entry.Status.REGISTERED]
    assert event.status != Tournament.Status.RUNNING or len(waiting) == event.arriving_count


def chips_are_conserved(event: Tournament) -> None:
    """CHIP-1, RANK-1: all that was paid for is on the tables, unless staff have taken it off."""
    if event.status == Tournament.Status.RUNNING:
        waiting = sum(coming(event).values())
        if event.arriving_count:
            latecomers = event.entries.filter(status=Entry.Status.REGISTERED)
            waiting += sum(entry.price.chips for entry in latecomers.select_related("tournament"))
        assert sum(events.seats(event).values()) == event.chips_in_play - waiting


def no_cent_is_made(event: Tournament) -> None:
    """POOL-1: whatever somebody has, somebody has paid."""
    balances = dict(event.books.account.objects.values_list("name", "balance"))
    assert sum(balances.values()) == 0
    assert balances.get(accounts.pool(event.event), 0) >= 0


def tables_hold_what_their_seats_say(event: Tournament) -> None:
    """CHIP-1: seats and the hand in progress agree, to the chip."""
    tables = {table.pk: table for table in open_tables(event)}
    for read in record.read_all(list(tables)):
        live, table = read.live, tables[read.id]
        rows = {seat.no: (seat.user_id, seat.stack, seat.away) for seat in table.seats.all()}
        sat = {no: (one.user, one.stack, one.away) for no, one in live.seats.items()}
        assert rows == sat
        if (hand := live.playing) is not None:
            assert sum(hand.stacks.values()) + hand.pot == sum(hand.start_stacks.values())
            assert live.dealt.items() <= {no: one.user for no, one in live.seats.items()}.items()


def whoever_is_to_act_is_timed(event: Tournament) -> None:
    """TIME-1, TRN-6: a hand never waits for somebody whom no clock will end, but in a pause."""
    paused = event.pause is not None
    tables = [table.pk for table in open_tables(event)]
    due = dict(Deadline.objects.filter(table__in=tables).values_list("table", "due_at"))
    for read in record.read_all(tables):
        assert due[read.id] == read.due_at
        if read.live.playing is not None:
            assert (read.live.frozen_at is not None) == paused
            assert (read.due_at is None) == paused
        else:
            assert read.live.frozen_at is None or paused


def somebody_will_look(event: Tournament) -> None:
    """TRN-1: the director comes back to an event until it is over."""
    assert Due.objects.filter(tournament=event).exists() != event.over


def a_round_is_one_hand(event: Tournament) -> None:
    """TRN-4: all hands of a round of hand-for-hand have begun together."""
    running = HandRow.objects.filter(event=event.event, finished_at=None)
    running = running.filter(table__status=Table.Status.OPEN)
    if event.in_round:
        assert len(set(running.values_list("started_at", flat=True))) <= 1


def orders_wait_for_a_running_event(event: Tournament) -> None:
    """TRN-3: what staff have ordered is done, or written down as not done."""
    assert not (event.over and event.orders.filter(closed_at=None).exists())


def held_tables(event: Tournament) -> list[int]:
    """The tables that staff keep from their next hand."""
    holds = event.orders.filter(kind=Order.Kind.HOLD_TABLE, closed_at=None)
    return list(holds.values_list("table", flat=True))


def a_held_table_keeps_its_players(event: Tournament) -> None:
    """AMEND-6: nobody is moved to it or from it, but by staff's own order."""
    for order in event.orders.filter(kind=Order.Kind.HOLD_TABLE, closed_at=None):
        assert order.table is not None
        moved = Move.objects.filter(entry__tournament=event, at__gt=order.given_at)
        by_rule = moved.exclude(reason=Move.Reason.STAFF)
        name = order.table.name
        assert not by_rule.filter(Q(from_table=name) | Q(to_table=name)).exists()


ALWAYS = (
    who_plays_has_one_seat,
    chips_are_conserved,
    no_cent_is_made,
    tables_hold_what_their_seats_say,
    whoever_is_to_act_is_timed,
    somebody_will_look,
    a_round_is_one_hand,
    orders_wait_for_a_running_event,
    a_held_table_keeps_its_players,
)


def tables_are_even(event: Tournament, now: datetime) -> None:
    """TRN-3, after a step that found every table idle: within one, and none too many.

    A shortest table stays short for a hand when each of its free seats would have posted the
    small blind. Where tables deal on by themselves, those that must do something for it wait.
    """
    tables = open_tables(event)
    sizes = [table.seats.count() for table in tables]
    if held_tables(event):
        return
    if not sizes or (event.deals_on and not all(table.deals_on for table in tables)):
        return
    if sizes[-1] - sizes[0] > 1:
        shortest = [table for table in tables if table.seats.count() == sizes[0]]
        assert [_seat_before_the_deal(table) for table in shortest] == [None] * len(shortest)
    spare = 1 if event.may_still_enter(now) else 0
    needed = tables_needed(sum(sizes) + spare, max_seats=event.seats_per_table)
    assert len(sizes) <= max(1, needed)


def _seat_before_the_deal(table: Table) -> int | None:
    """Where a newcomer could have sat before the hand that now runs was dealt."""
    earlier = table.hands.order_by("-number")[1:].first()
    positions = Positions.from_json(earlier.positions) if earlier else None
    seats = frozenset(seat.no for seat in table.seats.all())
    return seat_for_newcomer(TablePlan(table.pk, table.max_seats, seats, positions))


def every_entry_has_one_finish(event: Tournament) -> None:
    """RANK-1: one place each, ties share theirs, and who was left at the end is first."""
    entered = event.entries.exclude(status=Entry.Status.WITHDRAWN)
    entries = list(entered.order_by("place", *Entry.ODD_CENTS_FIRST).select_related("elimination"))
    assert len(entries) == event.entry_count
    places = [entry.place or 0 for entry in entries]
    assert places == [1 + sum(other < place for other in places) for place in places]
    prizes = [entry.prize or 0 for entry in entries]
    assert prizes == sorted(prizes, reverse=True)
    last = [entry for entry in entries if entry.status == Entry.Status.FINISHED]
    assert last == entries[: len(last)]
    assert len(last) == 1 or event.session_levels
    for entry in entries:
        assert hasattr(entry, "elimination") == (entry.status == Entry.Status.OUT)


def the_pool_pays_out(event: Tournament) -> None:
    """PAY-*, POOL-2: prizes are the pool to the cent, and nothing is left of the event."""
    entered = event.entries.exclude(status=Entry.Status.WITHDRAWN)
    assert sum(prize or 0 for prize in entered.values_list("prize", flat=True)) == event.prize_pool
    assert events.pool(event) == 0
    assert not open_tables(event)
    assert not events.seats(event)


def the_books_agree(event: Tournament) -> None:
    """CANCEL-*, PAY-*, BOUNTY-*: every transfer is explained by entries and results."""
    case = Case(event)
    assert list(case.wrong_records()) == []
    keys = f"entry:{event.pk}:"
    compared = reconciliation.compare(event.event, case.flows(), entry_keys=keys, books=event.books)
    assert compared[1] == []


def nobody_was_moved_during_a_hand(event: Tournament) -> None:
    """TRN-3: a move falls between two hands of whoever is moved."""
    for move in Move.objects.filter(entry__tournament=event).select_related("entry"):
        there = HandPlayer.objects.filter(hand__event=event.event, user=move.entry.user_id)
        during = there.filter(hand__started_at__lt=move.at, hand__finished_at__gt=move.at)
        assert not during.exists()


def no_hand_began_in_a_pause(event: Tournament) -> None:
    """TRN-6: nothing is dealt while the clock stands; an outage is known when it is over."""
    dealt = HandRow.objects.filter(event=event.event)
    for pause in event.pauses:
        if pause["cause"] != Cause.OUTAGE:
            end = pause["end"] or event.finished_at
            assert not dealt.filter(started_at__gt=pause["start"], started_at__lt=end).exists()


def every_order_is_accounted_for(event: Tournament) -> None:
    """TRN-3: each was given once and ended once, and the record says how."""
    given = event.acts.filter(outcome=Act.Outcome.ORDERED).count()
    kinds = (
        *(Act.Verb.MOVE, Act.Verb.BREAK_TABLE, Act.Verb.DISQUALIFY),
        # Staff have a table that they hold dealt on.
        *(Act.Verb.HOLD_TABLE, Act.Verb.DEAL),
    )
    ended = event.acts.exclude(outcome=Act.Outcome.ORDERED).filter(verb__in=kinds).count()
    withdrawn = event.acts.filter(verb=Act.Verb.WITHDRAW).count()
    assert given == ended + withdrawn == event.orders.count()


def hands_replay(event: Tournament) -> None:
    """What is stored of every hand is what its events give."""
    check_every_hand(event=event.event)


AFTERWARDS = (
    the_books_agree,
    nobody_was_moved_during_a_hand,
    no_hand_began_in_a_pause,
    every_order_is_accounted_for,
    hands_replay,
)
