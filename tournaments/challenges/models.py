"""Challenges, what counted for them, and how far each player has come (CHALLENGE-1 to -4)."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tables.games import RANKINGS
from tables.hand_names import HANDS
from tournaments.models import Template
from tournaments.rules import challenges as rules

# The rows are tables of the events, as those of ``tournaments.models``.
APP = "tournaments"
LONGEST_NAME, LONGEST_TEXT = 60, 300


class Challenge(models.Model):
    """A task of the room, published between two moments; ``counted_until`` is the end of the events
    that are counted. Without its own Italian it is told in English."""

    class Kind(models.TextChoices):
        EVENTS = "events", _("finish a number of events")
        PLACES = "places", _("finish events among the first places")
        PLANS = "plans", _("finish an event of each of these series")
        HANDS = "hands", _("win showdowns with a hand")

    kind = models.CharField(_("task"), max_length=6, choices=Kind)
    name = models.CharField(_("name in English"), max_length=LONGEST_NAME)
    name_it = models.CharField(_("name in Italian"), max_length=LONGEST_NAME, blank=True)
    text = models.CharField(_("text in English"), max_length=LONGEST_TEXT)
    text_it = models.CharField(_("text in Italian"), max_length=LONGEST_TEXT, blank=True)
    count = models.PositiveSmallIntegerField(
        _("how often"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(rules.MOST)],
        help_text=_("For series: it follows from their number."),
    )
    best_place = models.PositiveSmallIntegerField(
        _("the last place that counts"), default=3, validators=[MinValueValidator(1)]
    )
    ranking = models.CharField(
        _("hand"),
        max_length=24,
        blank=True,
        choices=[(key, RANKINGS[key]) for key in HANDS if key in RANKINGS],
    )
    plans = models.ManyToManyField(
        Template,
        related_name="challenges",
        blank=True,
        verbose_name=_("series"),
        help_text=_("Empty: all open events of the room count."),
    )
    begins_at = models.DateTimeField(_("begins"))
    ends_at = models.DateTimeField(_("ends"))
    published_at = models.DateTimeField(_("published"), null=True, editable=False)
    counted_until = models.DateTimeField(null=True, editable=False)
    written_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        editable=False,
        related_name="+",
        verbose_name=_("written by"),
    )

    class Meta:
        app_label = APP
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        default_permissions = ("view", "add", "change", "delete")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(ends_at__gt=models.F("begins_at")),
                name="a_challenge_has_an_end",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def title(self) -> str:
        """The name in the active language."""
        return (self.name_it if get_language() == "it" else "") or self.name

    @property
    def told(self) -> str:
        """The text in the active language."""
        return (self.text_it if get_language() == "it" else "") or self.text


class ChallengeStep(models.Model):
    """An event, series or hand that counted for a player, once by its key."""

    challenge = models.ForeignKey(
        Challenge, models.CASCADE, related_name="steps", db_index=False, verbose_name=_("challenge")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    key = models.CharField(max_length=30)

    class Meta:
        app_label = APP
        verbose_name = _("step of a challenge")
        verbose_name_plural = _("steps of challenges")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["challenge", "user", "key"], name="a_step_counts_once"),
        ]

    def __str__(self) -> str:
        return f"{self.challenge_id}/{self.user_id}/{self.key}"


class ChallengeProgress(models.Model):
    """A player's steps of a challenge; once met it stays met, and is a badge."""

    challenge = models.ForeignKey(
        Challenge,
        models.CASCADE,
        related_name="progress",
        db_index=False,
        verbose_name=_("challenge"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="+",
        verbose_name=_("player"),
    )
    steps = models.PositiveIntegerField(_("steps"))
    met_at = models.DateTimeField(_("met"), null=True)

    class Meta:
        app_label = APP
        verbose_name = _("progress in a challenge")
        verbose_name_plural = _("progress in challenges")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(fields=["challenge", "user"], name="one_progress_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.challenge_id}/{self.user_id}"
