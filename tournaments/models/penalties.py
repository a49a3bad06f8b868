"""Penalties that the floor of a live event gives, and their length (LIVE-15)."""

import pgtrigger
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.models.acts import Act
from tournaments.models.entries import Entry


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
