"""The verbs of the desk; each writes its act in the transaction of its effect.

``orders`` has the changes of players and tables between hands, ``undoing`` their reversal.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import EntryId, UserId
from players import signals
from players.models import FormerName, StaffInvitation, User
from players.profile import avatars
from players.staff import rights, suspensions
from tables.live import dealer
from tables.models import Seat, Table
from tables.wire import push
from tables.wire.frame_types import MessageFrame
from tournaments.entry import acts, approvals, scheduling
from tournaments.floor import notifications
from tournaments.floor.locking import lock
from tournaments.models import Act, BlindStructure, CancellationPlan, Entry, Template, Tournament
from tournaments.play import timekeeping
from tournaments.refusals import EventCode
from tournaments.rules import level_clock
from tournaments.staff import cancellation, orders

Verb = Act.Verb
# Events that one request publishes at most.
MOST_AT_ONCE = 200


def publish(*, template_id: int, starts_at: datetime | None, by: int, now: datetime) -> Tournament:
    """Publish a plan; the same date again returns the same event. Refusals: ``scheduling``."""
    with transaction.atomic():
        event = scheduling.publish(template_id=template_id, starts_at=starts_at, now=now)
        # An event that the schedule has published before is not an act of staff.
        if event.created_at == now and not event.acts.filter(verb=Verb.PUBLISH).exists():
            acts.record(
                Verb.PUBLISH,
                by=by,
                now=now,
                about=event.name,
                tournament=event,
                after={"template": template_id, "starts_at": event.starts_at},
            )
    return event


def clone(*, template_id: int, by: int, now: datetime) -> Template:
    """Copy a plan, inactive; both use the same blind structure."""
    with transaction.atomic():
        copy = scheduling.clone(template_id=template_id)
        approvals.sign(template_id=copy.pk, by=by, now=now)
        after = {"template": copy.pk, "of": template_id}
        acts.record(Verb.CLONE, by=by, now=now, about=copy.name, after=after)
    return copy


def set_dates(
    *, template_id: int, rule: str, exceptions: Sequence[str], by: int, now: datetime
) -> Template:
    """Set a plan's recurrence and the days without it. Refusals: ``scheduling``."""
    with transaction.atomic():
        plan = Template.objects.select_for_update().get(pk=template_id)
        before = {"recurrence": plan.recurrence, "exceptions": plan.exceptions}
        after = scheduling.set_dates(
            template_id=template_id, rule=rule, exceptions=exceptions, now=now
        )
        approvals.sign(template_id=template_id, by=by, now=now)
        new = {"recurrence": after.recurrence, "exceptions": after.exceptions}
        acts.record(Verb.CHANGE_PLAN, by=by, now=now, about=after.name, before=before, after=new)
    return after


def publish_span(
    *, template_id: int, first: datetime, last: datetime, by: int, now: datetime
) -> list[Tournament]:
    """Publish an event on each future date of a plan's recurrence in [``first``, ``last``];
    existing events stay. All or none. NO_RECURRENCE, TOO_MANY_DATES, and ``publish``'s."""
    with transaction.atomic():
        template = Template.objects.select_for_update().get(pk=template_id)
        dates = span(template, first=first, last=last, now=now)
        return [publish(template_id=template_id, starts_at=at, by=by, now=now) for at in dates]


def span(template: Template, *, first: datetime, last: datetime, now: datetime) -> list[datetime]:
    """The dates that ``publish_span`` would publish. Refuses NO_RECURRENCE, TOO_MANY_DATES."""
    if not template.recurrence:
        raise Refusal(EventCode.NO_RECURRENCE)
    after = max(now, first - timedelta(microseconds=1))
    dates = scheduling.dates_of(template, after=after, until=last) if after < last else []
    if len(dates) > MOST_AT_ONCE:
        raise Refusal(EventCode.TOO_MANY_DATES, dates=len(dates), most=MOST_AT_ONCE)
    return dates


