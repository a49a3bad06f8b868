"""The tournament director: one step reads the whole event and does what is due.

A step is one transaction, idempotent, and safe to run late or concurrently. Only the director
lets a tournament's hands begin, so everything else happens between hands.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

import structlog
from django.conf import settings
from django.db import transaction

from core.types import UserId
from tables.wire import push
from tables.wire.frame_types import Notice, OutFrame
from tournaments.entry import check_in, purchases
from tournaments.floor import floors, notifications, signals, step_schedule
from tournaments.floor.floors import WAITING, StoredFloor, TableState
from tournaments.floor.locking import lock_if_free
from tournaments.models import Bounty, DealProposal, Entry, Tournament
from tournaments.play import (
    arrangement,
    auto_deal,
    awards,
    between_hands,
    bounties,
    deals,
    desertion,
    eliminations,
    hand_for_hand,
    timekeeping,
    velox,
)
from tournaments.play.between_hands import Coming, Outlook
from tournaments.play.eliminations import Busted
from tournaments.play.formats import format_of
from tournaments.rules import level_clock
from tournaments.rules.level_clock import ClockReading
from tournaments.staff import cancellation, order_execution

log = structlog.get_logger(__name__)

# Hands begun in one step: the step's locks stay short, the rest is due at once.
HANDS_A_STEP = 25
# An event that waits for players is looked at this often, besides when its seats are taken.
PATIENCE = timedelta(minutes=1)


def step(*, tournament_id: int, now: datetime) -> None:
    """Do what is due in a tournament and schedule the next step; try again soon if it is locked."""
    with transaction.atomic():
        tournament = lock_if_free(tournament_id)
        if tournament is None:
            step_schedule.look_at(tournament_id, at=now)
            return
        if tournament.status == Tournament.Status.REGISTERING:
            _open_play(tournament, now=now)
        if tournament.status == Tournament.Status.RUNNING:
            _play(tournament, now=now)
        if tournament.over:
            step_schedule.forget(tournament.pk)


def _open_play(tournament: Tournament, *, now: datetime) -> None:
    """Start the event when its seats are taken (SNG-1) or at its time; cancel it if too small."""
    ready = tournament.begins_at is not None and tournament.begins_at <= now
    if tournament.kind == Tournament.Kind.SIT_AND_GO:
        # The host of a home game may begin with the players who are there (HOME-1).
        ready = ready or tournament.full
    if not ready:
        step_schedule.rest(
            tournament.pk, until=min(now + PATIENCE, tournament.begins_at or now + PATIENCE)
        )
    elif check_in.remove_no_shows(tournament, now=now):
        # One portion a step; then the event starts with the players present, or is cancelled.
        step_schedule.look_at(tournament.pk, at=now)
    elif tournament.entry_count < tournament.min_entries:
        cancellation.cancel(tournament, now=now)
    else:
        _start(tournament, now=now)


def _start(tournament: Tournament, *, now: datetime) -> None:
    entries = tournament.entries.filter(status=Entry.Status.REGISTERED)
    users = list(entries.values_list("user_id", flat=True))
    # Players are taken to their tables first: the clock runs from the first hand.
    begins = now + timedelta(seconds=settings.START_SECONDS)
    if tournament.draw_id is not None:
        # This locks accounts before tables, but no other transaction knows these tables yet.
        begins = velox.shown_until(velox.draw_prize(tournament, now=now))
    plan = floors.kind_of(tournament).begin(tournament, users=users, now=now)
    tournament.status = Tournament.Status.RUNNING
    tournament.started_at = begins
    tournament.live_count = len(users)
    tournament.keep_clock("status", "started_at", "live_count", "arriving_count")
    places = {UserId(user): (table.id, no) for user, (table, no) in plan.places().items()}
    notifications.begun(tournament, places, now=now)


def _play(tournament: Tournament, *, now: datetime) -> None:
    plan = floors.read(tournament, now=now)
    looked = partial(step_schedule.looked, tournament.pk, tables=len(plan.tables), now=now)
    reading = plan.clock()
    purchases.deliver(plan)
    # TRN-4: players who go out in a round are ranked once all its hands are over.
    round_runs = hand_for_hand.round_runs(plan)
    if not round_runs:
        order_execution.carry_out(plan)
    if tournament.pause is not None:
        # Nothing is decided in a pause, so that staff can still correct what they look into.
        auto_deal.stop(plan)
        _deal_or_wait(plan, reading, wait=timekeeping.notice(tournament), together=False)
        looked(again=None)
        return
    busted = [] if round_runs else eliminations.record(plan)
    won = _take_heads(plan, busted)
    if busted:
        # A table that is to be broken waited until its players without chips were out.
        order_execution.carry_out(plan)
    if plan.latecomers:
        plan.seat_latecomers(level=reading.blinds)
    deal = deals.in_force(tournament, now=now)
    outlook = between_hands.outlook(plan, ended=_ended(tournament, reading, deal))
    if not outlook.decided:
        coming = between_hands.prepare(plan, outlook, reading, round_runs=round_runs)
        _go_on(plan, coming, deal)
        looked(again=_next_look(plan, coming.reading))
    # Money comes last: accounts are locked after tables.
    _pay(plan, outlook, busted, won)


def _pay(plan: StoredFloor, outlook: Outlook, busted: Sequence[Busted], won: list[Bounty]) -> None:
    """Award the places, prizes and bounties that are certain, and tell their players."""
    stacks = _stacks_at_the_end(plan) if outlook.decided else None
    placed = awards.settle(
        plan.tournament, pool_open=outlook.pool_open, stacks=stacks, won=won, now=plan.now
    )
    bounties.tell(busted, won)
    gone_now: dict[int, Entry] = {player.entry.pk: player.entry for player in busted}
    notifications.ended(plan.tournament, gone_now, placed, now=plan.now)
    for player in busted:
        _tell_out(player.table, placed.get(player.entry.pk, player.entry))
    if outlook.decided:
        _finish(plan, [entry for entry in placed.values() if entry.status == Entry.Status.PLAYING])


def _take_heads(plan: StoredFloor, busted: Sequence[Busted]) -> list[Bounty]:
    """Record the shootout round in which players went out, and award their bounties."""
    format_of(plan.tournament).rank(plan, busted)
    won = bounties.take(plan.tournament, busted, now=plan.now)
    if plan.tournament.progressive_bounty:
        bounties.show(plan, won)
    return won


def _ended(tournament: Tournament, reading: ClockReading, deal: DealProposal | None) -> bool:
    """Return whether no more hands begin: the session is over, or a deal has ended play."""
    over = level_clock.session_over(reading, levels=tournament.session_levels)
    return over or (deal is not None and deal.ends_play)


def _go_on(plan: StoredFloor, coming: Coming, deal: DealProposal | None) -> None:
    """Deal the next hands, or show what the tables wait for."""
    if deal is not None and deal.waited_for:
        unanswered = (no for user, (_, no) in plan.places().items() if user in deal.unanswered)
        wait: Notice | None = {"kind": "deal", "seats": sorted(unanswered)}
    else:
        wait = _before_the_first_hand(plan) or coming.wait
        if wait is None and plan.deals:
            wait = between_hands.greeting(plan)
    if wait is None:
        _tell_end_of_break(plan, coming.reading)
        velox.lay_open(plan.tournament, now=plan.now)
    auto_deal.allow(plan, wait=wait, together=coming.together)
    _deal_or_wait(plan, coming.reading, wait=wait, together=coming.together)


def _tell_end_of_break(plan: StoredFloor, reading: ClockReading) -> None:
    """Tell the players whose tables still show the break that it is over."""
    places = {
        UserId(user): table.id
        for table in plan.tables.values()
        if table.notice is not None and table.notice["kind"] == "break"
        for user in table.users.values()
    }
    if places:
        notifications.break_over(plan.tournament, places, row=reading.index, now=plan.now)


def _stacks_at_the_end(plan: StoredFloor) -> dict[int, int]:
    """The chips by entry once play is over."""
    carried = floors.carried(plan.tournament)
    chips = {
        user: table.stacks[no] + carried.get(user, 0) for user, (table, no) in plan.places().items()
    }
    playing = plan.tournament.entries.filter(status=Entry.Status.PLAYING).order_by("pk")
    return {entry: chips[user] for entry, user in playing.values_list("pk", "user_id")}


def _before_the_first_hand(plan: StoredFloor) -> Notice | None:
    """The notice shown while players are taken to their tables; None once play has begun."""
    if draw := velox.showing(plan.tournament, now=plan.now):
        return draw
    if (start := plan.tournament.started_at) and plan.now < start:
        return {"kind": "starting", "until": start.isoformat()}
    return None


def _deal_or_wait(
    plan: StoredFloor, reading: ClockReading, *, wait: Notice | None, together: bool
) -> None:
    """Deal at every idle table, in portions unless all begin ``together``; let tables that may deal
    on by themselves, and show why a table waits."""
    if wait is not None:
        for table in plan.ready():
            plan.announce(table, wait)
        return
    if together:
        notice, portion = hand_for_hand.begin_round(plan), len(plan.tables)
    else:
        hand_for_hand.end(plan)
        # A live event is dealt by people: all its tables are told at once what they play for.
        notice, portion = None, HANDS_A_STEP if plan.deals else len(plan.tables)
    held_up = _hold_up(plan)
    dealt, dealing_on = 0, []
    for table in plan.ready():
        if table.able < 2 or table.id in held_up:
            plan.announce(table, _why_held(plan, table))
        elif auto_deal.may(plan, table):
            dealing_on.append(table)
        elif dealt == portion:
            step_schedule.look_at(plan.tournament.pk, at=plan.now)
            break
        else:
            _deal(plan, table, reading, notice)
            dealt += 1
    if dealing_on:
        plan.let_deal_on(dealing_on)


def _why_held(plan: StoredFloor, table: TableState) -> Notice:
    return format_of(plan.tournament).waiting(plan) or arrangement.undecided(plan, table) or WAITING


def _hold_up(plan: StoredFloor) -> set[int]:
    """Hold the tables that must wait although they could play, and return their ids."""
    still = {table.id for table in plan.tables.values() if table.held}
    held_up = still | plan.held_up()
    for table_id in held_up:
        plan.hold(plan.tables[table_id])
    return held_up


def _deal(
    plan: StoredFloor, table: TableState, reading: ClockReading, notice: Notice | None
) -> None:
    try:
        with transaction.atomic():
            plan.deal(table, desertion.blinds(plan, table, reading), notice=notice)
    except Exception:
        # A failure at one table must not stop the others.
        log.exception("deal failed", tournament=plan.tournament.pk, table=table.id)


def _next_look(plan: StoredFloor, reading: ClockReading) -> datetime | None:
    """Return the time of the next due change that no finished hand will report."""
    times = [at for table in plan.tables.values() if (at := table.free_at)]
    times += plan.deciding.values()
    if plan.tournament.draw is not None:
        times.append(velox.shown_until(plan.tournament.draw))
    known = [*times, reading.until, plan.tournament.started_at, between_hands.greeted_until(plan)]
    coming = [at for at in known if at and at > plan.now]
    return min(coming, default=None)


def _finish(plan: StoredFloor, finalists: Sequence[Entry]) -> None:
    """Close the event. ``finalists`` are the winner, or the players left when the session ended."""
    tournament = plan.tournament
    by_user: dict[int, Entry] = {entry.user_id: entry for entry in finalists}
    for entry in finalists:
        entry.status = Entry.Status.FINISHED
    Entry.objects.bulk_update(finalists, ["status"])
    tournament.status = Tournament.Status.FINISHED
    tournament.finished_at = plan.now
    tournament.save(update_fields=["status", "finished_at"])
    order_execution.give_up(tournament, now=plan.now)
    signals.tell_over(tournament, now=plan.now)
    for table in list(plan.tables.values()):
        for user in table.users.values():
            if user in by_user:
                _tell_out(table, by_user[user])
        plan.announce(table, {"kind": "finished"})
        plan.close(table.id)


def _tell_out(table: TableState, entry: Entry) -> None:
    """Tell a player that they are out; place and prize are null while others can still enter."""
    frame: OutFrame = {"type": "out", "place": entry.place, "prize": entry.prize}
    push.tell_player(table.id, entry.user_id, frame)
