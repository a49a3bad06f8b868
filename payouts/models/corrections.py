"""What staff put right in a player's wallet: ordered by one, confirmed by another (STAFF-8)."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON


class Correction(models.Model):
    """Cents that go from the house into a wallet or back; written by ``corrections`` alone.

    It always waits for a second person, and is decided once. What was decided against has moved
    nothing.
    """

    class Kind(models.TextChoices):
        GIVE = "give", _("to the player")
        TAKE = "take", _("from the player")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waits for a second person")
        DONE = "done", _("done")
        TURNED_DOWN = "turned_down", _("turned down")
        WITHDRAWN = "withdrawn", _("withdrawn")

    kind = models.CharField(_("direction"), max_length=4, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="corrections",
        verbose_name=_("player"),
    )
    amount = models.PositiveBigIntegerField(_("amount, cents"))
    why = models.CharField(_("why"), max_length=LONGEST_REASON)
    key = models.CharField(_("key"), max_length=60)
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
    why_not = models.CharField(_("why not"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        verbose_name = _("correction of money")
        verbose_name_plural = _("corrections of money")
        default_permissions = ("view",)
        permissions = [("correct_money", _("Can order corrections of money, and decide them"))]
        indexes = [
            models.Index(
                fields=["given_at"], condition=Q(status="waiting"), name="corrections_that_wait"
            ),
            models.Index(fields=["user", "-id"], name="corrections_of_a_player"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="correction_once_a_key"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="correction_of_something"),
            models.CheckConstraint(
                condition=Q(status="waiting", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(status="waiting") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="correction_waits_or_is_decided",
            ),
            models.CheckConstraint(
                condition=~Q(status="done", decided_by=F("given_by")),
                name="correction_takes_two",
            ),
            models.CheckConstraint(
                condition=~Q(user=F("given_by")) & ~Q(status="done", user=F("decided_by")),
                name="correction_never_for_oneself",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="correction_stays_as_given",
                fields=["kind", "user", "amount", "why", "key", "given_by", "given_at"],
            ),
            pgtrigger.Protect(
                name="correction_decided_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__decided_at__isnull=False),
            ),
            pgtrigger.Protect(name="correction_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"
