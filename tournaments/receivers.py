"""News from the tables, and of players who may play no more."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count

from core.refusal import Refusal
from core.types import UserId
from tables.live import pause
from tournaments.entry import registration
from tournaments.floor import due
from tournaments.models import CalendarAddress, Entry, Favourite, SavedSearch, Tournament
from tournaments.money import tickets
from tournaments.play import timekeeping
from tournaments.refusals import Code


def note_finished_hand(
    sender: Any, *, event: str, deals_on: bool, shown_at: datetime, **_: Any
) -> None:
    """Have the director look once the players have seen the result, where the table does not deal
    on by itself; losing this costs seconds."""
    number = Tournament.number_of(event)
    if number is not None and not deals_on:
        due.look_at(number, at=pause.result_until(shown_at))


def make_up_for_outage(sender: Any, *, since: datetime, until: datetime, **_: Any) -> None:
    """No level runs while nobody keeps the room's time, and no event begins right after."""
    timekeeping.make_up_for(since=since, until=until)


def follow_clock_back(sender: Any, *, step: timedelta, now: datetime, **_: Any) -> None:
    """Look at events when it was due before the clock was set back by so much."""
    due.follow_clock_back(step=step, now=now)


def keep_while_entered(sender: Any, *, user_id: UserId, now: datetime, **_: Any) -> None:
    """Nobody is made nameless who is in an event, has money coming from one, or holds a ticket.
    Refuses STILL_ENTERED."""
    entered = Entry.objects.filter(user=user_id, status__in=Entry.LIVE).exists()
    if entered or _is_out_of_a_running_event(user_id) or tickets.unused(user_id=user_id).exists():
        raise Refusal(Code.STILL_ENTERED)


def drop_what_is_kept(sender: Any, *, user_id: UserId, **_: Any) -> None:
    """The searches that a nameless player called by names of their own, their stars, and the
    address of their calendar go with the name (STAFF-9)."""
    for kind in (SavedSearch, Favourite, CalendarAddress):
        kind._default_manager.filter(user=user_id).delete()


def refuse_merge(sender: Any, *, user_id: UserId, other_id: UserId, **_: Any) -> None:
    """Two accounts become one while neither is in a running event, the one that closes has no
    money coming from one, nor are both in the same one to come (STAFF-12). Refuses
    IN_RUNNING_EVENT, BOTH_ENTERED (``name``)."""
    live = Entry.objects.filter(user__in=(user_id, other_id), status__in=Entry.LIVE)
    running = live.filter(tournament__status=Tournament.Status.RUNNING).exists()
    if running or _is_out_of_a_running_event(other_id):
        raise Refusal(Code.IN_RUNNING_EVENT)
    by_event = live.order_by("tournament").values("tournament", "tournament__name")
    both = by_event.annotate(users=Count("user", distinct=True)).filter(users=2).first()
    if both is not None:
        raise Refusal(Code.BOTH_ENTERED, name=both["tournament__name"])


def pass_tickets_on(sender: Any, *, user_id: UserId, other_id: UserId, **_: Any) -> None:
    """The unused tickets of an account that has closed are its other one's (STAFF-12). Refuses
    IN_RUNNING_EVENT where it could not leave one that has just begun, or begins."""
    if Entry.objects.filter(user=other_id, status__in=Entry.LIVE).exists():
        raise Refusal(Code.IN_RUNNING_EVENT)
    tickets.unused(user_id=other_id).update(owner=user_id)


def _is_out_of_a_running_event(user_id: UserId) -> bool:
    """Whether a player waits for a place, or for what a cancellation gives to who is out."""
    out = Entry.objects.filter(user=user_id, status=Entry.Status.OUT)
    return out.filter(tournament__status=Tournament.Status.RUNNING).exists()


def let_go_of_barred_player(sender: Any, *, user_id: UserId, now: datetime, **_: Any) -> None:
    """Whoever may play no more is in no event that has not begun, and sits out in the others."""
    registration.leave_everything(user_id=user_id, now=now)
