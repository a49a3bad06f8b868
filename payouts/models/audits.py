"""The findings of each audit of the ledger."""

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _


class AuditRun(models.Model):
    """One audit: its counts and its findings; rows are only added."""

    at = models.DateTimeField(_("time"))
    sound = models.BooleanField(_("sound"))
    accounts = models.PositiveBigIntegerField(_("accounts"))
    transfers = models.PositiveBigIntegerField(_("transfers"))
    total = models.BigIntegerField(_("sum of all balances, cents"))
    drifts = models.JSONField(_("balances that differ from their transfers"))
    missing_guards = models.JSONField(_("missing guards"))
    moved_days = models.JSONField(
        _("closed days whose figures differ from those signed"), default=list
    )
    findings = models.JSONField(_("chips, transfers and records that do not agree"), default=list)
    # The rights of each person at the desk: the next audit compares.
    rights = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("audit")
        verbose_name_plural = _("audits")
        default_permissions = ("view",)
        triggers = [
            pgtrigger.Protect(name="kept_as_found", operation=pgtrigger.Update | pgtrigger.Delete)
        ]

    def __str__(self) -> str:
        return f"#{self.pk}"
