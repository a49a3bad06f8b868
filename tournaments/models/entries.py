"""The entries of an event, their eliminations and their moves between tables."""

from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from payouts.rules import velox
from tables.models import Table
from tournaments.models.events import Tournament
from tournaments.rules.prices import Price


class Entry(models.Model):
    """One player's right to play one tournament, until it is out or the event is over."""

    class Status(models.TextChoices):
        REGISTERED = "registered", _("registered")
        PLAYING = "playing", _("playing")
        OUT = "out", _("eliminated")
        FINISHED = "finished", _("finished")
        WITHDRAWN = "withdrawn", _("unregistered")
        REFUNDED = "refunded", _("refunded")

    # A player may enter again once an earlier entry is out, but plays one at a time (TRN-2).
    LIVE = (Status.REGISTERED, Status.PLAYING)
    # The order of entries that tie for a place (PAY-ROUND); those never out tie by equal stacks.
    ODD_CENTS_FIRST: ClassVar = (
        models.F("elimination__start_stack").desc(nulls_first=True),
        "pk",
    )

    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="entries", verbose_name=_("tournament")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="entries",
        verbose_name=_("player"),
    )
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.REGISTERED)
    re_entry = models.BooleanField(
        _("re-entry"), default=False, help_text=_("Its player had been out before.")
    )
    registered_at = models.DateTimeField(_("registered"))
    checked_in_at = models.DateTimeField(_("checked in"), null=True)
    missed_check_in = models.BooleanField(
        _("not there at the start"), default=False, editable=False
    )
    place = models.PositiveIntegerField(
        _("place"), null=True, help_text=_("Known once entries have closed.")
    )
    prize = models.PositiveBigIntegerField(_("prize, cents"), null=True)
    refund = models.PositiveBigIntegerField(
        _("paid on cancellation, cents"), null=True, editable=False
    )
    seed = models.CharField(
        _("seed for the draw"),
        max_length=velox.LONGEST_SEED,
        blank=True,
        help_text=_("VeloX only."),
    )

    drawn_table = models.ForeignKey(
        Table, models.PROTECT, null=True, related_name="+", editable=False
    )
    drawn_seat = models.PositiveSmallIntegerField(
        _("seat drawn"), null=True, editable=False, help_text=_("By a late entrant (LATE-1).")
    )
    arrives_away = models.BooleanField(
        _("sits out on arrival"),
        default=False,
        editable=False,
        help_text=_("Staff sat this latecomer out before they had a seat (OUT-1)."),
    )

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        # The unique constraint knows live entries alone.
        indexes = [models.Index(fields=["tournament", "user"], name="entries_of_a_player")]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=models.Q(status__in=["registered", "playing"]),
                name="one_live_entry_a_player",
            ),
            models.CheckConstraint(
                condition=models.Q(place__isnull=True, prize__isnull=True)
                | models.Q(place__isnull=False, prize__isnull=False),
                name="a_place_has_its_prize",
            ),
        ]
        # Changes of a place, and eliminations, are guarded by migration 0002.
        triggers = [
            pgtrigger.ReadOnly(
                name="whose_it_is", fields=["tournament", "user", "re_entry", "registered_at"]
            ),
            pgtrigger.Protect(name="an_entry_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.pk}"

    @property
    def price(self) -> Price:
        """The price of the entry and its chips, from the event's terms, which never change."""
        event = self.tournament
        return event.re_entry_price if self.re_entry else event.entry_price

    @cached_property
    def bounty_money(self) -> int:
        """Cents that the heads it took have paid so far; no query if they were prefetched."""
        won = self.bounties.all() if self.tournament.bounty else ()
        return sum(bounty.paid for bounty in won)


class Elimination(models.Model):
    """The elimination of an entry: hand, level, and the stack before the hand (RANK-1)."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="elimination")
    hand_id = models.BigIntegerField(_("hand"))
    table_name = models.CharField(_("table"), max_length=80)
    level = models.PositiveSmallIntegerField(_("level"))
    start_stack = models.BigIntegerField(_("stack before the hand"))
    round = models.PositiveIntegerField(
        _("round of hand-for-hand"),
        default=0,
        help_text=_("0: the tables played at their own pace."),
    )
    stage = models.PositiveSmallIntegerField(
        _("round of the shootout"), default=0, help_text=_("0: there is none.")
    )
    table_place = models.PositiveSmallIntegerField(_("place at the table"), default=0)
    chips_removed = models.BigIntegerField(
        _("chips taken out of play"), default=0, help_text=_("By a disqualification.")
    )
    at = models.DateTimeField(_("end of the hand"))

    class Meta:
        verbose_name = _("elimination")
        verbose_name_plural = _("eliminations")

    def __str__(self) -> str:
        return f"{self.entry_id}"


class Move(models.Model):
    """The move of a player between tables, with its reason (TRN-3)."""

    class Reason(models.TextChoices):
        BALANCE = "balance", _("tables were balanced")
        BREAK = "break", _("the table was broken")
        FINAL = "final", _("the final table was drawn")
        ROUND = "round", _("the next round was drawn")
        LATE = "late", _("a latecomer drew the seat")
        STAFF = "staff", _("staff decided it")

    # The rule behind each reason.
    RULES: ClassVar = {
        Reason.BALANCE: "TRN-3",
        Reason.BREAK: "TRN-3",
        Reason.FINAL: "TRN-3",
        Reason.ROUND: "SHOOT-1",
        Reason.LATE: "LATE-1",
        Reason.STAFF: "TRN-3",
    }

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="moves")
    from_table = models.CharField(_("from table"), max_length=80)
    to_table = models.CharField(_("to table"), max_length=80)
    to_seat = models.PositiveSmallIntegerField(_("seat"))
    reason = models.CharField(_("reason"), max_length=8, choices=Reason)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")

    def __str__(self) -> str:
        return f"{self.entry_id} -> {self.to_table}"

    @property
    def rule(self) -> str:
        """The id of the rule that moved the player, or let staff do it."""
        return self.RULES[self.Reason(self.reason)]
