"""Drawers of cash at the counter: their holders, from float to count, and the safe."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON
from players.models import ByTwo, two_person_orders


class Drawer(models.Model):
    """A drawer in one person's hands (STAFF-13); written by ``wallets.drawers`` alone.

    ``pieces`` is the number of pieces counted of each coin and note, by cents; ``expected`` is the
    cash that it should have held then. A drawer that is handed over begins anew with its count:
    ``came_from``.
    """

    name = models.CharField(_("drawer"), max_length=40)
    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="drawers", verbose_name=_("held by")
    )
    key = models.CharField(_("key"), max_length=60)
    opened_at = models.DateTimeField(_("opened"))
    came_from = models.OneToOneField(
        "self",
        models.PROTECT,
        null=True,
        related_name="passed_on",
        verbose_name=_("handed over from"),
    )
    offered_to = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("to be handed over to"),
    )
    pieces = models.JSONField(_("pieces counted"), null=True)
    counted = models.PositiveBigIntegerField(_("counted, cents"), null=True)
    expected = models.BigIntegerField(_("expected, cents"), null=True)
    why = models.CharField(_("reason for the difference"), max_length=LONGEST_REASON, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("closed by"),
    )
    closed_at = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("drawer")
        verbose_name_plural = _("drawers")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["holder", "key"], name="drawer_once_a_key"),
            models.UniqueConstraint(
                fields=["holder"],
                condition=Q(closed_at__isnull=True),
                name="drawer_one_open_a_person",
            ),
            models.UniqueConstraint(
                fields=["name"], condition=Q(closed_at__isnull=True), name="drawer_one_open_a_name"
            ),
            models.CheckConstraint(
                condition=Q(pieces__isnull=True, counted__isnull=True, expected__isnull=True)
                | Q(pieces__isnull=False, counted__isnull=False, expected__isnull=False),
                name="drawer_counted_whole",
            ),
            models.CheckConstraint(
                condition=Q(closed_at__isnull=True, closed_by__isnull=True)
                | Q(closed_at__isnull=False, closed_by__isnull=False, counted__isnull=False),
                name="drawer_closed_is_counted",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="drawer_stays_as_opened",
                fields=["name", "holder", "key", "opened_at", "came_from"],
            ),
            pgtrigger.Protect(
                name="drawer_closes_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__closed_at__isnull=False),
            ),
            pgtrigger.Protect(name="drawer_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def difference(self) -> int | None:
        """Cents over, or with a minus short, at its count."""
        if self.counted is None or self.expected is None:
            return None
        return self.counted - self.expected


class DrawerMove(ByTwo):
    """Cash between the safe and a drawer; above the limit it waits for a second person."""

    class Kind(models.TextChoices):
        FROM_SAFE = "in", _("from the safe")
        TO_SAFE = "out", _("to the safe")

    drawer = models.ForeignKey(
        Drawer, models.PROTECT, related_name="moves", verbose_name=_("drawer")
    )
    kind = models.CharField(_("kind"), max_length=3, choices=Kind)
    amount = models.PositiveBigIntegerField(_("amount, cents"))
    key = models.CharField(_("key"), max_length=60)
    over_limit = models.BooleanField(_("needs a second person"))

    class Meta:
        verbose_name = _("cash from or to the safe")
        verbose_name_plural = _("cash from and to the safe")
        default_permissions = ("view",)
        indexes = [
            models.Index(
                fields=["given_at"], condition=Q(status="waiting"), name="drawer_moves_that_wait"
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["drawer", "key"], name="drawer_move_once_a_key"),
            models.CheckConstraint(condition=Q(amount__gt=0), name="drawer_move_of_something"),
            two_person_orders.waits_or_is_decided("drawer_move"),
            models.CheckConstraint(
                condition=~Q(status="done", over_limit=True, decided_by=F("given_by")),
                name="drawer_move_over_the_limit_takes_two",
            ),
        ]
        triggers = two_person_orders.order_triggers(
            "drawer_move",
            ["drawer", "kind", "amount", "why", "key", "over_limit", "given_by", "given_at"],
        )
