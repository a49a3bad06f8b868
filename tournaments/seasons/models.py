"""Seasons, the results that they count, and their standings (SERIES-1 to SERIES-8)."""

from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from core.settings import room_time
from tournaments.clubs.models import Club
from tournaments.models import Template, Tournament
from tournaments.rules import seasons as rules

if TYPE_CHECKING:
    # Its stubs are generic, the class is not.
    Points = models.PositiveBigIntegerField[int, int]

# The rows are tables of the events, as those of ``tournaments.models``.
APP = "tournaments"
LONGEST_NAME = 80


class Season(models.Model):
    """Months, quarters or dates whose events bring points, by a formula that is published before.

    Points are hundredths. The days are those of the room's time zone; ``begins_at`` and ``ends_at``
    (excluded) are their moments. A closed season never changes again. One of a ``club`` counts the
    club's games, all others count the events of ``plans``.
    """

    class Span(models.TextChoices):
        MONTH = "month", pgettext_lazy("length of a season", "a month")
        QUARTER = "quarter", _("a quarter")
        DATES = "dates", _("dates of its own")

    class Formula(models.TextChoices):
        TABLE = "table", _("a fixed table by place")
        ROOT = "root", _("the square root of the field over the place")
        SHARE = "share", _("the share of the prizes")

    club = models.ForeignKey(
        Club,
        models.PROTECT,
        null=True,
        editable=False,
        related_name="seasons",
        verbose_name=_("club"),
    )
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    span = models.CharField(_("lasts"), max_length=7, choices=Span, default=Span.MONTH)
    begins_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    begins_at = models.DateTimeField(editable=False)
    ends_at = models.DateTimeField(editable=False)
    plans = models.ManyToManyField(
        Template, related_name="seasons", blank=True, verbose_name=_("series that count")
    )
    formula = models.CharField(_("formula"), max_length=5, choices=Formula, default=Formula.TABLE)
    points_table = models.JSONField(_("points by place"), default=list, blank=True)
    factor = models.PositiveIntegerField(_("factor"), default=0)
    attendance = models.PositiveIntegerField(_("points for taking part"), default=0)
    best = models.PositiveSmallIntegerField(
        _("best results that count"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("Empty: all results count."),
    )
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        editable=False,
        related_name="+",
        verbose_name=_("written by"),
    )
    closed_at = models.DateTimeField(_("closed"), null=True, editable=False)

    class Meta:
        app_label = APP
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        default_permissions = ("view", "add", "change", "delete")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("begins_at")), name="a_season_has_an_end"
            ),
            models.UniqueConstraint(fields=["club", "name"], name="a_club_season_has_its_own_name"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **options: Any) -> None:
        """Save it with the days that its span means, and their moments in the room's time zone."""
        span: rules.Span = self.span  # type: ignore[assignment]  # the choices are its spans
        self.begins_on, self.ends_on = rules.days_of(span, self.begins_on, self.ends_on)
        zone = room_time.zone()
        self.begins_at = datetime.combine(self.begins_on, time.min, zone)
        self.ends_at = datetime.combine(self.ends_on + timedelta(days=1), time.min, zone)
        super().save(*args, **options)

    @property
    def begun(self) -> bool:
        """Return whether an event has counted: what it brings stands from then on (SERIES-5)."""
        return self.events.exists()

    @property
    def page_of_event(self) -> str:
        """The address by which its pages lead to an event."""
        return "results" if self.club_id is None else "home_of_event"

    @property
    def rule(self) -> rules.PointsFormula:
        """The formula as the rules read it."""
        return rules.PointsFormula(
            kind=self.formula,  # type: ignore[arg-type]  # the choices are its kinds
            table=tuple(self.points_table),
            factor=self.factor,
            attendance=self.attendance,
        )


class SeasonEvent(models.Model):
    """An event that a season has counted, with the end that it had then."""

    season = models.ForeignKey(
        Season, models.CASCADE, related_name="events", db_index=False, verbose_name=_("season")
    )
    tournament = models.ForeignKey(
        Tournament, models.PROTECT, related_name="+", verbose_name=_("tournament")
    )
    finished_at = models.DateTimeField(_("finished"))
    field = models.PositiveIntegerField(_("field"))

    class Meta:
        app_label = APP
        verbose_name = _("event of a season")
        verbose_name_plural = _("events of a season")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["season", "tournament"], name="counted_once"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.tournament_id}"


class SeasonResult(models.Model):
    """A player's best place in a counted event, and its points.

    ``share`` are the parts of the prizes that the place is worth, in millionths.
    """

    event = models.ForeignKey(
        SeasonEvent, models.CASCADE, related_name="results", db_index=False, verbose_name=_("event")
    )
    season = models.ForeignKey(Season, models.CASCADE, related_name="+", db_index=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    place = models.PositiveIntegerField(_("place"))
    tied = models.PositiveIntegerField(_("players who share it"))
    share = models.PositiveIntegerField(_("share of the prizes"))
    points: "Points" = models.PositiveBigIntegerField(_("points"))
    disqualified = models.BooleanField(_("disqualified"), default=False)

    class Meta:
        app_label = APP
        verbose_name = _("result of a season")
        verbose_name_plural = _("results of a season")
        default_permissions = ()
        indexes = [models.Index(fields=["season", "user"], name="results_of_a_season")]
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="one_result_a_player"),
            models.CheckConstraint(
                condition=models.Q(disqualified=False) | models.Q(points=0),
                name="no_points_if_disqualified",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.user_id}"


class SeasonStanding(models.Model):
    """A player's line of the standings: ``results`` are the points of each event, best first."""

    season = models.ForeignKey(
        Season, models.CASCADE, related_name="standings", db_index=False, verbose_name=_("season")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    place = models.PositiveIntegerField(_("place"), default=0)
    points: "Points" = models.PositiveBigIntegerField(_("points"))
    results = ArrayField(models.PositiveBigIntegerField(), verbose_name=_("results"))
    events = models.PositiveIntegerField(_("events"))

    class Meta:
        app_label = APP
        verbose_name = _("line of the standings")
        verbose_name_plural = _("standings")
        default_permissions = ()
        indexes = [models.Index(fields=["season", "place", "id"], name="standings_in_order")]
        constraints = [
            models.UniqueConstraint(fields=["season", "user"], name="one_line_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}/{self.user_id}"


class SeasonPrize(models.Model):
    """The ticket for a place of a season: ``value`` cents, for events of ``template`` or any."""

    season = models.ForeignKey(
        Season, models.CASCADE, related_name="prizes", db_index=False, verbose_name=_("season")
    )
    place = models.PositiveIntegerField(_("place"), validators=[MinValueValidator(1)])
    value: "Points" = models.PositiveBigIntegerField(
        _("value, cents"), validators=[MinValueValidator(1)]
    )
    template = models.ForeignKey(
        Template,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("good for"),
        help_text=_("Empty: any event that costs as much."),
    )

    class Meta:
        app_label = APP
        verbose_name = _("prize of a season")
        verbose_name_plural = _("prizes of a season")
        default_permissions = ()
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["season", "place"], name="one_prize_a_place"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.place}"
