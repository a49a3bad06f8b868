"""Receipts of cash at the counter, numbered without a gap in each year."""

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _


class ReceiptYear(models.Model):
    """The last receipt number of a year; issuers of receipts lock its row."""

    year = models.PositiveSmallIntegerField(_("year"), primary_key=True)
    last = models.PositiveIntegerField(_("last number"))

    class Meta:
        verbose_name = _("numbers of receipts")
        verbose_name_plural = _("numbers of receipts")
        default_permissions = ()


class CashReceipt(models.Model):
    """The receipt of an order at the counter, issued in the transaction that moves its cash.

    Written by ``wallets.cash_receipts`` alone. ``prints`` counts its prints: the first is the
    original, all others are marked as copies.
    """

    order = models.OneToOneField(
        "payouts.CounterOrder",
        models.PROTECT,
        primary_key=True,
        related_name="receipt",
        verbose_name=_("order"),
    )
    year = models.PositiveSmallIntegerField(_("year"))
    number = models.PositiveIntegerField(_("number"))
    issued_at = models.DateTimeField(_("issued"))
    prints = models.PositiveIntegerField(_("times printed"), default=0)

    class Meta:
        verbose_name = _("receipt of cash")
        verbose_name_plural = _("receipts of cash")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["year", "number"], name="receipt_number_once_a_year")
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="receipt_stays_as_issued", fields=["order", "year", "number", "issued_at"]
            ),
            pgtrigger.Protect(name="receipt_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.year}/{self.number}"
