"""Events: what staff plan (Template), what players enter (Tournament), and who did what in it."""

from datetime import datetime

import pgtrigger
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from payouts.models import Draw, PrizeScheme
from payouts.refusal import Refusal
from payouts.rules import velox
from payouts.rules.guarantees import overlay
from payouts.sentences import say
from tables import games
from tournaments.refusals import Code
from tournaments.rules import clock, recurrence, windows
from tournaments.settlement import CancellationPlan as CancellationPlan
from tournaments.settlement import DealProposal as DealProposal
from tournaments.settlement import Ticket as Ticket


class Terms(models.Model):
    """The terms of an event, written once for the plan and for its published copy."""

    class Kind(models.TextChoices):
        SIT_AND_GO = "sng", _("Sit&Go")
        SCHEDULED = "scheduled", _("Tournament")

    name = models.CharField(_("name"), max_length=60)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    game = models.CharField(_("game"), max_length=20, choices=games.choices, default="nlhe")
    buy_in = models.PositiveBigIntegerField(_("buy-in, cents"))
    fee = models.PositiveBigIntegerField(_("fee, cents"))
    guarantee = models.PositiveBigIntegerField(_("guaranteed pool, cents"), default=0)
    starting_stack = models.PositiveIntegerField(
        _("starting stack"), validators=[MinValueValidator(1)]
    )
    seats_per_table = models.PositiveSmallIntegerField(
        _("seats per table"),
        default=9,
        validators=[MinValueValidator(2), MaxValueValidator(10)],
    )
    min_entries = models.PositiveIntegerField(
        _("fewest entries"), default=2, validators=[MinValueValidator(2)]
    )
    max_entries = models.PositiveIntegerField(_("most entries"), validators=[MinValueValidator(2)])
    late_registration_levels = models.PositiveSmallIntegerField(
        _("late registration until the end of level"),
        default=0,
        help_text=_("0: registration closes at the start."),
    )
    session_levels = models.PositiveSmallIntegerField(
        _("session ends after level"),
        default=0,
        help_text=_("0: play goes on until one player is left."),
    )
    action_seconds = models.PositiveSmallIntegerField(
        _("action time, s"),
        default=20,
        validators=[MinValueValidator(10), MaxValueValidator(120)],
    )
    bank_seconds = models.PositiveSmallIntegerField(
        _("time bank, s"), default=60, validators=[MaxValueValidator(120)]
    )

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    @classmethod
    def term_names(cls) -> list[str]:
        """The fields that publishing copies."""
        return [field.name for field in Terms._meta.local_fields]

    @property
    def entry_right(self) -> int:
        """What an entry costs, cents (POOL-1)."""
        return self.buy_in + self.fee


class Template(Terms):
    """A plan that staff edit. Publishing copies it into a Tournament that no longer changes."""

    scheme = models.ForeignKey(PrizeScheme, models.PROTECT, verbose_name=_("prize scheme"))
    seats_for = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("seats are for"),
        help_text=_("Satellite: the template whose events a ticket is good for; empty: any event."),
    )
    active = models.BooleanField(_("active"), default=True)
    recurrence = models.CharField(
        _("recurrence"),
        max_length=200,
        blank=True,
        help_text=_(
            "An RRULE in Europe/Rome, e.g. FREQ=MINUTELY;INTERVAL=5. Sit&Gos reopen by themselves."
        ),
    )
    announce_minutes = models.PositiveIntegerField(
        _("announced this many minutes before"), default=30
    )

    class Meta:
        verbose_name = _("template")
        verbose_name_plural = _("templates")

    @property
    def drawn(self) -> bool:
        """Whether its prize is drawn: a VeloX."""
        return self.scheme.kind == PrizeScheme.Kind.VELOX

    def clean(self) -> None:
        most = games.most_seats(self.game)
        if self.seats_per_table and self.seats_per_table > most:
            raise ValidationError(
                {"seats_per_table": _("This game has at most %(seats)s seats.") % {"seats": most}}
            )
        if games.carries(self.game) and self.max_entries > self.seats_per_table:
            # A pot that stays on its table cannot follow players who move.
            raise ValidationError({"max_entries": _("This game is played at one table.")})
        if self.recurrence:
            try:
                recurrence.check_rule(self.recurrence)
            except Refusal as refusal:
                raise ValidationError({"recurrence": say(refusal)}) from refusal


class Level(models.Model):
    """One row of a template's blind schedule: a level, or a break when ``is_break``."""

    template = models.ForeignKey(Template, models.CASCADE, related_name="levels", db_index=False)
    position = models.PositiveSmallIntegerField(_("position"))
    seconds = models.PositiveIntegerField(_("duration, s"), validators=[MinValueValidator(1)])
    is_break = models.BooleanField(_("break"), default=False)
    small_blind = models.PositiveIntegerField(_("small blind"), default=0)
    big_blind = models.PositiveIntegerField(_("big blind"), default=0)
    ante = models.PositiveIntegerField(_("ante"), default=0)

    class Meta:
        verbose_name = _("level")
        verbose_name_plural = _("levels")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["template", "position"], name="level_position_once"),
        ]

    def __str__(self) -> str:
        return f"{self.position}"

    @property
    def row(self) -> clock.Level:
        """The level as the clock reads it."""
        return clock.Level(
            seconds=self.seconds,
            small_blind=self.small_blind,
            big_blind=self.big_blind,
            ante=self.ante,
            is_break=self.is_break,
        )


