"""The action time of players who sit out, as a term of events and of cash games (OUT-1)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from django.db import models
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise as Words

LONGER_THAN_OTHERS = _("A player who sits out cannot have more time than the others.")


class Times(Protocol):
    """Action times in seconds; None while a form has no number for them."""

    action_seconds: int
    away_seconds: int


def faults(terms: Times) -> "Mapping[str, Words]":
    """Return the messages for wrong action times, by field."""
    longer = (
        terms.away_seconds and terms.action_seconds and terms.away_seconds > terms.action_seconds
    )
    return {"away_seconds": LONGER_THAN_OTHERS} if longer else {}


def constraint(name: str) -> models.CheckConstraint:
    """Return the same rule as a constraint of the database."""
    within = models.Q(away_seconds__gte=1, away_seconds__lte=models.F("action_seconds"))
    return models.CheckConstraint(condition=within, name=name)
