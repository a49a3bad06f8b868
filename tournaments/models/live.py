"""Entries of the floor of a live event: bust-outs and chip counts (LIVE-2, LIVE-3); and the races
for odd chips (LIVE-8)."""

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.acts import Act
from tournaments.models.entries import Entry
from tournaments.models.events import Tournament


class BustOut(models.Model):
    """The bust-out of one player, entered by ``act``; several may share an act.

    ``gains`` are the chips credited to other entries, by entry, until the next count.
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
    """An entry's chips in one count of the event; a correction overwrites the row."""

    entry = models.ForeignKey(
        Entry, models.CASCADE, related_name="chip_counts", db_index=False, verbose_name=_("entry")
    )
    number = models.PositiveIntegerField(_("count of the event"))
    chips = models.PositiveBigIntegerField(_("chips"))
    at = models.DateTimeField(_("time"))
    # Acts follow the order in which the room took them, times that in which they were entered.
    # A bust-out with an earlier act is part of the count. None for a race.
    act = models.ForeignKey(
        Act,
        models.PROTECT,
        related_name="+",
        null=True,
        db_index=False,
        verbose_name=_("act of staff"),
    )

    class Meta:
        verbose_name = _("chip count")
        verbose_name_plural = _("chip counts")
        constraints = [
            models.UniqueConstraint(fields=["entry", "number"], name="counted_once_a_count"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.chips}"


class ChipRace(models.Model):
    """The race that takes chips below ``large`` out of play: committed, drawn and revealed once.

    ``tables`` are those of ``chip_race.PublishedRace``. All columns here are public.
    """

    tournament = models.ForeignKey(
        Tournament,
        models.PROTECT,
        related_name="races",
        db_index=False,
        verbose_name=_("tournament"),
    )
    small = models.PositiveIntegerField(_("smallest chip"))
    large = models.PositiveIntegerField(_("smallest chip after it"))
    commitment = models.CharField(_("commitment"), max_length=64)
    promised_at = models.DateTimeField(_("promised"))
    tables = models.JSONField(_("chips by table"), null=True)
    server_seed = models.CharField(_("server's seed"), max_length=64, blank=True)
    drawn_at = models.DateTimeField(_("drawn"), null=True)

    class Meta:
        verbose_name = _("chip race")
        verbose_name_plural = _("chip races")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "small"], name="raced_off_once"),
            models.CheckConstraint(
                condition=models.Q(tables__isnull=True, server_seed="", drawn_at__isnull=True)
                | models.Q(
                    tables__isnull=False,
                    drawn_at__isnull=False,
                    commitment=models.Func(
                        models.F("server_seed"),
                        template="encode(sha256(decode(%(expressions)s, 'hex')), 'hex')",
                        output_field=models.CharField(),
                    ),
                ),
                name="race_reveals_what_was_promised",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="a_race_keeps_its_promise",
                fields=["tournament", "small", "large", "commitment", "promised_at"],
            ),
            pgtrigger.Protect(
                name="raced_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__drawn_at__isnull=False),
            ),
            pgtrigger.Protect(name="a_race_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.small} → {self.large}"


class ChipRaceSecret(models.Model):
    """The server's seed until the race; only ``tournaments.staff.live.races`` reads it."""

    race = models.OneToOneField(ChipRace, models.PROTECT, primary_key=True, related_name="secret")
    server_seed = models.BinaryField(max_length=32, editable=False)

    class Meta:
        triggers = [
            pgtrigger.Protect(
                name="seed_never_changes", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"{self.race_id}"
