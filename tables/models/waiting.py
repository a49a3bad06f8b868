"""Waiting lists of full cash games."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Waiting(models.Model):
    """A player's place on the waiting list of a cash game: for all its tables, or for one.

    A free seat is held for the player who has waited longest; ``Table.live`` has it too.
    """

    class End(models.TextChoices):
        SEATED = "seated", _("has a seat")
        LEFT = "left", _("left the list")
        EXPIRED = "expired", _("did not take the seat")
        BARRED = "barred", _("cannot play")
        CLOSED = "closed", _("the game is over")

    game = models.ForeignKey(
        "tables.CashGame", models.PROTECT, related_name="waiting", verbose_name=_("cash game")
    )
    table = models.ForeignKey(
        "tables.Table",
        models.PROTECT,
        null=True,
        related_name="waiting",
        verbose_name=_("this table only"),
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="cash_waiting",
        verbose_name=_("player"),
    )
    joined_at = models.DateTimeField(_("waits since"))
    held_table = models.ForeignKey(
        "tables.Table",
        models.PROTECT,
        null=True,
        related_name="held_for",
        verbose_name=_("table of the held seat"),
    )
    held_seat = models.PositiveSmallIntegerField(_("held seat"), null=True)
    held_until = models.DateTimeField(_("held until"), null=True)
    ended = models.CharField(_("how it ended"), max_length=7, choices=End, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True)

    class Meta:
        verbose_name = _("place on a waiting list")
        verbose_name_plural = _("waiting lists")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user"],
                condition=models.Q(ended_at__isnull=True),
                name="one_place_on_a_waiting_list",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    held_table__isnull=True, held_seat__isnull=True, held_until__isnull=True
                )
                | models.Q(
                    held_table__isnull=False, held_seat__isnull=False, held_until__isnull=False
                ),
                name="seat_held_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(ended="", ended_at__isnull=True)
                | (~models.Q(ended="") & models.Q(ended_at__isnull=False)),
                name="waiting_ends_whole",
            ),
        ]
        indexes = [models.Index(fields=["held_until"], name="held_seats")]