def replace_levels(
    *, structure_id: int, levels: Sequence[level_clock.BlindLevel], by: int, now: datetime
) -> None:
    """Replace the levels of a blind structure; ``by`` signs every plan that uses it."""
    with transaction.atomic():
        structure = BlindStructure.objects.select_for_update().get(pk=structure_id)
        before = [level.row.to_json() for level in structure.levels.all()]
        scheduling.replace_levels(structure_id=structure_id, levels=levels)
        approvals.sign_plans(structure_id=structure_id, by=by, now=now)
        acts.record(
            Verb.CHANGE_PLAN,
            by=by,
            now=now,
            about=structure.name,
            before={"levels": before},
            after={"levels": [level.to_json() for level in levels]},
        )


def change_rights(
    *,
    user: User,
    by: int,
    before: Mapping[str, object],
    after: Mapping[str, object],
    grants: bool,
    now: datetime,
    invitation: StaffInvitation | None = None,
    before_opening: bool = False,
) -> None:
    """Record a change of a user's rights; the caller has made it in this transaction."""
    rights.note(
        user_id=user.pk,
        by=by,
        grants=grants,
        what=after,
        now=now,
        invitation=invitation,
        before_opening=before_opening,
    )
    acts.record(
        Verb.RIGHTS,
        by=by,
        now=now,
        about=user.get_username(),
        player_id=user.pk,
        before=dict(before),
        after=dict(after),
    )


def give_password(*, user: User, by: int, now: datetime) -> None:
    """Record a new password given to a user; the caller has set it in this transaction.

    It counts as rights given: staff who can sign in as a colleague must not confirm for them.
    """
    rights.note(user_id=user.pk, by=by, grants=True, what={"password": "given"}, now=now)
    acts.record(Verb.PASSWORD, by=by, now=now, about=user.get_username(), player_id=user.pk)


def open_way(*, user: User, by: int, what: str, became: str, now: datetime) -> None:
    """Record that staff opened a way into an account: a changed mail address, a removed second
    factor. The caller has done it in this transaction.

    It counts as rights given, like ``give_password``.
    """
    changed = {what: became}
    rights.note(user_id=user.pk, by=by, grants=True, what=changed, now=now)
    name = user.get_username()
    acts.record(Verb.RIGHTS, by=by, now=now, about=name, player_id=user.pk, after=changed)


def rename(*, user: User, before: str, by: int, now: datetime) -> None:
    """Record a user's former name, and show the new one at their tables; the caller has renamed
    them in this transaction."""
    name = user.get_username()
    FormerName.objects.create(user=user, name=before, until=now)
    signals.renamed.send(sender=User, user_id=UserId(user.pk), name=name, now=now)
    acts.record(
        Verb.RENAME,
        by=by,
        now=now,
        about=name,
        player_id=user.pk,
        before={"name": before},
        after={"name": name},
    )


def plan_cancellation(
    *, tournament_id: int, by: int, stop: bool = False, now: datetime
) -> CancellationPlan:
    """Draft and record a cancellation; with ``stop`` the clock of a running event stops first.

    Refusals: ``cancellation.preview``.
    """
    with transaction.atomic():
        if stop:
            _pause(tournament_id=tournament_id, by=by, why="", now=now)
        plan = cancellation.preview(tournament_id=tournament_id, by=by, now=now)
        _record_plan(Verb.PLAN_CANCELLATION, plan, by=by, now=now)
    return plan


def cancel(*, plan_id: int, by: int, why: str, now: datetime) -> CancellationPlan:
    """Pay a plan and close its event; idempotent. Refusals: ``cancellation.execute``."""
    with transaction.atomic():
        event = lock(CancellationPlan.objects.values_list("tournament", flat=True).get(pk=plan_id))
        plan = event.cancellation_plans.get(pk=plan_id)
        done = cancellation.execute(
            tournament_id=event.pk, digest=plan.digest, by=by, reason=why, now=now
        )
        if plan.executed_at is None:
            before = {"status": event.status}
            _record_plan(Verb.CANCEL, done, by=by, now=now, why=why, before=before)
    return done


