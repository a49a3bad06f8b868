"""Counting for challenges: events as they end, hands as they are counted (CHALLENGE-2).

Each step is stored once by its key, so that counting again changes nothing.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.db.models import DateTimeField, Q, Value
from django.db.models.functions import Least

from core import room_clock, sql
from core.jobs import attempt
from core.types import UserId
from payouts.events import EventRef
from players import merged_accounts
from players.models import User
from players.profile import names
from tables.engine.events import Event
from tables.models import CASH, POOL, Hand
from tournaments.challenges.models import Challenge, ChallengeProgress, ChallengeStep
from tournaments.models import Entry, Tournament
from tournaments.models.events import KIND
from tournaments.own_events import offers
from tournaments.rules import challenges as rules

# Ends are looked at again for so long: a transaction may have ended late.
OVERLAP: Final = timedelta(minutes=5)
# Nothing ends later than its challenge by more than this.
CLOSES_AFTER: Final = timedelta(hours=1)
Steps = Collection[tuple[UserId, str]]


def tend(*, now: datetime) -> int:
    """Count the events that have ended since the last time; return how many challenges were looked
    at. Idempotent."""
    going = Challenge.objects.filter(
        published_at__isnull=False, begins_at__lte=now, ends_at__gt=now - CLOSES_AFTER
    ).exclude(kind=Challenge.Kind.HANDS)
    ids = list(going.order_by("pk").values_list("pk", flat=True))
    for challenge_id in ids:
        attempt("tend challenge", partial(_tend, challenge_id, now=now), challenge=challenge_id)
    return len(ids)


def count_hands(
    sender: Any,
    *,
    hands: Sequence[Hand],
    events: Mapping[int, Sequence[Event]],
    users: Mapping[tuple[int, int], UserId],
    **_: Any,
) -> None:
    """Count the showdowns that these hands won; a fault here must not stop the hands' counting."""
    attempt("count hands for challenges", partial(_count_hands, hands, events, users))


def erase_player(sender: Any, *, user_id: UserId, **_: Any) -> None:
    """Delete the steps and badges of an account that is anonymised (CHALLENGE-3)."""
    for rows in (ChallengeStep, ChallengeProgress):
        rows.objects.filter(user=user_id).delete()


def join_merged_accounts(
    sender: Any, *, user_id: UserId, other_id: UserId, now: datetime, **_: Any
) -> None:
    """Give the badges of a closed account to the one that is kept, and count its steps, which have
    moved there (CHALLENGE-3)."""
    for row in ChallengeProgress.objects.filter(user=other_id).order_by("challenge"):
        challenge = Challenge.objects.select_for_update().get(pk=row.challenge_id)
        _count_steps(challenge, [user_id], now=now)
        mine = ChallengeProgress.objects.filter(challenge=challenge, user=user_id)
        mine.update(met_at=Least("met_at", Value(row.met_at, DateTimeField())))
        row.delete()


def _count_hands(
    hands: Sequence[Hand],
    events: Mapping[int, Sequence[Event]],
    users: Mapping[tuple[int, int], UserId],
) -> None:
    if not hands:
        return
    first = min(hand.started_at for hand in hands)
    last = max(hand.started_at for hand in hands)
    going = Challenge.objects.filter(
        kind=Challenge.Kind.HANDS,
        published_at__isnull=False,
        begins_at__lte=last,
        ends_at__gt=first,
    )
    challenges = list(going)
    if not challenges:
        return
    counting = _of_the_room(hands)
    for challenge in challenges:
        steps = {
            (users[hand.pk, event["seat"]], f"hand:{hand.pk}")
            for hand in counting
            if challenge.begins_at <= hand.started_at < challenge.ends_at
            for event in events.get(hand.pk, ())
            if event["e"] == "win"
            and event["ranking"] == challenge.ranking
            and (hand.pk, event["seat"]) in users
        }
        with transaction.atomic():
            add(challenge, steps, now=room_clock.now())


