"""The verbs of staff: publish a challenge, and end it (CHALLENGE-1)."""

from datetime import datetime

from django.db import transaction

from core.refusal import Refusal
from tournaments.challenges.models import Challenge
from tournaments.refusals import EventCode


def publish(*, challenge_id: int, now: datetime) -> Challenge:
    """Publish a challenge, which never changes from then on; idempotent. Refuses
    NO_SUCH_CHALLENGE, CHALLENGE_OVER, CHALLENGE_INCOMPLETE."""
    with transaction.atomic():
        challenge = _lock(challenge_id)
        if challenge.published_at is None:
            if challenge.ends_at <= now:
                raise Refusal(EventCode.CHALLENGE_OVER)
            of_plans = challenge.kind == Challenge.Kind.PLANS
            of_hands = challenge.kind == Challenge.Kind.HANDS
            if (of_plans and not challenge.plans.exists()) or (of_hands and not challenge.ranking):
                raise Refusal(EventCode.CHALLENGE_INCOMPLETE)
            challenge.published_at = now
            # Players could not know of the challenge before.
            challenge.begins_at = max(challenge.begins_at, now)
            challenge.save(update_fields=["published_at", "begins_at"])
        return challenge


def end(*, challenge_id: int, now: datetime) -> Challenge:
    """End a published challenge now; badges stay. Idempotent. Refuses NO_SUCH_CHALLENGE,
    CHALLENGE_NOT_PUBLISHED."""
    with transaction.atomic():
        challenge = _lock(challenge_id)
        if challenge.published_at is None:
            raise Refusal(EventCode.CHALLENGE_NOT_PUBLISHED)
        if challenge.ends_at > now:
            # One that has not begun has an end after its beginning, too.
            challenge.begins_at = min(challenge.begins_at, challenge.published_at)
            challenge.ends_at = now
            challenge.save(update_fields=["begins_at", "ends_at"])
        return challenge


def _lock(challenge_id: int) -> Challenge:
    challenge = Challenge.objects.select_for_update().filter(pk=challenge_id).first()
    if challenge is None:
        raise Refusal(EventCode.NO_SUCH_CHALLENGE)
    return challenge
