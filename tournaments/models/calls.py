"""Calls for the floor in a live event, from a seat or a table, until answered (LIVE-9)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models import Table
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament


class FloorCall(models.Model):
    """A table's call for the floor; ``entry`` is the player who called, None for the dealer."""

    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="calls", verbose_name=_("tournament")
    )
    table = models.ForeignKey(
        Table, models.PROTECT, related_name="+", db_index=False, verbose_name=_("table")
    )
    entry = models.ForeignKey(
        Entry, models.PROTECT, null=True, related_name="+", verbose_name=_("entry")
    )
    at = models.DateTimeField(_("time"))
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("answered by"),
    )
    answered_at = models.DateTimeField(_("answered"), null=True)

    class Meta:
        verbose_name = _("call for the floor")
        verbose_name_plural = _("calls for the floor")
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=models.Q(answered_at__isnull=True),
                name="one_open_call_a_table",
            ),
            models.CheckConstraint(
                condition=models.Q(answered_by__isnull=True, answered_at__isnull=True)
                | models.Q(answered_by__isnull=False, answered_at__isnull=False),
                name="answered_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}"
