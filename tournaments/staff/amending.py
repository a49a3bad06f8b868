"""Amendments of published events: each change is checked, recorded, announced and applied.

Published terms stay (``terms_never_change``). A change is an ``Amendment``, written in the
transaction of its act; the current terms follow from it (AMEND-1).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from payouts.room_settings import FOUR_EYES
from tables import games
from tables.models import Table
from tournaments.entry import acts, check_in
from tournaments.floor import notifications, step_schedule
from tournaments.floor.locking import lock
from tournaments.models import Act, Amendment, Tournament
from tournaments.models.amendments import AMENDED_FIELDS, LONGEST_KEY
from tournaments.refusals import EventCode
from tournaments.rules import changes
from tournaments.rules.changes import Change, Scene, Stands

Verb = Act.Verb

VERBS: Final[Mapping[str, Act.Verb]] = {
    changes.PutOff.kind: Verb.PUT_OFF,
    changes.LevelTime.kind: Verb.LEVEL_TIME,
    changes.LevelAgain.kind: Verb.LEVEL_AGAIN,
    changes.NewLevels.kind: Verb.NEW_LEVELS,
    changes.LateLevels.kind: Verb.EXTEND_LATE,
    changes.Guarantee.kind: Verb.RAISE,
    changes.MoreSeats.kind: Verb.OPEN_SEATS,
    changes.Together.kind: Verb.TOGETHER,
}


class Preview(NamedTuple):
    """The effect of a change on an event: its terms before and after, the overlay with today's
    entries (cents), and the end of the running level."""

    before: Stands
    after: Stands
    overlay_before: int
    overlay_after: int
    until_before: datetime | None
    until_after: datetime | None


def preview(*, tournament_id: int, change: Change, now: datetime) -> Preview:
    """Return the effect of a change without making it. Refuses what ``amend`` refuses, except
    NO_REASON and NEEDS_SECOND_PERSON."""
    with transaction.atomic():
        event = lock(tournament_id)
        before, overlay_before = event.stands, _overlay(event)
        until_before = _until(event, now)
        change = _checked(event, change, now=now)
        _apply(event, change, now=now)
        return Preview(
            before, event.stands, overlay_before, _overlay(event), until_before, _until(event, now)
        )


def amend(
    *,
    tournament_id: int,
    change: Change,
    by: int,
    why: str,
    key: str,
    now: datetime,
    second: int | None = None,
) -> Amendment:
    """Amend an event and notify its players; the same ``key`` again returns the first amendment.

    Refuses NO_SUCH_TOURNAMENT, NO_REASON, NEEDS_SECOND_PERSON for a guarantee over the limit unless
    there is a ``second`` person (``two_person_orders``), and what the change's own ``check`` does.
    """
    reasons.check(why)
    with transaction.atomic():
        event = lock(tournament_id)
        known = event.amendments.filter(key=key[:LONGEST_KEY]).first()
        if known is not None:
            return known
        change = _checked(event, change, now=now)
        if takes_two(event, change) and second is None:
            raise Refusal(EventCode.NEEDS_SECOND_PERSON, limit=FOUR_EYES.value())
        before = event.stands
        told_of = {**change.to_json(), **_level(event, change)}
        _apply(event, change, now=now)
        event.keep_clock(*AMENDED_FIELDS, "skips")
        verb = VERBS[change.kind]
        amendment = Amendment.objects.create(
            tournament=event,
            key=key[:LONGEST_KEY],
            at=now,
            by_id=by,
            why=why,
            rule=Act.RULES[verb],
            change=told_of,
        )
        old, new = acts.changed(picture(before), picture(event.stands))
        acts.record(
            verb, by=by, now=now, about=event.name, tournament=event, why=why, before=old, after=new
        )
        notifications.amended(event, amendment, now=now)
        step_schedule.look_at(event.pk, at=now)
    return amendment


def picture(stands: Stands) -> acts.Picture:
    """The terms as the record of acts stores them."""
    return {
        "begins_at": stands.begins_at,
        "levels": [level.to_json() for level in stands.levels],
        "late_levels": stands.late_levels,
        "guarantee": stands.guarantee,
        "most_entries": stands.most_entries,
        "anew": list(stands.anew) if stands.anew else None,
        "together": stands.together,
    }


def scene(event: Tournament, *, now: datetime) -> Scene:
    """The facts by which a change is checked."""
    open_tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
    fixed = event.over or event.settled
    return Scene(
        now=now,
        over=event.over,
        reading=event.clock_at(now),
        pool_open=not fixed and (event.registering or event.pool_may_grow(now)),
        entry_open=not fixed and _entry_open(event, now=now),
        # A pot carried to the next hand cannot follow players to another table (DRAW-2).
        room=event.seats_per_table if games.carries(event.game) else changes.MOST_ENTRIES,
        entries=event.entry_count,
        fewest=event.min_entries,
        absent=check_in.absent(event).count() if event.registering else 0,
        sit_and_go=event.kind == Tournament.Kind.SIT_AND_GO,
        live=not event.floor.deals,
        blinds=games.has_blinds(event.game),
        shootout=event.plays_apart,
        drawn=event.draw_id is not None,
        tables=open_tables.count(),
        session_levels=event.session_levels,
        re_entry_levels=event.re_entry_levels,
        rebuy_levels=event.rebuy_levels,
        add_on_after_level=event.add_on_after_level,
    )


def _entry_open(event: Tournament, *, now: datetime) -> bool:
    """Return whether registration is open, or closed only because the event is full."""
    refusal = event.registration_refusal(now)
    return event.registering or refusal in (None, EventCode.EVENT_FULL)


def takes_two(event: Tournament, change: Change) -> bool:
    """Return whether a change takes two people: a guarantee of money over the limit (STAFF-3)."""
    if event.free or not isinstance(change, changes.Guarantee):
        return False
    return change.cents > FOUR_EYES.value()


def _checked(event: Tournament, change: Change, *, now: datetime) -> Change:
    """Check a change and fix it for this moment. Refuses what its own ``check`` does."""
    moment = scene(event, now=now)
    change.check(event.stands, moment)
    return change.seen(moment)


def _apply(event: Tournament, change: Change, *, now: datetime) -> None:
    event.note_terms(change.of(event.stands, at=now))
    if isinstance(change, changes.LevelAgain):
        # The rows that are played again have not been cut short yet.
        event.skips = {row: at for row, at in event.skips.items() if int(row) < change.row}


def _level(event: Tournament, change: Change) -> dict[str, int]:
    """The number of the level that a change is about, to store with it."""
    if not isinstance(change, changes.LevelTime | changes.LevelAgain):
        return {}
    if event.levels[change.row].is_break:
        return {}
    return {"level": sum(not level.is_break for level in event.levels[: change.row + 1])}


def _overlay(event: Tournament) -> int:
    return 0 if event.draw_id else event.prize_pool - event.for_prizes


def _until(event: Tournament, now: datetime) -> datetime | None:
    reading = event.clock_at(now)
    return None if reading is None else reading.until
