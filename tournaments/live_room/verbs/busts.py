"""Bust-outs of a live event, as the floor enters them at the table (LIVE-2)."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from core.refusal import Refusal
from core.types import Chips, EntryId, SeatNo
from tables.live import seating
from tables.models import Seat
from tournaments.entry import acts
from tournaments.floor import step_schedule
from tournaments.live_room.models import BustOut
from tournaments.live_room.verbs import chips
from tournaments.models import Act, Entry, Tournament
from tournaments.refusals import EventCode
from tournaments.rules import live_chips
from tournaments.staff import orders


def bust(
    *,
    table_id: int,
    groups: Sequence[Sequence[EntryId]],
    takers: Sequence[EntryId] = (),
    stacks: Mapping[EntryId, Chips] | None = None,
    entered: acts.Entered | None = None,
    by: int,
    now: datetime,
) -> Act:
    """Enter the players who busted in a hand, best first; those of a group tie.

    ``takers`` took the heads; ``stacks`` are counted stacks before the hand. The takers, or all
    others at the table, hold the chips until the next count. Again returns the first act. Refuses
    NOT_RUNNING, NOT_THIS_EVENT, NOT_LIVE, NOT_AT_THIS_TABLE, NOBODY_HAS_THE_CHIPS.
    """
    out = [EntryId(entry) for group in groups for entry in group]
    with transaction.atomic():
        tournament = event_at(table_id)
        if done := _entered(tournament, out):
            return done
        table = orders.check_open(tournament, table_id)
        seated = at_table(tournament, table_id)
        known = {pk: seat.stack for pk, seat in seated.items()}
        left = _left(known, out, takers)
        names = dict(Entry.objects.filter(pk__in=out).values_list("pk", "user__username"))
        counted = stacks or {}
        guessed = {int(pk): counted.get(pk, stack) for pk, stack in known.items()}
        before = live_chips.in_order(groups, guessed)
        act = acts.record(
            Act.Verb.BUST,
            by=by,
            now=now,
            about=", ".join(names[pk] for pk in out),
            tournament=tournament,
            table_id=table_id,
            before={"stacks": {names[pk]: known[pk] for pk in out}},
            after={"out": [[names[pk] for pk in group] for group in groups]},
            entered=entered,
        )
        unit = chips.smallest(tournament)
        gains = {pk: live_chips.passed_on(known[pk], takers or left, unit=unit) for pk in out}
        at = _after_the_others(tournament, now)
        BustOut.objects.bulk_create(
            BustOut(
                entry_id=pk,
                act=act,
                table_id=table_id,
                table_name=table.name,
                seat=seated[pk].no,
                start_stack=before[pk],
                stack=known[pk],
                gains=gains[pk],
                takers=list(takers),
                at=at,
            )
            for pk in out
        )
        after = _handed_on(known, gains)
        seating.set_stacks(
            table_id=table_id,
            stacks={SeatNo(seated[pk].no): Chips(after[pk]) for pk in seated},
            now=now,
        )
        uncount(tournament)
        step_schedule.look_at(tournament.pk, at=now)
    return act


def waive(*, entry_id: EntryId, by: int, now: datetime) -> BustOut:
    """Record that a busted player declines the rebuy: they do not keep the seat for it. Idempotent.

    Refuses NOT_IN_PLAY, NOT_RUNNING, NOT_LIVE, and HAS_CHIPS.
    """
    with transaction.atomic():
        entry = orders.playing(entry_id)
        tournament = check_live(entry.tournament)
        stands = entry.bust_outs.filter(undone_at=None).order_by("-pk")
        last = stands.select_for_update().first()
        seats = Seat.objects.filter(table__event=tournament.event, user=entry.user_id)
        if last is None or seats.filter(stack__gt=0).exists():
            raise Refusal(EventCode.HAS_CHIPS)
        if last.waived_at is None:
            last.waived_at = now
            last.save(update_fields=["waived_at"])
            acts.record(
                Act.Verb.WAIVE,
                by=by,
                now=now,
                about=entry.user.get_username(),
                tournament=tournament,
                entry=entry,
                table_id=last.table_id,
            )
            step_schedule.look_at(tournament.pk, at=now)
    return last


def _after_the_others(tournament: Tournament, now: datetime) -> datetime:
    """Return ``now``, but not before the last bust-out: places and heads follow the order of entry
    (LIVE-12), and the clocks of the room's machines differ."""
    stands = BustOut.objects.filter(entry__tournament=tournament, undone_at=None)
    last: datetime | None = stands.aggregate(at=Max("at"))["at"]
    return now if last is None else max(now, last)


def _left(
    known: Mapping[EntryId, int], out: Sequence[EntryId], takers: Sequence[EntryId]
) -> list[EntryId]:
    """The entries that still have chips at the table after these busted. Refuses NOT_AT_THIS_TABLE,
    NOBODY_HAS_THE_CHIPS."""
    if not out or any(not known.get(pk) for pk in out) or len({*out}) < len(out):
        raise Refusal(EventCode.NOT_AT_THIS_TABLE)
    left = [pk for pk, stack in known.items() if pk not in out and stack]
    if not left:
        raise Refusal(EventCode.NOBODY_HAS_THE_CHIPS)
    if any(pk not in left for pk in takers):
        raise Refusal(EventCode.NOT_AT_THIS_TABLE)
    return left


def _handed_on(
    known: Mapping[EntryId, int], gains: Mapping[EntryId, Mapping[int, int]]
) -> dict[int, int]:
    """The stacks by entry after the chips of the busted players were passed on."""
    after = {int(pk): 0 if pk in gains else stack for pk, stack in known.items()}
    for share in gains.values():
        for pk, gained in share.items():
            after[pk] += gained
    return after


def event_at(table_id: int) -> Tournament:
    """Lock the running live event of a table. Refuses NOT_THIS_EVENT, NOT_RUNNING, NOT_LIVE."""
    return check_live(orders.event_of(table_id))


def running(tournament_id: int) -> Tournament:
    """Lock a running live event. Refuses NO_SUCH_TOURNAMENT, NOT_RUNNING, NOT_LIVE."""
    return check_live(orders.running(tournament_id))


def check_live(tournament: Tournament) -> Tournament:
    """Return the event if it is live. Refuses NOT_LIVE."""
    if tournament.floor.deals:
        raise Refusal(EventCode.NOT_LIVE)
    return tournament


def at_table(tournament: Tournament, table_id: int) -> dict[EntryId, Seat]:
    """The seats of a table by entry, in order."""
    seats = {seat.user_id: seat for seat in Seat.objects.filter(table=table_id).order_by("no")}
    playing = tournament.entries.filter(user__in=seats, status=Entry.Status.PLAYING)
    entries = dict(playing.values_list("user", "pk"))
    return {EntryId(entries[user]): seat for user, seat in seats.items() if user in entries}


def uncount(tournament: Tournament) -> None:
    """Mark the last count as outdated."""
    tournament.counted_at = None
    tournament.save(update_fields=["counted_at"])


def _entered(tournament: Tournament, out: Sequence[EntryId]) -> Act | None:
    """The act that busted exactly these entries and is not undone; None without one."""
    mine = BustOut.objects.filter(entry__in=out, undone_at=None).order_by("-pk")
    last = mine.filter(entry__tournament=tournament).select_related("act", "entry").first()
    if last is None or Seat.objects.filter(
        table__event=tournament.event, user=last.entry.user_id, stack__gt=0
    ):
        # The player has bought chips since.
        return None
    of_it = BustOut.objects.filter(act=last.act_id, undone_at=None)
    return last.act if {*of_it.values_list("entry", flat=True)} == {*out} else None