def pause(*, tournament_id: int, by: int, why: str, now: datetime) -> None:
    """Stop the clock; nothing is dealt, decided or paid (TRN-6). Idempotent.

    Refusals: ``timekeeping.pause``, NO_REASON.
    """
    reasons.check(why)
    _pause(tournament_id=tournament_id, by=by, why=why, now=now)


def _pause(*, tournament_id: int, by: int, why: str, now: datetime) -> None:
    """Stop the clock and record it; pages give a reason in their reader's language if ``why`` is
    empty."""
    with transaction.atomic():
        before = lock(tournament_id).pause
        event = timekeeping.pause(tournament_id=tournament_id, reason=why, now=now)
        if event.pause != before:
            _record_clock(Verb.PAUSE, event, by=by, now=now, why=why)


def resume(*, tournament_id: int, by: int, why: str = "", now: datetime) -> None:
    """Resume the clock. Idempotent. Refusals: ``timekeeping.resume``."""
    with transaction.atomic():
        before = lock(tournament_id).pause
        event = timekeeping.resume(tournament_id=tournament_id, now=now)
        if before is not None:
            _record_clock(Verb.RESUME, event, by=by, now=now, why=why, before={"pause": before})


def end_level(
    *, tournament_id: int, by: int, why: str = "", now: datetime, row: int | None = None
) -> None:
    """Begin the next level, or end the break; idempotent with the ``row`` that was seen.

    Refusals: ``timekeeping.end_level``.
    """
    with transaction.atomic():
        before = lock(tournament_id)
        event = timekeeping.end_level(tournament_id=tournament_id, now=now, row=row)
        if event.skips != before.skips:
            _record_clock(
                Verb.END_LEVEL, event, by=by, now=now, why=why, before=_clock(before, now)
            )


def sit_out(*, entry_id: EntryId, by: int, why: str, now: datetime) -> None:
    """Sit a player out until they come back (OUT-1). Idempotent.

    A latecomer who waits for a seat sits out on arrival (LATE-1). Refuses NOT_RUNNING, NOT_IN_PLAY,
    NO_REASON.
    """
    reasons.check(why)
    with transaction.atomic():
        entry = orders.playing(entry_id, or_waiting=True)
        if entry.status != Entry.Status.PLAYING:
            _sit_out_on_arrival(entry, by=by, why=why, now=now)
            return
        seat = _seat(entry)
        if not seat.away:
            dealer.sit_out(table_id=seat.table_id, user_id=seat.user_id, now=now)
            changes = {"before": {"away": False}, "after": {"away": True}}
            _record_player(Verb.SIT_OUT, entry, seat, by=by, now=now, why=why, **changes)


def _sit_out_on_arrival(entry: Entry, *, by: int, why: str, now: datetime) -> None:
    if entry.arrives_away:
        return
    Entry.objects.filter(pk=entry.pk).update(arrives_away=True)
    acts.record(
        Verb.SIT_OUT,
        by=by,
        now=now,
        about=entry.user.get_username(),
        tournament=entry.tournament,
        table_id=entry.drawn_table_id,
        entry=entry,
        why=why,
        before={"away": False},
        after={"away": True},
    )


def warn(*, entry_id: EntryId, by: int, why: str, now: datetime) -> None:
    """Send a warning to one player, shown only on their felt and event page.

    Refuses NOT_RUNNING, NOT_IN_PLAY, NO_REASON.
    """
    reasons.check(why)
    with transaction.atomic():
        entry = orders.playing(entry_id)
        seat = _seat(entry)
        push.tell_player(seat.table_id, seat.user_id, _frame(why, warning=True))
        _record_player(Verb.WARN, entry, seat, by=by, now=now, why=why)


