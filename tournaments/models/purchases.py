"""Chips that an entry bought after its first ones: rebuys and add-ons (TRN-2, POOL-3)."""

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry


class Purchase(models.Model):
    """``count`` rebuys or one add-on, paid at once and delivered when the buyer is not in a hand
    (CHIP-1).

    ``chips``, and the cents to the pool and to the house, are totals.
    """

    class Kind(models.TextChoices):
        REBUY = "rebuy", _("rebuy")
        ADD_ON = "add_on", _("add-on")

    entry = models.ForeignKey(
        Entry, models.PROTECT, related_name="purchases", verbose_name=_("entry"), db_index=False
    )
    kind = models.CharField(_("kind"), max_length=6, choices=Kind)
    count = models.PositiveSmallIntegerField(_("number"))
    chips = models.PositiveBigIntegerField(_("chips"))
    pool = models.PositiveBigIntegerField(_("to the pool, cents"))
    fee = models.PositiveBigIntegerField(_("fee, cents"))
    key = models.CharField(
        _("key"), max_length=64, help_text=_("The same request returns the same purchase.")
    )
    bought_at = models.DateTimeField(_("bought"))
    applied_at = models.DateTimeField(_("delivered"), null=True)

    class Meta:
        verbose_name = _("purchase")
        verbose_name_plural = _("purchases")
        indexes = [
            models.Index(
                fields=["entry"],
                condition=models.Q(applied_at__isnull=True),
                name="purchases_that_wait",
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["entry", "key"], name="a_purchase_is_made_once"),
            models.UniqueConstraint(
                fields=["entry"],
                condition=models.Q(kind="add_on"),
                name="one_add_on_an_entry",
            ),
            models.CheckConstraint(
                condition=models.Q(count__gt=0, chips__gt=0), name="a_purchase_brings_chips"
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="a_purchase_stays_what_it_is",
                fields=["entry", "kind", "count", "chips", "pool", "fee", "key", "bought_at"],
            ),
            pgtrigger.Protect(
                name="delivered_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__applied_at__isnull=False),
            ),
            pgtrigger.Protect(name="a_purchase_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}/{self.pk}"

    @property
    def cents(self) -> int:
        """Cents that the player paid."""
        return self.pool + self.fee
