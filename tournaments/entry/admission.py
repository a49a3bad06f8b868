"""Admission to private events, by password or invitation, and the right to see their players."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet

from core import due_checks
from core.due_checks import ExistsQuery
from core.refusal import Refusal
from core.types import UserId
from players.models import User
from tournaments.entry import acts
from tournaments.floor.locking import lock
from tournaments.models import Act, Entry, Terms, Tournament
from tournaments.refusals import EventCode

# Passwords that a player may try for one event within so many seconds.
TRIES = 10
TRIES_SECONDS = 600

# True for an event with a password or a list of invited players.
_PRIVATE = """
    EXISTS (SELECT FROM tournaments_tournament WHERE id = %(event)s AND access <> 'open')"""


def check(*, tournament_id: int, user_id: UserId, password: str, now: datetime) -> None:
    """Refuse NOT_INVITED, PASSWORD_WRONG, PASSWORD_TRIES; players who have an entry pass. A home
    game is entered by its link alone: NO_SUCH_TOURNAMENT (HOME-1)."""
    # Most events are open: for those this is the only query.
    if not due_checks.exists(ExistsQuery(_PRIVATE, {"event": tournament_id}), now=now):
        return
    event = Tournament.objects.only("access", "password", "home").get(pk=tournament_id)
    if _was_let_in(event, user_id):
        return
    if event.home:
        raise Refusal(EventCode.NO_SUCH_TOURNAMENT)
    if event.access == Terms.Access.INVITED:
        if not is_invited(event, user_id=user_id):
            raise Refusal(EventCode.NOT_INVITED)
    elif _tries(event, user_id) > TRIES:
        raise Refusal(EventCode.PASSWORD_TRIES, minutes=TRIES_SECONDS // 60)
    elif not check_password(password, event.password):
        raise Refusal(EventCode.PASSWORD_WRONG)


def set_password(*, tournament_id: int, password: str, by: int, now: datetime) -> None:
    """Change the password of a published event; its entries stay. Refuses EVENT_OVER,
    NO_PASSWORD_HERE."""
    with transaction.atomic():
        event = _going(tournament_id)
        if event.access != Terms.Access.PASSWORD:
            raise Refusal(EventCode.NO_PASSWORD_HERE)
        event.password = make_password(password)
        event.save(update_fields=["password"])
        # The record keeps the change, not the password.
        acts.record(Act.Verb.ADMIT, by=by, now=now, about=event.name, tournament=event)


def invite(*, tournament_id: int, users: Collection[int], by: int, now: datetime) -> None:
    """Invite players to an event; idempotent. Refuses EVENT_OVER, NO_LIST_HERE."""
    with transaction.atomic():
        event = _going(tournament_id)
        if event.access != Terms.Access.INVITED:
            raise Refusal(EventCode.NO_LIST_HERE)
        known = set(event.invited.filter(pk__in=users).values_list("pk", flat=True))
        new = sorted(set(users) - known)
        if not new:
            return
        event.invited.add(*new)
        acts.record(
            Act.Verb.ADMIT,
            by=by,
            now=now,
            about=event.name,
            tournament=event,
            after={"invited": new},
        )


def _going(tournament_id: int) -> Tournament:
    """Lock an event that is not over. Refuses EVENT_OVER."""
    event = lock(tournament_id)
    if event.over:
        raise Refusal(EventCode.EVENT_OVER)
    return event


def asks_password(event: Tournament, *, user_id: UserId | None) -> bool:
    """Return whether this reader needs the password to enter."""
    if event.access != Terms.Access.PASSWORD:
        return False
    return user_id is None or not _was_let_in(event, user_id)


def is_invited(event: Tournament, *, user_id: UserId | None) -> bool:
    """Return whether the reader is on the list of invited players; True if the event has none."""
    if event.access != Terms.Access.INVITED:
        return True
    return user_id is not None and event.invited.filter(pk=user_id).exists()


def may_watch(event: Tournament, user: User | AnonymousUser) -> bool:
    """Return whether the reader may see an event's players: if it is private, only staff, its own
    and invited players may."""
    if event.access == Terms.Access.OPEN or user.is_staff:
        return True
    if event.access == Terms.Access.INVITED and is_invited(event, user_id=user.pk):
        return True
    return user.is_authenticated and _was_let_in(event, user.pk)


def seen_by(user: User | AnonymousUser) -> QuerySet[Tournament]:
    """Return the events that a reader may know of: a home game is its players' and the staff's
    (HOME-1)."""
    events = Tournament.objects.select_related("draw")
    if user.is_staff:
        return events
    known = Q(home=False)
    if user.is_authenticated:
        entries = Entry.objects.filter(user=user.pk).exclude(status=Entry.Status.WITHDRAWN)
        known |= Q(pk__in=entries.values("tournament"))
    return events.filter(known)


def may_watch_tables(tournament_id: int, user: User | AnonymousUser) -> bool:
    """Return the same for the tables of an event (``wire.spectators``); True for an unknown one."""
    event = Tournament.objects.filter(pk=tournament_id).only("access").first()
    return event is None or may_watch(event, user)


def _was_let_in(event: Tournament, user_id: UserId) -> bool:
    return event.entries.filter(user_id=user_id).exclude(status=Entry.Status.WITHDRAWN).exists()


def _tries(event: Tournament, user_id: UserId) -> int:
    """The player's attempts in the last TRIES_SECONDS, this one included."""
    key = f"password-tries:{event.pk}:{user_id}"
    cache.add(key, 0, TRIES_SECONDS)
    try:
        return cache.incr(key)
    except ValueError:
        # The key expired between the two calls.
        return 1
