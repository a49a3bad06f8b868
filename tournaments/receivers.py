"""Receivers of signals: finished hands, outages, and accounts that merge, close or are barred."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count

from core.refusal import Refusal
from core.types import UserId
from tables.live import pause
from tournaments.entry import registration
from tournaments.floor import step_schedule
from tournaments.models import CalendarAddress, Entry, Favourite, SavedSearch, Tournament
from tournaments.money import tickets
from tournaments.play import timekeeping
from tournaments.refusals import EventCode


def note_finished_hand(
    sender: Any, *, event: str, deals_on: bool, shown_at: datetime, **_: Any
) -> None:
    """Schedule the director's step for when the result has been shown, unless the table deals on by
    itself. A lost signal costs seconds."""
    number = Tournament.number_of(event)
    if number is not None and not deals_on:
        step_schedule.look_at(number, at=pause.result_until(shown_at))


def make_up_for_outage(sender: Any, *, since: datetime, until: datetime, **_: Any) -> None:
    """Take an outage of all workers out of the levels, and put off the starts right after it."""
    timekeeping.make_up_for(since=since, until=until)


def follow_clock_back(sender: Any, *, step: timedelta, now: datetime, **_: Any) -> None:
    """Move the due times of all events back after the clock was set back by ``step``."""
    step_schedule.follow_clock_back(step=step, now=now)


def keep_while_entered(sender: Any, *, user_id: UserId, now: datetime, **_: Any) -> None:
    """Refuse STILL_ENTERED for the anonymisation of a player who is in an event, may have money
    coming from one, or holds an unused ticket for money."""
    entered = Entry.objects.filter(user=user_id, status__in=Entry.LIVE).exists()
    ticket = tickets.unused(user_id=user_id).filter(play_money=False).exists()
    if entered or _is_out_of_a_running_event(user_id) or ticket:
        raise Refusal(EventCode.STILL_ENTERED)


def drop_what_is_kept(sender: Any, *, user_id: UserId, **_: Any) -> None:
    """Delete the saved searches, favourites and calendar address of a player who is anonymised
    (STAFF-9)."""
    for kind in (SavedSearch, Favourite, CalendarAddress):
        kind._default_manager.filter(user=user_id).delete()


def refuse_merge(sender: Any, *, user_id: UserId, other_id: UserId, **_: Any) -> None:
    """Check that two accounts may be merged (STAFF-12). Refuses IN_RUNNING_EVENT when one is in a
    running event or the closing one is out of it, BOTH_ENTERED (``name``) when both are in one to
    come."""
    live = Entry.objects.filter(user__in=(user_id, other_id), status__in=Entry.LIVE)
    running = live.filter(tournament__status=Tournament.Status.RUNNING).exists()
    if running or _is_out_of_a_running_event(other_id):
        raise Refusal(EventCode.IN_RUNNING_EVENT)
    by_event = live.order_by("tournament").values("tournament", "tournament__name")
    both = by_event.annotate(users=Count("user", distinct=True)).filter(users=2).first()
    if both is not None:
        raise Refusal(EventCode.BOTH_ENTERED, name=both["tournament__name"])


def pass_tickets_on(sender: Any, *, user_id: UserId, other_id: UserId, **_: Any) -> None:
    """Give the unused tickets of a closed account to the one it was merged into (STAFF-12). Refuses
    IN_RUNNING_EVENT while the closed account is still entered in an event."""
    if Entry.objects.filter(user=other_id, status__in=Entry.LIVE).exists():
        raise Refusal(EventCode.IN_RUNNING_EVENT)
    tickets.unused(user_id=other_id).update(owner=user_id)


def _is_out_of_a_running_event(user_id: UserId) -> bool:
    """Return whether a player is out of a running event, and may still get money from it."""
    out = Entry.objects.filter(user=user_id, status=Entry.Status.OUT)
    return out.filter(tournament__status=Tournament.Status.RUNNING).exists()


def let_go_of_barred_player(sender: Any, *, user_id: UserId, now: datetime, **_: Any) -> None:
    """Remove a barred player from events that have not begun; sit them out in the others."""
    registration.leave_everything(user_id=user_id, now=now)
