"""Who may enter a private event, by its password or invited, and who may see its players."""

from collections.abc import Collection
from datetime import datetime

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AnonymousUser, User
from django.core.cache import cache
from django.db import transaction

from core import questions
from core.questions import Question
from core.refusal import Refusal
from core.types import UserId
from tournaments.entry import acts
from tournaments.floor.locking import lock
from tournaments.models import Act, Entry, Terms, Tournament
from tournaments.refusals import Code

# Wrong passwords a player may try for one event within the time, seconds.
TRIES = 10
TRIES_SECONDS = 600

# Whether not everybody may enter an event.
_PRIVATE = """
    EXISTS (SELECT FROM tournaments_tournament WHERE id = %(event)s AND access <> 'open')"""


def check(*, tournament_id: int, user_id: UserId, password: str, now: datetime) -> None:
    """Refuses NOT_INVITED, PASSWORD_WRONG, PASSWORD_TRIES; who has an entry has been let in."""
    # Most events are open: so much is known before anything of theirs is read.
    if not questions.found(Question(_PRIVATE, {"event": tournament_id}), now=now):
        return
    event = Tournament.objects.only("access", "password").get(pk=tournament_id)
    if _was_let_in(event, user_id):
        return
    if event.access == Terms.Access.INVITED:
        if not is_invited(event, user_id=user_id):
            raise Refusal(Code.NOT_INVITED)
    elif _tries(event, user_id) > TRIES:
        raise Refusal(Code.PASSWORD_TRIES, minutes=TRIES_SECONDS // 60)
    elif not check_password(password, event.password):
        raise Refusal(Code.PASSWORD_WRONG)


def set_password(*, tournament_id: int, password: str, by: int, now: datetime) -> None:
    """Give a published event another password; who is in stays in. EVENT_OVER,
    NO_PASSWORD_HERE."""
    with transaction.atomic():
        event = _going(tournament_id)
        if event.access != Terms.Access.PASSWORD:
            raise Refusal(Code.NO_PASSWORD_HERE)
        event.password = make_password(password)
        event.save(update_fields=["password"])
        # That it was changed, and not to what.
        acts.record(Act.Verb.ADMIT, by=by, now=now, about=event.name, tournament=event)


def invite(*, tournament_id: int, users: Collection[int], by: int, now: datetime) -> None:
    """Put players on an event's list of invited ones; again is nothing. EVENT_OVER,
    NO_LIST_HERE."""
    with transaction.atomic():
        event = _going(tournament_id)
        if event.access != Terms.Access.INVITED:
            raise Refusal(Code.NO_LIST_HERE)
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
    """An event, locked. EVENT_OVER."""
    event = lock(tournament_id)
    if event.over:
        raise Refusal(Code.EVENT_OVER)
    return event


def asks_password(event: Tournament, *, user_id: UserId | None) -> bool:
    """Whether this reader needs the password to enter."""
    if event.access != Terms.Access.PASSWORD:
        return False
    return user_id is None or not _was_let_in(event, user_id)


def is_invited(event: Tournament, *, user_id: UserId | None) -> bool:
    """Whether the list of invited players, if the event has one, lets this reader in."""
    if event.access != Terms.Access.INVITED:
        return True
    return user_id is not None and event.invited.filter(pk=user_id).exists()


def may_watch(event: Tournament, user: User | AnonymousUser) -> bool:
    """Whether somebody may see the players of an event: of a private one its own, those who are
    invited, and staff."""
    if event.access == Terms.Access.OPEN or user.is_staff:
        return True
    if event.access == Terms.Access.INVITED and is_invited(event, user_id=user.pk):
        return True
    return user.is_authenticated and _was_let_in(event, user.pk)


def may_watch_tables(tournament_id: int, user: User | AnonymousUser) -> bool:
    """The same for the tables of an event (``wire.gate``); one that is not there hides nobody."""
    event = Tournament.objects.filter(pk=tournament_id).only("access").first()
    return event is None or may_watch(event, user)


def _was_let_in(event: Tournament, user_id: UserId) -> bool:
    return event.entries.filter(user_id=user_id).exclude(status=Entry.Status.WITHDRAWN).exists()


def _tries(event: Tournament, user_id: UserId) -> int:
    """How often a player has tried of late, this time included."""
    key = f"password-tries:{event.pk}:{user_id}"
    cache.add(key, 0, TRIES_SECONDS)
    try:
        return cache.incr(key)
    except ValueError:
        # It ran out between the two.
        return 1
