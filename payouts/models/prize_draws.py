"""The prize draw of a VeloX, from the promise to the proof."""

import pgtrigger
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from payouts import events
from payouts.rules import velox


def _changes(*columns: str) -> pgtrigger.Condition:
    """Return the condition that a row's columns change after the last of them was set."""
    old, new = (", ".join(f"{row}.{column}" for column in columns) for row in ("OLD", "NEW"))
    return pgtrigger.Condition(
        f"OLD.{columns[-1]} IS NOT NULL AND ({old}) IS DISTINCT FROM ({new})"
    )


class PrizeDraw(models.Model):
    """The prize draw of a VeloX (VELOX-4): promised, then drawn, then revealed, each once.

    Everything here may be public; the seed comes here when it is revealed.
    """

    event = models.CharField(_("event"), max_length=80, unique=True)
    seats = models.PositiveSmallIntegerField(_("seats"))
    buy_in = models.PositiveBigIntegerField(_("buy-in, cents"))
    odds = models.CharField(
        _("room's own table"),
        max_length=velox.LONGEST_TABLE,
        blank=True,
        help_text=_("Multipliers with their chances per million; empty: the regulations' table."),
    )
    commitment = models.CharField(_("commitment"), max_length=64)
    promised_at = models.DateTimeField(_("promised"))
    player_seeds = models.JSONField(
        _("players' seeds"), null=True, help_text=_("By the player's number.")
    )
    ticket = models.PositiveIntegerField(_("ticket"), null=True)
    multiplier = models.PositiveIntegerField(_("multiplier"), null=True)
    drawn_at = models.DateTimeField(_("drawn"), null=True)
    server_seed = models.CharField(
        _("server's seed"), max_length=64, blank=True, help_text=_("Hidden until the draw.")
    )
    revealed_at = models.DateTimeField(_("revealed"), null=True)

    class Meta:
        verbose_name = _("draw")
        verbose_name_plural = _("draws")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    player_seeds__isnull=True,
                    ticket__isnull=True,
                    multiplier__isnull=True,
                    drawn_at__isnull=True,
                )
                | models.Q(
                    player_seeds__isnull=False,
                    ticket__lt=velox.TICKETS,
                    multiplier__gt=0,
                    drawn_at__isnull=False,
                ),
                name="draw_is_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(server_seed="", revealed_at__isnull=True)
                | models.Q(
                    drawn_at__isnull=False,
                    revealed_at__isnull=False,
                    commitment=models.Func(
                        models.F("server_seed"),
                        template="encode(sha256(decode(%(expressions)s, 'hex')), 'hex')",
                        output_field=models.CharField(),
                    ),
                ),
                name="draw_reveals_what_was_promised",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="promise_never_changes",
                fields=["event", "seats", "buy_in", "odds", "commitment", "promised_at"],
            ),
            pgtrigger.Protect(
                name="drawn_once",
                operation=pgtrigger.Update,
                condition=_changes("player_seeds", "ticket", "multiplier", "drawn_at"),
            ),
            pgtrigger.Protect(
                name="revealed_once",
                operation=pgtrigger.Update,
                condition=_changes("server_seed", "revealed_at"),
            ),
            pgtrigger.Protect(name="kept_for_ever", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return self.event

    @cached_property
    def free(self) -> bool:
        """Return whether its event is for play money, so that its amounts are chips."""
        event = events.find([self.event]).get(self.event)
        return event is not None and event.free

    @property
    def collected(self) -> int:
        """The buy-ins of the players, cents."""
        return self.seats * self.buy_in

    @property
    def prize_pool(self) -> int:
        """Cents to be won; before the draw, the least possible prize."""
        return (self.multiplier or min(self.table)) * self.buy_in

    @property
    def table(self) -> velox.Table:
        """The multipliers that it may draw, with their tickets."""
        return velox.table(seats=self.seats, buy_in=self.buy_in, odds=self.odds)


class PrizeDrawSecret(models.Model):
    """The server's seed until it is revealed; only ``prizes.prize_draws`` writes and reads it."""

    draw = models.OneToOneField(PrizeDraw, models.PROTECT, primary_key=True, related_name="secret")
    server_seed = models.BinaryField(max_length=32, editable=False)

    class Meta:
        triggers = [
            pgtrigger.Protect(
                name="secret_never_changes", operation=pgtrigger.Update | pgtrigger.Delete
            ),
        ]

    def __str__(self) -> str:
        return f"{self.draw_id}"