def _of_the_room(hands: Iterable[Hand]) -> list[Hand]:
    """Return the hands of open events, cash games and pools of the room (CHALLENGE-2)."""
    named = {hand.pk: EventRef.id_in(hand.event, kind=KIND) for hand in hands}
    ids = {pk for pk in named.values() if pk is not None}
    open_events = Tournament.objects.filter(
        pk__in=ids, home=False, access=Tournament.Access.OPEN
    ).values_list("pk", flat=True)
    counting = set(open_events)
    return [
        hand
        for hand in hands
        if named[hand.pk] in counting or hand.event.split(":")[0] in (CASH, POOL)
    ]


def _tend(challenge_id: int, *, now: datetime) -> None:
    with transaction.atomic():
        challenge = Challenge.objects.select_for_update().get(pk=challenge_id)
        since = challenge.begins_at
        if challenge.counted_until is not None:
            since = max(since, challenge.counted_until - OVERLAP)
        add(challenge, _steps(challenge, since=since), now=now)
        challenge.counted_until = now
        challenge.save(update_fields=["counted_until"])


def _steps(challenge: Challenge, *, since: datetime) -> Steps:
    plans = list(challenge.plans.values_list("pk", flat=True))
    entries = Entry.objects.filter(
        place__isnull=False,
        tournament__status=Tournament.Status.FINISHED,
        tournament__finished_at__gte=since,
        tournament__finished_at__lt=challenge.ends_at,
        tournament__home=False,
        tournament__access=Tournament.Access.OPEN,
    )
    if plans or challenge.kind == Challenge.Kind.PLANS:
        entries = entries.filter(tournament__template__in=plans)
    kind: rules.ChallengeKind = challenge.kind  # type: ignore[assignment]  # the choices
    rows = entries.values_list("user", "tournament", "tournament__template", "place")
    return {
        (UserId(user), rules.key_of_event(kind, event=event, plan=plan))
        for user, event, plan, place in rows
        if place and rules.counts_event(kind, place=place, best_place=challenge.best_place)
    }


def add(challenge: Challenge, steps: Steps, *, now: datetime) -> None:
    """Store steps of players who take part, each once, and how far they have come."""
    kept = merged_accounts.kept_accounts({user for user, _key in steps})
    users = {*kept.values()}
    barred = offers.without_offers(users, now=now) if users else set()
    people = set(
        User.objects.filter(Q(pk__in=users - barred) & ~Q(username__iendswith=names.BOT))
        .order_by()
        .values_list("pk", flat=True)
    )
    rows = sorted({(kept[user], key) for user, key in steps if kept[user] in people})
    if not rows:
        return
    ChallengeStep.objects.bulk_create(
        [ChallengeStep(challenge=challenge, user_id=user, key=key) for user, key in rows],
        ignore_conflicts=True,
    )
    _count_steps(challenge, sorted(people), now=now)


def _count_steps(challenge: Challenge, users: Sequence[int], *, now: datetime) -> None:
    plans = list(challenge.plans.values_list("pk", flat=True))
    kind: rules.ChallengeKind = challenge.kind  # type: ignore[assignment]  # the choices
    target = rules.target_of(kind, count=challenge.count, plans=plans)
    known = {"challenge": challenge.pk, "users": [*users], "target": target, "now": now}
    sql.run(_PROGRESS, known)


# Once met it stays met, with its first moment.
_PROGRESS = """
    INSERT INTO tournaments_challengeprogress AS known (challenge_id, user_id, steps, met_at)
    SELECT challenge_id, user_id, count(*),
        CASE WHEN count(*) >= %(target)s THEN %(now)s::timestamptz END
    FROM tournaments_challengestep
    WHERE challenge_id = %(challenge)s AND user_id = ANY(%(users)s)
    GROUP BY challenge_id, user_id ORDER BY user_id
    ON CONFLICT (challenge_id, user_id) DO UPDATE
    SET steps = excluded.steps, met_at = coalesce(known.met_at, excluded.met_at)"""
