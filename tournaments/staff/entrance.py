"""Registration and withdrawal of players by staff before the start (AMEND-4)."""

from datetime import datetime

from django.db import transaction

from core import reasons
from core.refusal import Refusal
from core.types import UserId
from payouts.wallets import mirror
from players.models import User
from tournaments.entry import acts, registration
from tournaments.floor import notifications
from tournaments.floor.locking import lock
from tournaments.models import Act, Entry, Tournament
from tournaments.refusals import EventCode


@mirror.funded
def enter(*, tournament_id: int, user_id: UserId, by: int, why: str, now: datetime) -> Entry:
    """Register a player, paid from their wallet, also for a private event, and notify them.

    Refuses NO_REASON, and what ``registration.register`` does: the second time ALREADY_REGISTERED.
    """
    reasons.check(why)
    with transaction.atomic():
        entry = registration.register(
            tournament_id=tournament_id, user_id=user_id, let_in=True, now=now
        )
        event = Tournament.objects.get(pk=tournament_id)
        _record(Act.Verb.ENTER, event, entry, by=by, why=why, now=now)
    return entry


def take_out(*, tournament_id: int, user_id: UserId, by: int, why: str, now: datetime) -> Entry:
    """Withdraw a registered player before the start, with a full refund, and notify them.

    Refuses NO_REASON, OUT_BY_ITS_RULES once it has begun, and what ``registration.unregister``
    does, except for the event's own deadline.
    """
    reasons.check(why)
    with transaction.atomic():
        event = lock(tournament_id)
        if event.status == Tournament.Status.RUNNING:
            raise Refusal(EventCode.OUT_BY_ITS_RULES)
        entry = registration.unregister(
            tournament_id=tournament_id, user_id=user_id, by_staff=True, now=now
        )
        _record(Act.Verb.TAKE_OUT, event, entry, by=by, why=why, now=now)
    return entry


def _record(
    verb: Act.Verb, event: Tournament, entry: Entry, *, by: int, why: str, now: datetime
) -> None:
    act = acts.record(
        verb,
        by=by,
        now=now,
        about=User.objects.get(pk=entry.user_id).get_username(),
        tournament=event,
        entry=entry,
        why=why,
        after={"status": entry.status},
    )
    notifications.message(event, [entry.user_id], why, key=f"{verb}:{act.pk}", now=now)