def message(
    *, tournament_id: int, by: int, why: str, now: datetime, table_id: int | None = None
) -> None:
    """Send a message to a table or to all players of the event: on the felt, on the event's page
    and as a notice. In a cancelled event that includes the refunded players.

    Refuses NO_SUCH_TOURNAMENT, NOT_THIS_EVENT, NO_REASON without a text.
    """
    reasons.check(why)
    with transaction.atomic():
        event = lock(tournament_id)
        if table_id is None:
            tables = Table.objects.filter(event=event.event, status=Table.Status.OPEN)
            heard, about = list(tables.values_list("pk", flat=True)), event.name
        else:
            heard, about = [table_id], orders.check_open(event, table_id).name
        push.tell_tables(heard, _frame(why, warning=False))
        act = acts.record(
            Verb.MESSAGE,
            by=by,
            now=now,
            about=about,
            tournament=event,
            table_id=table_id,
            why=why,
        )
        # Players who wait for the start have no seat.
        seats = Seat.objects.filter(table__in=heard)
        users = set(map(UserId, seats.values_list("user", flat=True)))
        if table_id is None:
            off = event.status == Tournament.Status.CANCELLED
            statuses = (*Entry.LIVE, Entry.Status.REFUNDED) if off else Entry.LIVE
            concerned = event.entries.filter(status__in=statuses)
            users |= set(map(UserId, concerned.values_list("user", flat=True)))
        notifications.message(event, users, why, key=f"message:{act.pk}", now=now)


def suspend(
    *, user_id: UserId, by: int, why: str, now: datetime, until: datetime | None = None
) -> None:
    """Suspend a player: off the tables, out of events that have not begun (STAFF-4).

    Idempotent. Refusals: ``suspensions.suspend``.
    """
    with transaction.atomic():
        if suspensions.suspend(user_id=user_id, by=by, why=why, now=now, until=until):
            end = {} if until is None else {"until": until.isoformat()}
            _record_person(Verb.SUSPEND, user_id, by=by, now=now, why=why, **end)


def lift(*, user_id: UserId, by: int, why: str, now: datetime) -> None:
    """Lift a player's suspension. Idempotent. Refusals: ``suspensions.lift``."""
    with transaction.atomic():
        if suspensions.lift(user_id=user_id, by=by, why=why, now=now):
            _record_person(Verb.LIFT, user_id, by=by, now=now, why=why)


def take_down(*, user_id: UserId, by: int, why: str, now: datetime) -> bool:
    """Remove a player's picture (NAME-2); return whether there was one. Refuses NO_REASON."""
    with transaction.atomic():
        removed = avatars.take_down(user_id=user_id, why=why)
        if removed:
            _record_person(Verb.TAKE_DOWN, user_id, by=by, now=now, why=why)
    return removed


def _seat(entry: Entry) -> Seat:
    """The seat of an entry in play; its event's lock keeps it there."""
    return Seat.objects.get(user=entry.user_id, table__event=entry.tournament.event)


def _frame(text: str, *, warning: bool) -> MessageFrame:
    return {"type": "message", "text": text, "warning": warning}


def _clock(event: Tournament, now: datetime) -> dict[str, Any]:
    reading = event.clock_at(now)
    return {} if reading is None else {"row": reading.index + 1, "until": reading.until}


def _record_clock(verb: str, event: Tournament, *, by: int, now: datetime, **more: Any) -> None:
    after = {**_clock(event, now), "pause": event.pause}
    acts.record(verb, by=by, now=now, about=event.name, tournament=event, after=after, **more)


def _record_player(
    verb: str, entry: Entry, seat: Seat, *, by: int, now: datetime, **more: Any
) -> None:
    acts.record(
        verb,
        by=by,
        now=now,
        about=entry.user.get_username(),
        tournament=entry.tournament,
        table_id=seat.table_id,
        entry=entry,
        **more,
    )


def _record_person(
    verb: str, user_id: UserId, *, by: int, now: datetime, why: str, **more: str
) -> None:
    name = User.objects.get(pk=user_id).get_username()
    after = {"user": user_id, **more}
    acts.record(verb, by=by, now=now, about=name, player_id=user_id, why=why, after=after)


def _record_plan(verb: str, plan: CancellationPlan, *, by: int, now: datetime, **more: Any) -> None:
    acts.record(
        verb,
        by=by,
        now=now,
        about=plan.tournament.name,
        tournament=plan.tournament,
        after={"plan": plan.pk, "rule": plan.rule, "paid": plan.total},
        **more,
    )
