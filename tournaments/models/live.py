"""What the floor of a live event enters: who went out, and how many chips lie where (LIVE-2)."""

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.acts import Act
from tournaments.models.entries import Entry


class BustOut(models.Model):
    """One player's last chip of the moment, as ``act`` entered it; several may share an act.

    ``gains`` are the chips that it gave to others, by entry, until the next count says better.
    """

    entry = models.ForeignKey(
        Entry, models.PROTECT, related_name="bust_outs", verbose_name=_("entry")
    )
    act = models.ForeignKey(
        Act, models.PROTECT, related_name="bust_outs", verbose_name=_("act of staff")
    )
    table_id = models.BigIntegerField(_("table"))
    table_name = models.CharField(_("name of the table"), max_length=80)
    seat = models.PositiveSmallIntegerField(_("seat"))
    start_stack = models.PositiveBigIntegerField(_("stack before the hand"))
    stack = models.PositiveBigIntegerField(_("stack as last known"))
    gains = models.JSONField(_("who has the chips"), default=dict)
    takers = models.JSONField(
        _("who took the head"), default=list, help_text=_("Entries, in the order of their seats.")
    )
    at = models.DateTimeField(_("time"))
    undone_at = models.DateTimeField(_("undone"), null=True)

    class Meta:
        verbose_name = _("bust-out")
        verbose_name_plural = _("bust-outs")
        constraints = [
            models.UniqueConstraint(fields=["entry", "act"], name="out_once_in_a_hand"),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="as_it_was_entered",
                fields=["entry", "act", "table_id", "seat", "start_stack", "gains", "takers", "at"],
            ),
            pgtrigger.Protect(name="a_bust_out_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}"


class ChipCount(models.Model):
    """An entry's chips in one count of the event; a count that is corrected is overwritten."""

    entry = models.ForeignKey(
        Entry, models.CASCADE, related_name="chip_counts", db_index=False, verbose_name=_("entry")
    )
    number = models.PositiveIntegerField(_("count of the event"))
    chips = models.PositiveBigIntegerField(_("chips"))
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("chip count")
        verbose_name_plural = _("chip counts")
        constraints = [
            models.UniqueConstraint(fields=["entry", "number"], name="counted_once_a_count"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.chips}"
