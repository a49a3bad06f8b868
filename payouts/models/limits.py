"""What players have asked to be held to. Rows are only added: the history is the record."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from payouts.rules import limits


class Period(models.TextChoices):
    """``rules.limits.Period`` with names for people."""

    DAY = limits.Period.DAY.value, _("a day")
    WEEK = limits.Period.WEEK.value, _("a week")
    MONTH = limits.Period.MONTH.value, _("a month")


def _kept() -> pgtrigger.Protect:
    return pgtrigger.Protect(name="kept_as_asked", operation=pgtrigger.Update | pgtrigger.Delete)


class LimitChange(models.Model):
    """A player's wish to deposit at most ``amount`` cents a period; null: no limit any more."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="limit_changes",
        verbose_name=_("player"),
    )
    period = models.CharField(_("period"), max_length=5, choices=Period)
    amount = models.PositiveBigIntegerField(_("limit, cents"), null=True)
    set_at = models.DateTimeField(_("asked"))
    effective_at = models.DateTimeField(_("in force from"))

    class Meta:
        verbose_name = _("deposit limit")
        verbose_name_plural = _("deposit limits")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(effective_at__gte=models.F("set_at")),
                name="limit_never_in_force_before_asked",
            ),
        ]
        triggers = [_kept()]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.period}"

    @property
    def change(self) -> limits.Change:
        """The wish as the rules read it."""
        return limits.Change(self.amount, self.set_at, self.effective_at)
