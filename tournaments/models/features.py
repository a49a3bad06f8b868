"""The feature table of a live event, and its hands, shown with a delay (LIVE-13)."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models import Table
from tournaments.models.events import Tournament


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
