"""Limits that players have asked for. Rows are only added: the history is the record."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from core.money import money_text
from payouts.rules import limits


class LimitKindChoices(models.TextChoices):
    """``rules.limits.LimitKind`` with readable names."""

    DEPOSIT = limits.LimitKind.DEPOSIT.value, _("deposits")
    LOSS = limits.LimitKind.LOSS.value, _("losses")
    TIME = limits.LimitKind.TIME.value, _("time at the tables")


class LimitPeriodChoices(models.TextChoices):
    """``rules.limits.LimitPeriod`` with readable names."""

    DAY = limits.LimitPeriod.DAY.value, _("a day")
    WEEK = limits.LimitPeriod.WEEK.value, _("a week")
    MONTH = limits.LimitPeriod.MONTH.value, _("a month")


def amount_text(kind: limits.LimitKind, amount: int | None) -> str:
    """Return the cents or minutes of a limit as readable text."""
    if amount is None:
        return gettext("none")
    if kind is not limits.LimitKind.TIME:
        return money_text(amount)
    return ngettext("%(count)s minute", "%(count)s minutes", amount) % {"count": amount}


def _kept() -> pgtrigger.Protect:
    return pgtrigger.Protect(name="kept_as_asked", operation=pgtrigger.Update | pgtrigger.Delete)


class LimitChange(models.Model):
    """A player's wish for a limit per period; null: no limit.

    ``amount`` is cents of deposits or losses, or minutes at tables.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="limit_changes",
        verbose_name=_("player"),
    )
    kind = models.CharField(
        _("limit on"), max_length=7, choices=LimitKindChoices, default=LimitKindChoices.DEPOSIT
    )
    period = models.CharField(_("period"), max_length=5, choices=LimitPeriodChoices)
    amount = models.PositiveBigIntegerField(_("limit, cents or minutes"), null=True)
    set_at = models.DateTimeField(_("asked"))
    effective_at = models.DateTimeField(_("in force from"))

    class Meta:
        verbose_name = _("player's own limit")
        verbose_name_plural = _("players' own limits")
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
    def most(self) -> str:
        """The limit as readable text."""
        return amount_text(limits.LimitKind(self.kind), self.amount)

    @property
    def change(self) -> limits.LimitWish:
        """The wish as the rules read it."""
        return limits.LimitWish(self.amount, self.set_at, self.effective_at)


class PlayedTime(models.Model):
    """Minutes at tables of a player with a time limit, on one day of the room."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="played_time",
        verbose_name=_("player"),
        db_index=False,
    )
    day = models.DateField(_("day"))
    minutes = models.PositiveSmallIntegerField(_("minutes"))
    counted_at = models.DateTimeField(_("last minute counted"))

    class Meta:
        verbose_name = _("playing time")
        verbose_name_plural = _("playing times")
        constraints = [
            models.UniqueConstraint(fields=["user", "day"], name="time_played_once_a_day"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}/{self.day}"
