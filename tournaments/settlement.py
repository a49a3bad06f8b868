"""What ends an event otherwise than by play, as it was shown before it was carried out."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class CancellationPlan(models.Model):
    """What everybody gets if an event is cancelled (CANCEL-4): written once, paid once.

    A line of ``lines`` is ``{"entry", "user", "name", "rule", "ticket", "amount", "parts"}``, a
    part of it ``{"why", "amount", "arithmetic"}``; amounts are cents.
    """

    tournament = models.ForeignKey(
        "tournaments.Tournament",
        models.PROTECT,
        related_name="cancellation_plans",
        db_index=False,
        verbose_name=_("tournament"),
    )
    digest = models.CharField(_("digest"), max_length=64, editable=False)
    rule = models.CharField(_("rule"), max_length=10)
    pool = models.PositiveBigIntegerField(_("prize pool, cents"))
    added = models.PositiveBigIntegerField(_("added by the house, cents"))
    lines = models.JSONField(_("lines"))
    created_at = models.DateTimeField(_("worked out"))
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("worked out by"),
    )
    executed_at = models.DateTimeField(_("carried out"), null=True)
    executed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("carried out by"),
    )
    reason = models.CharField(_("reason"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("cancellation")
        verbose_name_plural = _("cancellations")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "digest"], name="one_plan_a_state_of_an_event"
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=models.Q(executed_at__isnull=False),
                name="an_event_is_cancelled_once",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="a_plan_never_changes",
                fields=["tournament", "digest", "rule", "pool", "added", "lines", "created_at"],
            ),
            pgtrigger.Protect(
                name="carried_out_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__executed_at__isnull=False),
            ),
            pgtrigger.Protect(name="a_plan_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}"

    @property
    def total(self) -> int:
        """Everything that the plan pays, cents."""
        return sum(line["amount"] for line in self.lines)
