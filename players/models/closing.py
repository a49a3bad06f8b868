"""The closings of accounts by their players, with their steps (ACCOUNT-6)."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class AccountClosing(models.Model):
    """A player's wish to close the account, written by ``closings`` alone.

    It was cancelled by a sign-in, stopped by what the room held (``stopped``), or done.
    ``shut_at``: the end of sign-ins. ``erased_at``: name and contacts are gone. ``due_at``:
    the next step.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="closings",
        verbose_name=_("player"),
    )
    asked_at = models.DateTimeField(_("asked"))
    due_at = models.DateTimeField(_("next step"), null=True)
    cancelled_at = models.DateTimeField(_("cancelled"), null=True)
    stopped = models.CharField(_("stopped, because"), max_length=40, blank=True)
    shut_at = models.DateTimeField(_("closed"), null=True)
    erased_at = models.DateTimeField(_("made nameless"), null=True)

    class Meta:
        verbose_name = _("closing of an account")
        verbose_name_plural = _("closings of accounts")
        default_permissions = ("view",)
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(due_at__isnull=False), name="closings_due"
            )
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(cancelled_at__isnull=True),
                name="an_account_closes_once",
            ),
            models.CheckConstraint(
                condition=models.Q(cancelled_at__isnull=True)
                | models.Q(shut_at__isnull=True, erased_at__isnull=True),
                name="a_cancelled_closing_is_not_done",
            ),
            models.CheckConstraint(
                condition=models.Q(erased_at__isnull=True) | models.Q(shut_at__isnull=False),
                name="erased_after_it_is_shut",
            ),
        ]
        triggers = [
            pgtrigger.Protect(name="closing_is_kept", operation=pgtrigger.Delete),
            pgtrigger.ReadOnly(name="closing_as_asked", fields=["user", "asked_at"]),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"