class Tournament(Terms):
    """A published event. Its terms, ``schedule`` and ``scheme`` are a copy that never changes."""

    class Status(models.TextChoices):
        REGISTERING = "registering", _("registering")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    OVER = (Status.FINISHED, Status.CANCELLED)

    template = models.ForeignKey(
        Template,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=_("template"),
    )
    schedule = models.JSONField(_("blind schedule"))
    scheme = models.JSONField(_("prize scheme"))
    status = models.CharField(
        _("status"), max_length=12, choices=Status, default=Status.REGISTERING
    )
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    created_at = models.DateTimeField(_("published"))
    draw = models.OneToOneField(
        Draw, models.PROTECT, null=True, blank=True, editable=False, verbose_name=_("prize draw")
    )
    pauses = models.JSONField(
        _("stops of the clock"),
        default=list,
        blank=True,
        help_text=_("Pairs of start and end; the end is null while stopped."),
    )
    entry_count = models.PositiveIntegerField(_("entries"), default=0)
    live_count = models.PositiveIntegerField(_("still in"), default=0)

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = [models.Index(fields=["status", "starts_at"], name="tournaments_of_a_status")]
        constraints = [
            models.UniqueConstraint(fields=["template", "starts_at"], name="one_event_a_date"),
            # One open lobby a Sit&Go template, however often the refill runs.
            models.UniqueConstraint(
                fields=["template"],
                condition=models.Q(status="registering", kind="sng"),
                name="one_open_lobby_a_sit_and_go",
            ),
            models.CheckConstraint(
                condition=models.Q(entry_count__lte=models.F("max_entries")),
                name="never_more_entries_than_seats",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="terms_never_change", fields=[*Terms.term_names(), "schedule", "scheme"]
            ),
        ]

    @property
    def event(self) -> str:
        """The name that tables and transfers know it by."""
        return f"tournament:{self.pk}"

    @property
    def over(self) -> bool:
        return self.status in self.OVER

    @property
    def registering(self) -> bool:
        return self.status == self.Status.REGISTERING

    @property
    def full(self) -> bool:
        return self.entry_count >= self.max_entries

    @property
    def prize_pool(self) -> int:
        """Cents to be won: the buy-ins, the guarantee where that is more (POOL-2), or the draw."""
        if self.draw is not None:
            return self.draw.prize_pool
        collected = self.entry_count * self.buy_in
        return collected + overlay(collected=collected, guarantee=self.guarantee)

    @property
    def levels(self) -> tuple[clock.Level, ...]:
        return clock.schedule(self.schedule)

    def clock_at(self, now: datetime) -> clock.ClockReading | None:
        """What the clock shows; None before the start, and its last reading after the end."""
        if self.started_at is None:
            return None
        return clock.level_at(
            self.levels,
            started_at=self.started_at,
            pauses=[_pause(*pair) for pair in self.pauses],
            now=min(now, self.finished_at or now),
        )

    def may_still_enter(self, now: datetime) -> bool:
        """Whether the number of entries, and so the prizes, may still grow."""
        return self.registration_refusal(now) is None

    def registration_refusal(self, now: datetime) -> Code | None:
        """The code of why nobody may register now, or None."""
        return windows.registration_refusal(
            over=self.over,
            reading=self.clock_at(now),
            late_levels=self.late_registration_levels,
            entries=self.entry_count,
            max_entries=self.max_entries,
        )


def _pause(start: str, end: str | None) -> clock.Pause:
    return datetime.fromisoformat(start), datetime.fromisoformat(end) if end else None


class Due(models.Model):
    """When the director should next look at a tournament; narrow, so that moving it stays cheap."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, primary_key=True)
    due_at = models.DateTimeField(db_index=True)


class Entry(models.Model):
    """One player's right to play one tournament."""

    class Status(models.TextChoices):
        REGISTERED = "registered", _("registered")
        PLAYING = "playing", _("playing")
        OUT = "out", _("eliminated")
        FINISHED = "finished", _("finished")
        WITHDRAWN = "withdrawn", _("unregistered")
        REFUNDED = "refunded", _("refunded")

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
    registered_at = models.DateTimeField(_("registered"))
    place = models.PositiveIntegerField(
        _("place"), null=True, help_text=_("Known once nobody can enter any more.")
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

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user"],
                condition=~models.Q(status="withdrawn"),
                name="one_entry_a_player",
            ),
            models.CheckConstraint(
                condition=models.Q(place__isnull=True, prize__isnull=True)
                | models.Q(place__isnull=False, prize__isnull=False),
                name="a_place_has_its_prize",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.pk}"


class Elimination(models.Model):
    """How an entry went out: in which hand, at which level, with what stack before it (RANK-1)."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="elimination")
    hand_id = models.BigIntegerField(_("hand"))
    table_name = models.CharField(_("table"), max_length=80)
    level = models.PositiveSmallIntegerField(_("level"))
    start_stack = models.BigIntegerField(_("stack before the hand"))
    at = models.DateTimeField(_("end of the hand"))

    class Meta:
        verbose_name = _("elimination")
        verbose_name_plural = _("eliminations")

    def __str__(self) -> str:
        return f"{self.entry_id}"


class Move(models.Model):
    """A player moved between tables, and why (TRN-3)."""

    class Reason(models.TextChoices):
        BALANCE = "balance", _("tables were balanced")
        BREAK = "break", _("the table was broken")
        FINAL = "final", _("the final table was drawn")

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
