"""Days of the ledger that two members of staff have signed."""

import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext_lazy as _


class _WithoutPlayers(models.Manager["DayClosing"]):
    """The columns that a list reads of a day: without those of its thousands of players."""

    def get_queryset(self) -> QuerySet["DayClosing"]:
        return super().get_queryset().defer("players", "moved")


class DayClosing(models.Model):
    """A day of the room's clock with its figures (cents), as the first person signed them.

    ``places`` has those that are not zero by the account of the pool or the table; "" for none.
    ``players`` (user ids) are the players that moved money, ``moved`` the cents of each.

    Written by ``closing`` alone; final once a second person has signed too.
    """

    day = models.DateField(_("day"), unique=True)
    figures = models.JSONField(_("figures"))
    places = models.JSONField(_("figures by event"))
    players = ArrayField(models.IntegerField(), verbose_name=_("players who moved money"))
    moved = ArrayField(models.BigIntegerField(), verbose_name=_("amount moved by each player"))
    signed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("signed by")
    )
    signed_at = models.DateTimeField(_("signed"))
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("second signature"),
    )
    closed_at = models.DateTimeField(_("closed"), null=True)

    objects = _WithoutPlayers()

    class Meta:
        verbose_name = _("daily closing")
        verbose_name_plural = _("daily closings")
        ordering = ["-day"]
        permissions = [("sign_day", _("Can sign the figures of a day"))]
        constraints = [
            models.CheckConstraint(
                condition=Q(closed_by__isnull=True, closed_at__isnull=True)
                | Q(closed_by__isnull=False, closed_at__isnull=False),
                name="day_closes_whole",
            ),
            models.CheckConstraint(
                condition=Q(closed_by__isnull=True) | ~Q(closed_by=F("signed_by")),
                name="day_closes_by_two",
            ),
            models.CheckConstraint(
                condition=Q(players__len=F("moved__len")), name="day_has_cents_of_each_player"
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="day_stays_as_signed",
                fields=["day", "figures", "places", "players", "moved", "signed_by", "signed_at"],
            ),
            pgtrigger.Protect(
                name="day_closes_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__closed_at__isnull=False),
            ),
            pgtrigger.Protect(name="closing_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.day}"
