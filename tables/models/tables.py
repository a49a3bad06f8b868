"""Tables, their seats, hands and deadlines, and the signs of life behind their clocks.

A foreign key has no own index where a unique constraint already begins with it.
"""

from datetime import datetime

import pgtrigger
from django.conf import settings
from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from core.formats import number
from core.money import money_text
from tables.models.owners import owner


def _filled_once(field: str) -> pgtrigger.Q:
    """Return the condition that a field changes although it was filled before."""
    return pgtrigger.Q(
        **{f"old__{field}__isnull": False, f"old__{field}__df": pgtrigger.F(f"new__{field}")}
    )


# OUT-1. Seconds after which a player who sits out is checked or folded, unless the terms give more.
SHORTEST_AWAY = 1


class Table(models.Model):
    """A table. ``live`` holds the hand in progress with its deck, and never leaves the server."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    # The name of an event's last table, after the event's own name.
    FINAL = "final"

    event = models.CharField(
        _("event"), max_length=40, db_index=True, help_text=_("Who runs it, e.g. tournament:12.")
    )
    name = models.CharField(_("name"), max_length=80)
    status = models.CharField(_("status"), max_length=6, choices=Status, default=Status.OPEN)
    game = models.CharField(_("game"), max_length=20, default="nlhe")
    max_seats = models.PositiveSmallIntegerField(_("seats"))
    stakes = models.JSONField(_("stakes"))
    house = models.JSONField(
        _("house rules"), default=dict, help_text=_("Only rules that differ from the usual ones.")
    )
    action_seconds = models.PositiveSmallIntegerField(_("action time"))
    away_seconds = models.PositiveSmallIntegerField(
        _("action time while sitting out"), default=SHORTEST_AWAY
    )
    version = models.BigIntegerField(_("version"), default=0)
    hand_no = models.PositiveIntegerField(_("hands dealt"), default=0)
    positions = models.JSONField(_("button and blinds"), null=True)
    live = models.JSONField(_("seats and hand in progress"))
    notice = models.JSONField(_("notice"), null=True, help_text=_("What the table waits for."))
    deserted_at = models.DateTimeField(
        _("all players sit out since"), null=True, help_text=_("As seen when a hand was dealt.")
    )
    deals_on = models.BooleanField(
        _("deals on by itself"),
        default=False,
        help_text=_("The next hand is dealt without checking the whole event."),
    )
    opened_at = models.DateTimeField(_("opened"))
    closed_at = models.DateTimeField(_("closed"), null=True)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")

    def __str__(self) -> str:
        return self.name


class Deadline(models.Model):
    """The moment at which the player to act is out of time, or the table tries to deal.

    A narrow row, so that updates stay cheap."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True)
    due_at = models.DateTimeField(_("due"), null=True, db_index=True)

    class Meta:
        verbose_name = _("deadline")
        verbose_name_plural = _("deadlines")


class Heartbeat(models.Model):
    """The moment at which a worker last kept the room's time, in one row, to detect outages
    (TRN-6)."""

    at = models.DateTimeField(_("last sign of life"))
    grace_since = models.DateTimeField(_("grace since"), null=True)
    grace_until = models.DateTimeField(_("grace until"), null=True)
    grace_rest = models.DurationField(_("time left after the grace"), null=True)

    class Meta:
        verbose_name = _("heartbeat")
        verbose_name_plural = _("heartbeats")


class WebSign(models.Model):
    """A web process's last sign of life (``tables.wire.web_heartbeats``); ``known`` is whether it
    served at the last look of the heartbeat, None before the first (``tables.live.heartbeat``)."""

    process = models.UUIDField(primary_key=True)
    at = models.DateTimeField()
    known = models.BooleanField(null=True)


def shown_by(now: datetime, *, hand: str = "") -> models.Q:
    """Return the condition on finished hands whose last card players have seen by ``now`` (SHOW-2).

    Every reader of finished hands but the staff goes by it. ``hand``: the path to the hand, ending
    in two underscores.
    """
    return models.Q(**{f"{hand}shown_at__lte": now})


