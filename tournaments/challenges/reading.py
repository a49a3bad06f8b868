"""Challenges as a player sees them."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, QuerySet

from core.types import UserId
from tournaments.challenges.models import Challenge, ChallengeProgress
from tournaments.own_events import offers
from tournaments.rules import challenges as rules


class OwnChallenge(NamedTuple):
    """A challenge with the steps of a player, and those that it asks for."""

    challenge: Challenge
    steps: int
    target: int
    met_at: datetime | None

    @property
    def shown(self) -> int:
        """The steps as its bar shows them: never more than asked for."""
        return min(self.steps, self.target)


def going_on(user_id: UserId, *, now: datetime) -> list[OwnChallenge]:
    """Return the challenges that go on, with the player's steps; none to players who get no offers
    (CHALLENGE-4)."""
    if offers.without_offers([user_id], now=now):
        return []
    going = Challenge.objects.filter(
        published_at__isnull=False, begins_at__lte=now, ends_at__gt=now
    ).annotate(series=Count("plans"))
    progress = {
        row.challenge_id: row
        for row in ChallengeProgress.objects.filter(user=user_id, challenge__in=going)
    }
    return [
        OwnChallenge(
            challenge,
            progress[challenge.pk].steps if challenge.pk in progress else 0,
            _target(challenge),
            progress[challenge.pk].met_at if challenge.pk in progress else None,
        )
        for challenge in going.order_by("ends_at", "pk")
    ]


def badges(user_id: UserId) -> "QuerySet[ChallengeProgress]":
    """Return the challenges that a player has met, the latest first (CHALLENGE-3)."""
    rows = ChallengeProgress.objects.filter(user=user_id, met_at__isnull=False)
    return rows.select_related("challenge").order_by("-met_at", "-pk")


def _target(challenge: Challenge) -> int:
    kind: rules.ChallengeKind = challenge.kind  # type: ignore[assignment]  # the choices
    series: int = challenge.series  # type: ignore[attr-defined]  # annotated
    return rules.target_of(kind, count=challenge.count, plans=range(series))
