"""Entries of the floor of a live event: bust-outs, counts, races for odd chips, calls, penalties,
the dealers' rota, and the hands of a feature table (LIVE-2 to LIVE-15)."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tables.models import Table
from tournaments.models import Act, Entry, Tournament

# The rows are tables of the events, as those of ``tournaments.models``.
APP = "tournaments"


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
    gains = models.JSONField(_("present holder of the chips"), default=dict)
    takers = models.JSONField(
        _("won by"), default=list, help_text=_("Entries, in the order of their seats.")
    )
    at = models.DateTimeField(_("time"))
    undone_at = models.DateTimeField(_("undone"), null=True)
    waived_at = models.DateTimeField(_("rebuy declined"), null=True)

    class Meta:
        app_label = APP
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
        app_label = APP
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
        app_label = APP
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
    """The server's seed until the race; only ``tournaments.live_room.verbs.races`` reads it."""

    race = models.OneToOneField(ChipRace, models.PROTECT, primary_key=True, related_name="secret")
    server_seed = models.BinaryField(max_length=32, editable=False)

    class Meta:
        app_label = APP
        triggers = [
            pgtrigger.Protect(
                name="seed_never_changes", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"{self.race_id}"


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
        app_label = APP
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


class FeatureTable(models.Model):
    """A table whose hands are stored; each is shown ``minutes`` after it was entered."""

    table = models.OneToOneField(
        Table, models.PROTECT, primary_key=True, related_name="+", verbose_name=_("table")
    )
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="features", verbose_name=_("tournament")
    )
    minutes = models.PositiveSmallIntegerField(_("minutes until a hand is shown"))

    class Meta:
        app_label = APP
        verbose_name = _("feature table")
        verbose_name_plural = _("feature tables")

    def __str__(self) -> str:
        return f"{self.table_id}"


class FeatureHand(models.Model):
    """The cards of one hand, as typed; immutable: a correction is another row, and of those whose
    time has come the last one is shown.

    ``hole`` has seat, entry and cards of each hand that was seen. The desk has no page for these
    rows, and no act contains the cards.
    """

    key = models.UUIDField(unique=True, editable=False)
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="feature_hands", verbose_name=_("tournament")
    )
    table = models.ForeignKey(
        FeatureTable, models.PROTECT, related_name="hands", verbose_name=_("table")
    )
    number = models.PositiveIntegerField(_("hand"))
    hole = models.JSONField(_("hole cards"))
    board = models.CharField(_("board"), max_length=20, blank=True)
    entered_at = models.DateTimeField(_("time"))
    shows_at = models.DateTimeField(_("shown from"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )

    class Meta:
        app_label = APP
        verbose_name = _("hand of a feature table")
        verbose_name_plural = _("hands of a feature table")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(shows_at__gt=models.F("entered_at")),
                name="a_hand_is_shown_later",
            ),
        ]
        triggers = [
            pgtrigger.Protect(
                name="a_hand_is_kept_as_typed", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class Penalty(models.Model):
    """A warning, or time away from the table until the floor lets the player back in.

    ``hands`` are those that the player misses: of a round, one for each player at the table then.
    """

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        HANDS = "hands", _("hands away from the table")
        ROUNDS = "rounds", _("rounds away from the table")

    entry = models.ForeignKey(
        Entry, models.PROTECT, related_name="penalties", verbose_name=_("entry")
    )
    act = models.OneToOneField(
        Act, models.PROTECT, related_name="penalty", verbose_name=_("act of staff")
    )
    key = models.CharField(_("key"), max_length=40, unique=True)
    kind = models.CharField(_("penalty"), max_length=7, choices=Kind)
    count = models.PositiveSmallIntegerField(_("how many"), default=0)
    hands = models.PositiveSmallIntegerField(_("hands missed"), default=0)
    at = models.DateTimeField(_("given"))
    ended_at = models.DateTimeField(_("back in"), null=True)
    undone_at = models.DateTimeField(_("undone"), null=True)

    class Meta:
        app_label = APP
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=models.Q(ended_at__isnull=True) & ~models.Q(kind="warning"),
                name="away_once_at_a_time",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="warning", count=0, hands=0)
                | (~models.Q(kind="warning") & models.Q(count__gt=0, hands__gte=models.F("count"))),
                name="a_penalty_lasts_so_many_hands",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="a_penalty_stays_what_it_is",
                fields=["entry", "act", "key", "kind", "count", "hands", "at"],
            ),
            pgtrigger.Protect(name="a_penalty_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        """Return the penalty in words: a warning, or the hands or rounds away."""
        if self.kind == self.Kind.WARNING:
            return str(_("Warning"))
        if self.kind == self.Kind.HANDS:
            away = ngettext("Away for %(count)s hand", "Away for %(count)s hands", self.count)
            return away % {"count": self.count}
        away = ngettext(
            "Away for %(count)s round: %(hands)s hands",
            "Away for %(count)s rounds: %(hands)s hands",
            self.count,
        )
        return away % {"count": self.count, "hands": self.hands}


class Rota(models.Model):
    """The dealers of an event, in order, from ``since`` on; ``places`` are tables, 0 a rest."""

    tournament = models.OneToOneField(
        Tournament,
        models.PROTECT,
        primary_key=True,
        related_name="rota",
        verbose_name=_("tournament"),
    )
    dealers = models.JSONField(_("dealers"))
    places = models.JSONField(_("places"))
    minutes = models.PositiveSmallIntegerField(_("minutes per turn"))
    since = models.DateTimeField(_("since"))

    class Meta:
        app_label = APP
        verbose_name = _("dealers' rota")
        verbose_name_plural = _("dealers' rotas")

    def __str__(self) -> str:
        return f"{self.tournament_id}"