class Seat(models.Model):
    """A seat and its player. ``stack`` is that at the start of an unfinished hand (CANCEL-4), plus
    the chips bought since (CHIP-1)."""

    table = models.ForeignKey(
        Table, models.CASCADE, related_name="seats", verbose_name=_("table"), db_index=False
    )
    no = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="seats", verbose_name=_("player")
    )
    stack = models.BigIntegerField(_("stack"))
    bank_ms = models.PositiveIntegerField(_("time bank, ms"), default=0)
    away = models.BooleanField(_("sitting out"), default=False)
    in_pot = models.BigIntegerField(
        _("in a pot without a winner"),
        default=0,
        help_text=_("At a cash table: it waits for the next hand."),
    )

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["no"]
        constraints = [
            models.UniqueConstraint(fields=["table", "no"], name="seat_taken_once"),
            models.UniqueConstraint(fields=["table", "user"], name="never_twice_at_one_table"),
            models.CheckConstraint(condition=models.Q(stack__gte=0), name="stack_not_negative"),
            models.CheckConstraint(condition=models.Q(in_pot__gte=0), name="in_pot_not_negative"),
        ]


class Hand(models.Model):
    """The public facts of a hand. Its cards are in ``HandSecret`` and ``HandEvent``.

    ``id`` contains the month (``tables.storage.months``); each month is a partition of this table
    and of the three that depend on it, where triggers check that the hand exists.
    """

    # Columns of eight bytes come first, so that no alignment padding is needed.
    id = models.BigIntegerField("ID", primary_key=True)
    table = models.ForeignKey(
        Table, models.CASCADE, related_name="hands", verbose_name=_("table"), db_index=False
    )
    started_at = models.DateTimeField(_("started"))
    finished_at = models.DateTimeField(_("finished"), null=True)
    shown_at = models.DateTimeField(
        _("last card seen"), null=True, help_text=_("Streets of an all-in take their time.")
    )
    voided_at = models.DateTimeField(
        _("declared void"), null=True, help_text=_("All players have the chips from before it.")
    )
    number = models.PositiveIntegerField(_("number"))
    event = models.CharField(_("event"), max_length=40)
    game = models.CharField(_("game"), max_length=20)
    stakes = models.JSONField(_("stakes"))
    positions = models.JSONField(_("button and blinds"))
    commitment = models.CharField(_("commitment"), max_length=64)

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        indexes = [
            models.Index(fields=["table", "number"], name="hands_of_a_table"),
            models.Index(fields=["event", "id"], name="hands_of_an_event"),
            # Few rows: counts of all hands subtract them.
            models.Index(
                fields=["id"], condition=models.Q(voided_at__isnull=False), name="void_hands"
            ),
            # Rows are nearly in the order of time, so a BRIN index serves the figures of play.
            BrinIndex(fields=["started_at"], name="hands_by_time", autosummarize=True),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="dealt_as_it_was",
                fields=[
                    *("table", "number", "event", "game", "stakes", "positions"),
                    *("commitment", "started_at"),
                ],
            ),
            pgtrigger.Protect(
                name="finished_once",
                operation=pgtrigger.Update,
                condition=_filled_once("finished_at"),
            ),
            pgtrigger.Protect(
                name="voided_once", operation=pgtrigger.Update, condition=_filled_once("voided_at")
            ),
            pgtrigger.Protect(name="a_hand_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return gettext("Hand %(number)s · %(table)s") % {"number": self.number, "table": self.table}

    @property
    def for_money(self) -> bool:
        """Return whether its chips are cents (CASH-1)."""
        return owner(self.event).for_money

    def amount(self, chips: int) -> str:
        """Format chips of the hand: as money, or as plain chips."""
        return money_text(chips) if self.for_money else number(chips)


class LastHand(models.Model):
    """The latest hand of each table, by which triggers ensure that a table has one hand at a time,
    and that dependent rows are written while it is played."""

    table = models.OneToOneField(Table, models.CASCADE, primary_key=True, related_name="+")
    hand_id = models.BigIntegerField(unique=True)
    number = models.PositiveIntegerField()
    over = models.BooleanField()


class HandPlayer(models.Model):
    """A player of a hand, for "my hands" and for standings."""

    pk = models.CompositePrimaryKey("hand", "user")
    hand = models.ForeignKey(
        Hand, models.CASCADE, related_name="players", db_index=False, db_constraint=False
    )
    start_stack = models.BigIntegerField(_("stack before"))
    finish_stack = models.BigIntegerField(_("stack after"), null=True)
    rake = models.BigIntegerField(
        _("rake borne, cents"),
        null=True,
        help_text=_("Share of the rake of the hand, in proportion to what the player put in."),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", db_index=False
    )
    seat_no = models.PositiveSmallIntegerField(_("seat"))

    class Meta:
        verbose_name = _("player of a hand")
        verbose_name_plural = _("players of a hand")
        indexes = [models.Index(fields=["user", "-hand"], name="hands_of_a_player")]
        triggers = [
            pgtrigger.ReadOnly(
                name="sat_as_they_did", fields=["hand", "user", "seat_no", "start_stack"]
            ),
            pgtrigger.Protect(
                name="result_written_once",
                operation=pgtrigger.Update,
                condition=_filled_once("finish_stack"),
            ),
            pgtrigger.Protect(
                name="rake_written_once",
                operation=pgtrigger.Update,
                condition=_filled_once("rake"),
            ),
            pgtrigger.Protect(name="a_player_is_kept", operation=pgtrigger.Delete),
        ]


class HandSecret(models.Model):
    """The deck behind a commitment, and the seed of its salts; no page, API or admin reads it.

    ``deck`` is in dealing order; in draw games the order in which discards come back follows.
    """

    hand = models.OneToOneField(
        Hand, models.CASCADE, primary_key=True, related_name="secret", db_constraint=False
    )
    deck = models.CharField(max_length=208)
    seed = models.CharField(max_length=64)

    class Meta:
        triggers = [
            pgtrigger.Protect(
                name="deck_never_changes", operation=pgtrigger.Update | pgtrigger.Delete
            )
        ]


class HandEvent(models.Model):
    """Numbered events of a hand; replaying them gives its snapshot.

    ``tables.storage.packed_events`` reads them. The events of one action are ``packed`` in one row,
    and ``seq`` is the number of the first. After a hand only shown cards are added (SHOW-2): such
    an event is in ``payload``, where a trigger can check it.
    """

    pk = models.CompositePrimaryKey("hand", "seq")
    hand = models.ForeignKey(
        Hand, models.CASCADE, related_name="events", db_index=False, db_constraint=False
    )
    at = models.DateTimeField(db_default=Now())
    seq = models.PositiveIntegerField()
    payload = models.JSONField(null=True)
    packed = models.BinaryField(null=True)

    class Meta:
        verbose_name = _("event of a hand")
        verbose_name_plural = _("events of a hand")
        ordering = ["seq"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(payload__isnull=True) ^ models.Q(packed__isnull=True),
                name="event_packed_or_not",
            )
        ]
        triggers = [
            pgtrigger.Protect(name="events_are_kept", operation=pgtrigger.Update | pgtrigger.Delete)
        ]


class HandArchive(models.Model):
    """The events of some hands of an archived month, packed together;
    ``tables.storage.packed_events`` reads them, and ``tables.storage.archiving`` writes them as the
    owner of the tables.

    They are all hands from ``first_hand`` to ``last_hand``; ``rows`` is their former number of rows
    in ``HandEvent``.
    """

    first_hand = models.BigIntegerField(primary_key=True)
    last_hand = models.BigIntegerField()
    rows = models.PositiveIntegerField()
    packed = models.BinaryField()

    class Meta:
        triggers = [
            pgtrigger.Protect(
                name="an_archive_is_kept", operation=pgtrigger.Update | pgtrigger.Delete
            )
        ]
