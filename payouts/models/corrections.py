"""Corrections of a player's wallet by two members of staff (STAFF-8)."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from players.models import ByTwo, two_person_orders


class Correction(ByTwo):
    """Cents that go from the house into a wallet or back; written by ``corrections`` alone.

    It always waits for a second person, and is decided once. A rejected one has moved nothing.
    """

    class Kind(models.TextChoices):
        GIVE = "give", _("to the player")
        TAKE = "take", _("from the player")

    kind = models.CharField(_("direction"), max_length=4, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="corrections",
        verbose_name=_("player"),
    )
    amount = models.PositiveBigIntegerField(_("amount, cents"))
    key = models.CharField(_("key"), max_length=60)

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
            two_person_orders.waits_or_is_decided("correction"),
            two_person_orders.takes_two("correction"),
            two_person_orders.never_for_oneself("correction"),
        ]
        triggers = two_person_orders.order_triggers(
            "correction", ["kind", "user", "amount", "why", "key", "given_by", "given_at"]
        )
