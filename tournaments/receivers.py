"""News from the tables, and of players who may play no more."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from core.refusal import Refusal
from core.types import UserId
from tournaments.entry import registration
from tournaments.floor import due
from tournaments.models import Entry, Tournament
from tournaments.money import tickets
from tournaments.play import timekeeping
from tournaments.refusals import Code


def note_finished_hand(sender: Any, *, event: str, deals_on: bool, **_: Any) -> None:
    """Have the director look once the players have seen the result, where the table does not deal
    on by itself; losing this costs seconds."""
    number = Tournament.number_of(event)
    if number is not None and not deals_on:
        due.look_at(number, at=timezone.now() + timedelta(seconds=settings.RESULT_SECONDS))


def make_up_for_outage(sender: Any, *, since: datetime, until: datetime, **_: Any) -> None:
    """No level runs while nobody keeps the room's time, and no event begins right after."""
    timekeeping.make_up_for(since=since, until=until)


def keep_while_entered(sender: Any, *, user_id: UserId, now: datetime, **_: Any) -> None:
    """Nobody is made nameless who is in an event or holds a ticket. Refuses STILL_ENTERED."""
    playing = (Entry.Status.REGISTERED, Entry.Status.PLAYING)
    entered = Entry.objects.filter(user=user_id, status__in=playing)
    if entered.exists() or tickets.unused(user_id=user_id).exists():
        raise Refusal(Code.STILL_ENTERED)


def let_go_of_barred_player(sender: Any, *, user_id: UserId, now: datetime, **_: Any) -> None:
    """Whoever may play no more is in no event that has not begun, and sits out in the others."""
    registration.leave_everything(user_id=user_id, now=now)
