"""The desk's list of audits of the ledger."""

from django.contrib import admin

from core.admin.staff import ReadOnly
from payouts.models import AuditRun


@admin.register(AuditRun)
class AuditRunAdmin(ReadOnly):
    """The findings of each audit: the nightly ones, and those of the command line."""

    list_display = ("at", "sound", "accounts", "transfers", "total")
    list_filter = ("sound",)
    date_hierarchy = "at"
    fields = (*list_display, "drifts", "missing_guards", "moved_days", "findings")
