"""Calls to an operator's own account system, and players whose money goes back there (MONEY-5)."""

import uuid

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class WalletCall(models.Model):
    """Cents asked from a player's account at the operator, or given to it.

    Written by ``mirror`` alone. ``due_at``: the time of the next try. A debit that is ASKED has
    moved nothing here yet; a credit has left the wallet already.
    """

    class Kind(models.TextChoices):
        DEBIT = "debit", _("from the operator")
        CREDIT = "credit", _("to the operator")

    class State(models.TextChoices):
        ASKED = "asked", _("asked")
        DONE = "done", _("done")
        DECLINED = "declined", _("declined")
        UNDOING = "undoing", _("being undone")
        UNDONE = "undone", _("undone")

    key = models.UUIDField(_("key"), default=uuid.uuid4, unique=True)
    kind = models.CharField(_("kind"), max_length=6, choices=Kind)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="wallet_calls",
        verbose_name=_("player"),
    )
    amount = models.PositiveBigIntegerField(_("amount, cents"))
    asked_at = models.DateTimeField(_("asked"))
    state = models.CharField(_("state"), max_length=8, choices=State, default=State.ASKED)
    ended_at = models.DateTimeField(_("ended"), null=True)
    due_at = models.DateTimeField(_("next try"), null=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("call to the operator's wallet")
        verbose_name_plural = _("calls to the operator's wallet")
        indexes = [
            models.Index(
                fields=["due_at"], condition=Q(due_at__isnull=False), name="wallet_calls_due"
            ),
        ]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="wallet_call_of_something"),
            models.CheckConstraint(
                condition=Q(state__in=["asked", "undoing"], ended_at__isnull=True)
                | (~Q(state__in=["asked", "undoing"]) & Q(ended_at__isnull=False)),
                name="wallet_call_lasts_or_has_ended",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="wallet_call_stays_as_asked",
                fields=["key", "kind", "user", "amount", "asked_at"],
            ),
            pgtrigger.FSM(
                name="wallet_call_goes_its_way",
                field="state",
                transitions=[
                    ("asked", "done"),
                    ("asked", "declined"),
                    ("asked", "undoing"),
                    ("undoing", "undone"),
                ],
            ),
            pgtrigger.Protect(name="wallet_call_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} #{self.pk}"


class WalletRest(models.Model):
    """A player whose wallet may hold money that is to go back to the operator."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    due_at = models.DateTimeField(_("next check"), db_index=True)

    class Meta:
        verbose_name = _("idle money")
        verbose_name_plural = _("idle money")

    def __str__(self) -> str:
        return f"{self.user_id}"
