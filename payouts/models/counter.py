"""Cash over the counter: what staff have booked for a player, and who of them decided it."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON


class CounterOrder(models.Model):
    """Cash that a player hands over or is handed; written by ``counter`` alone, decided once.

    Up to the limit it is done as it is given; ``over_limit`` it waits for a second person. What
    was decided against has moved nothing: no transfer, no balances.
    """

    class Kind(models.TextChoices):
        PAY_IN = "in", _("deposit")
        PAY_OUT = "out", _("withdrawal")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waits for a second person")
        DONE = "done", _("done")
        TURNED_DOWN = "turned_down", _("turned down")
        WITHDRAWN = "withdrawn", _("withdrawn")

    kind = models.CharField(_("kind"), max_length=3, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="counter_orders",
        verbose_name=_("player"),
    )
    amount = models.PositiveBigIntegerField(_("amount, cents"))
    why = models.CharField(_("why"), max_length=LONGEST_REASON)
    key = models.CharField(_("key"), max_length=60)
    over_limit = models.BooleanField(_("needs a second person"))
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
    transfer = models.OneToOneField(
        "payouts.Transfer",
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("transfer"),
    )
    before = models.BigIntegerField(_("balance before, cents"), null=True)
    after = models.BigIntegerField(_("balance after, cents"), null=True)

    class Meta:
        verbose_name = _("order at the counter")
        verbose_name_plural = _("orders at the counter")
        permissions = [("work_counter", _("Can take cash in, pay it out, and decide what waits"))]
        indexes = [
            models.Index(
                fields=["given_by", "decided_at"],
                condition=Q(status="done", over_limit=False),
                name="counter_orders_done_alone",
            ),
            models.Index(
                fields=["given_at"], condition=Q(status="waiting"), name="counter_orders_that_wait"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="counter_order_once_a_key"),
            models.CheckConstraint(
                condition=Q(status="waiting", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(status="waiting") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="counter_order_waits_or_is_decided",
            ),
            models.CheckConstraint(
                condition=Q(
                    Q(kind="in", after=F("before") + F("amount"))
                    | Q(kind="out", after=F("before") - F("amount")),
                    status="done",
                    transfer__isnull=False,
                    before__isnull=False,
                    after__isnull=False,
                )
                | (
                    ~Q(status="done")
                    & Q(transfer__isnull=True, before__isnull=True, after__isnull=True)
                ),
                name="counter_order_moves_its_amount_or_nothing",
            ),
            models.CheckConstraint(
                condition=~Q(status="done", over_limit=True, decided_by=F("given_by")),
                name="counter_order_over_the_limit_takes_two",
            ),
            models.CheckConstraint(
                condition=~Q(user=F("given_by")) & ~Q(status="done", user=F("decided_by")),
                name="counter_order_never_for_oneself",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="counter_order_stays_as_given",
                fields=[
                    *("kind", "user", "amount", "why", "key", "over_limit"),
                    *("given_by", "given_at"),
                ],
            ),
            pgtrigger.Protect(
                name="counter_order_decided_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__decided_at__isnull=False),
            ),
            pgtrigger.Protect(name="counter_order_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"
