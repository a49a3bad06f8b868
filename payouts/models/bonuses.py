"""Money of the house, promised to players on terms, that waits until it is earned."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON


class Bonus(models.Model):
    """``amount`` cents on the account ``bonus:<player>``, until ``wager`` cents of fees are paid.

    Written by ``bonuses`` alone. It ends once: earned, revoked by staff, or expired.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("to be earned")
        EARNED = "earned", _("earned")
        REVOKED = "revoked", _("taken back")
        EXPIRED = "expired", _("expired")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="bonuses",
        verbose_name=_("player"),
    )
    amount = models.PositiveBigIntegerField(_("amount, cents"))
    wager = models.PositiveBigIntegerField(_("fees to be paid, cents"))
    expires_at = models.DateTimeField(_("expires"))
    why = models.CharField(_("why"), max_length=LONGEST_REASON)
    key = models.CharField(_("key"), max_length=60)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("given by")
    )
    given_at = models.DateTimeField(_("given"))
    status = models.CharField(_("status"), max_length=7, choices=Status, default=Status.OPEN)
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("bonus")
        verbose_name_plural = _("bonuses")
        default_permissions = ("view",)
        permissions = [("give_bonus", _("Can give players bonuses, and take them back"))]
        indexes = [
            models.Index(fields=["given_by", "given_at"], name="bonuses_given_by"),
            models.Index(fields=["user", "-id"], name="bonuses_of_a_player"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="bonus_once_a_key"),
            models.UniqueConstraint(
                fields=["user"], condition=Q(status="open"), name="bonus_one_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(amount__gt=0, wager__gt=0, expires_at__gt=F("given_at")),
                name="bonus_has_terms",
            ),
            models.CheckConstraint(
                condition=Q(status="open", ended_at__isnull=True)
                | (~Q(status="open") & Q(ended_at__isnull=False)),
                name="bonus_is_open_or_has_ended",
            ),
            models.CheckConstraint(
                condition=~Q(user=F("given_by")), name="bonus_never_for_oneself"
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="bonus_stays_as_promised",
                fields=[
                    *("user", "amount", "wager", "expires_at", "why", "key"),
                    *("given_by", "given_at"),
                ],
            ),
            pgtrigger.Protect(
                name="bonus_ends_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__ended_at__isnull=False),
            ),
            pgtrigger.Protect(name="bonus_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"
