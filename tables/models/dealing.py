"""Mistakes of dealers in a live room, and the rulings on them."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_NAME = 60
LONGEST_NOTE = 300


class DealingError(models.Model):
    """A mistake with real cards, as staff recorded it; never changed or deleted.

    ``facts`` are the answers on which the ruling is based, ``stacks`` the chips of each seat (seat
    number -> chips) after the hand's bets went back.
    """

    class Kind(models.TextChoices):
        EXPOSED = "exposed", _("hole card exposed")
        EXTRA = "extra", _("too many hole cards")
        WRONG_SEAT = "wrong_seat", _("dealt to the wrong seats")
        TOO_SOON = "too_soon", _("board too soon")
        TOO_MANY = "too_many", _("too many cards on the board")
        BOXED = "boxed", _("card face up in the deck")
        FOULED = "fouled", _("fouled deck")

    class Outcome(models.TextChoices):
        MISDEAL = "misdeal", _("misdeal: the hand is dealt again")
        PLAY_ON = "play_on", _("the hand continues")
        VOID = "void", _("the hand is void")

    key = models.UUIDField(unique=True, editable=False)
    at = models.DateTimeField(_("time"), db_index=True)
    received_at = models.DateTimeField(
        _("received"), help_text=_("May be later than the mistake if the network was away.")
    )
    table = models.CharField(_("table"), max_length=LONGEST_NAME)
    hand_no = models.PositiveIntegerField(_("hand"), null=True)
    dealer = models.CharField(_("dealer"), max_length=LONGEST_NAME)
    kind = models.CharField(_("what happened"), max_length=10, choices=Kind)
    facts = models.JSONField(_("facts"))
    rule = models.CharField(_("rule"), max_length=5)
    outcome = models.CharField(_("outcome"), max_length=7, choices=Outcome)
    stacks = models.JSONField(_("stacks restored"), default=dict)
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("recorded by")
    )

    class Meta:
        verbose_name = _("dealer's mistake")
        verbose_name_plural = _("dealers' mistakes")
        ordering = ["-at", "-pk"]
        triggers = [
            pgtrigger.Protect(
                name="an_error_is_kept", operation=pgtrigger.Update | pgtrigger.Delete
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.table}"
