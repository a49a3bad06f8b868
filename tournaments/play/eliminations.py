"""Eliminations: by a stack of zero after a finished hand, or by staff (RANK-1)."""

from collections.abc import Collection, Sequence
from datetime import datetime
from itertools import takewhile
from typing import NamedTuple

from django.db.models import Max

from core.types import SeatNo
from tables.live import pause
from tournaments.floor import floors
from tournaments.floor.arrivals import Latecomer
from tournaments.floor.floors import BustOutHand, StoredFloor, TableState
from tournaments.models import Elimination, Entry, Tournament
from tournaments.play import last_chances


class Busted(NamedTuple):
    """An eliminated entry, the seat of its player, and the hand that took the last chip."""

    entry: Entry
    table: TableState
    seat: SeatNo
    hand: BustOutHand


def record(plan: StoredFloor) -> list[Busted]:
    """Eliminate players without chips whose result has been shown long enough; return them.

    Eliminations of several tables keep the order in which their hands ended, even in a late step.
    Players who busted before a disqualification do not wait: they rank behind it (RANK-1). Players
    who may still buy chips stay for a while, noted in the plan (TRN-2). The time is that of the
    hand that took the chips: the plan may show a table from before its end.
    """
    broke = _without_chips(plan)
    for player in broke if plan.tournament.sells_chips else ():
        until = last_chances.until(plan.tournament, player.entry, hand=player.hand, now=plan.now)
        if until is not None and plan.now < until:
            plan.deciding[player.entry.user_id] = until
    over = [player for player in broke if player.entry.user_id not in plan.deciding]
    thrown_out_at = _thrown_out_at(plan.tournament) if over else None

    def seen(player: Busted) -> bool:
        if thrown_out_at is not None and player.hand.ended_at <= thrown_out_at:
            return True
        return pause.result_until(player.hand.shown_at) <= plan.now

    # In the order in which the hands ended: a result shown sooner waits for the earlier ones.
    return _take_off(plan, list(takewhile(seen, over)))


def _thrown_out_at(tournament: Tournament) -> datetime | None:
    """Return the time of the last disqualification that has no place yet, or None."""
    if not tournament.removed_chips:
        return None
    waiting = Elimination.objects.filter(
        entry__tournament=tournament, entry__place=None, chips_removed__gt=0
    )
    last: datetime | None = waiting.aggregate(at=Max("at"))["at"]
    return last


def record_all(plan: StoredFloor) -> list[Busted]:
    """Eliminate all players without chips at once, even those who may still buy some."""
    return _take_off(plan, _without_chips(plan))


def disqualify(plan: StoredFloor, entry: Entry, table: TableState, seat: SeatNo) -> None:
    """Eliminate a player between hands, with the current place, and remove their chips."""
    tournament, stack = plan.tournament, table.stacks[seat]
    reading = tournament.clock_at(plan.now)
    assert reading is not None
    tournament.removed_chips += stack
    out = Elimination(
        entry=entry,
        hand_id=table.hand_id or 0,
        table_name=table.name,
        level=reading.number,
        start_stack=stack,
        chips_removed=stack,
        # In a shootout the last place at the table is what counts (SHOOT-3).
        stage=tournament.stage,
        table_place=table.able if tournament.stage else 0,
        at=plan.now,
    )
    _write(tournament, [out])
    plan.leave(table, seat)


def turn_away(plan: StoredFloor, entry: Entry, newcomer: Latecomer) -> None:
    """Eliminate a latecomer who waits for a seat (LATE-1), and remove the chips of their entry."""
    assert newcomer.drawn is not None
    tournament = plan.tournament
    reading = tournament.clock_at(plan.now)
    assert reading is not None
    tournament.removed_chips += newcomer.stack
    out = Elimination(
        entry=entry,
        hand_id=0,
        table_name=plan.tables[newcomer.drawn.table].name,
        level=reading.number,
        start_stack=newcomer.stack,
        chips_removed=newcomer.stack,
        at=plan.now,
    )
    _write(tournament, [out])
    plan.latecomers.remove(newcomer)
    plan.note(arriving_count=len(plan.latecomers))


def take_back(tournament: Tournament, entries: Collection[Entry]) -> None:
    """Undo eliminations and places of these entries; the caller seats them."""
    play_again(entries)
    Elimination.objects.filter(entry__in=[entry.pk for entry in entries]).delete()
    tournament.live_count += len(entries)
    tournament.save(update_fields=["live_count"])


def play_again(entries: Collection[Entry]) -> None:
    """Set entries to playing, without place and prize."""
    for entry in entries:
        entry.status, entry.place, entry.prize = Entry.Status.PLAYING, None, None
    Entry.objects.bulk_update(entries, ["status", "place", "prize"])


def _without_chips(plan: StoredFloor) -> list[Busted]:
    seats = {
        table.users[no]: (table, no)
        for table in plan.tables.values()
        if table.able < len(table.stacks)
        for no, stack in table.stacks.items()
        if stack == 0
    }
    if not seats:
        return []
    tournament = plan.tournament
    hands = floors.kind_of(tournament).bust_out_hands(tournament, seats)
    entries = tournament.entries.filter(user__in=seats, status=Entry.Status.PLAYING)
    players = [Busted(entry, *seats[entry.user_id], hands[entry.user_id]) for entry in entries]
    # In this order, since a head taken before one's own elimination adds to one's own (BOUNTY-2).
    return sorted(
        players, key=lambda player: (player.hand.ended_at, player.hand.hand_id, player.entry.pk)
    )


def _take_off(plan: StoredFloor, busted: list[Busted]) -> list[Busted]:
    if busted:
        _write(plan.tournament, [_elimination(plan.tournament, player) for player in busted])
    for player in busted:
        plan.leave(player.table, player.seat)
    return busted


def _write(tournament: Tournament, outs: Sequence[Elimination]) -> None:
    Elimination.objects.bulk_create(outs)
    out = [elimination.entry_id for elimination in outs]
    Entry.objects.filter(pk__in=out).update(status=Entry.Status.OUT)
    tournament.live_count -= len(out)
    tournament.save(update_fields=["live_count", "removed_chips"])


def _elimination(tournament: Tournament, player: Busted) -> Elimination:
    reading = tournament.clock_at(player.hand.ended_at)
    # A hand ended: the event had begun.
    assert reading is not None
    return Elimination(
        entry=player.entry,
        hand_id=player.hand.hand_id,
        table_name=player.hand.table_name,
        level=reading.number,
        start_stack=player.hand.start_stack,
        round=tournament.rounds if tournament.in_round else 0,
        at=player.hand.ended_at,
    )
