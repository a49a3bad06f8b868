"""Orders by one of the staff that another decides: the fields and guards that all share."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON


class ByTwo(models.Model):
    """An order that waits for a second person, and is decided once (STAFF-2).

    An order that was turned down has done nothing.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waits for a second person")
        DONE = "done", _("done")
        TURNED_DOWN = "turned_down", _("turned down")
        WITHDRAWN = "withdrawn", _("withdrawn")

    why = models.CharField(_("why"), max_length=LONGEST_REASON)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("given by")
    )
    given_at = models.DateTimeField(_("given"))
    status = models.CharField(_("status"), max_length=11, choices=Status, default=Status.WAITING)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True)
    why_not = models.CharField(
        _("reason for turning it down"), max_length=LONGEST_REASON, blank=True
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"#{self.pk}"

    def decide(
        self, status: str, *, by: int, now: datetime, why_not: str = "", **columns: Any
    ) -> None:
        """Decide the order, and save it with these ``columns``; the caller holds its row."""
        self.status, self.decided_by_id, self.decided_at = status, by, now
        self.why_not = why_not
        for name, value in columns.items():
            setattr(self, name, value)
        self.save()


def waits_or_is_decided(name: str) -> models.CheckConstraint:
    """Return the constraint: decider and time are set exactly when the order is decided."""
    return models.CheckConstraint(
        condition=Q(status="waiting", decided_by__isnull=True, decided_at__isnull=True)
        | (~Q(status="waiting") & Q(decided_by__isnull=False, decided_at__isnull=False)),
        name=f"{name}_waits_or_is_decided",
    )


def takes_two(name: str) -> models.CheckConstraint:
    """Return the constraint: an order is not confirmed by the person who gave it."""
    return models.CheckConstraint(
        condition=~Q(status="done", decided_by=F("given_by")), name=f"{name}_takes_two"
    )


def never_for_oneself(name: str) -> models.CheckConstraint:
    """Return the constraint: neither the giver nor the confirmer is its player (``user``)."""
    return models.CheckConstraint(
        condition=~Q(user=F("given_by")) & ~Q(status="done", user=F("decided_by")),
        name=f"{name}_never_for_oneself",
    )


def order_triggers(name: str, given: Iterable[str]) -> list[pgtrigger.Trigger]:
    """Return the triggers: it stays as ``given``, is decided once, and is never deleted."""
    return [
        pgtrigger.ReadOnly(name=f"{name}_stays_as_given", fields=list(given)),
        pgtrigger.Protect(
            name=f"{name}_decided_once",
            operation=pgtrigger.Update,
            condition=pgtrigger.Q(old__decided_at__isnull=False),
        ),
        pgtrigger.Protect(name=f"{name}_is_kept", operation=pgtrigger.Delete),
    ]
