"""The room's own rake tariffs; one member of staff orders a version, another confirms it."""

from datetime import datetime
from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON
from players.models import ByTwo, two_person_orders
from tables.engine import rake

LONGEST_TEXT = 2_000


def dates_in_order(name: str) -> models.CheckConstraint:
    """Return the constraint that both dates of a promotion are set in order, or neither is."""
    return models.CheckConstraint(
        condition=Q(begins_at__isnull=True, ends_at__isnull=True)
        | Q(begins_at__isnull=False, ends_at__gt=F("begins_at")),
        name=name,
    )


class RakeTariff(models.Model):
    """A rake tariff for games, instead of the regulations' (RAKE-2, RAKE-3).

    ``text`` is ``rake.Tariff.text`` of the current version; its ``number`` is None until a second
    member of staff has confirmed the first version. A ``promotional`` tariff has dates, between
    which it replaces a game's own tariff.
    """

    name = models.CharField(_("name"), max_length=60, unique=True)
    promotional = models.BooleanField(_("promotion"), default=False)
    number = models.PositiveSmallIntegerField(_("version"), null=True)
    text = models.CharField(_("rates and caps"), max_length=LONGEST_TEXT, blank=True)
    begins_at = models.DateTimeField(_("begins"), null=True)
    ends_at = models.DateTimeField(_("ends"), null=True)
    retired_at = models.DateTimeField(_("retired"), null=True)
    retired_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("retired by"),
    )
    retired_why = models.CharField(
        _("reason for retiring it"), max_length=LONGEST_REASON, blank=True
    )

    class Meta:
        verbose_name = _("rake tariff")
        verbose_name_plural = _("rake tariffs")
        ordering = ["name"]
        default_permissions = ("view",)
        permissions = [("set_tariffs", _("Can order rake tariffs, and decide them"))]
        constraints = [
            models.CheckConstraint(
                condition=Q(retired_at__isnull=True, retired_by__isnull=True)
                | Q(retired_at__isnull=False, retired_by__isnull=False),
                name="tariff_retired_whole",
            ),
            models.CheckConstraint(
                condition=Q(number__isnull=True, text="") | (Q(number__isnull=False) & ~Q(text="")),
                name="tariff_holds_whole",
            ),
            dates_in_order("tariff_dates_in_order"),
        ]
        triggers = [
            pgtrigger.ReadOnly(name="a_tariff_keeps_its_kind", fields=["name", "promotional"]),
            pgtrigger.Protect(name="a_tariff_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return self.name

    def holds(self, *, now: datetime) -> bool:
        """Return whether the tariff applies now: a promotion only from its beginning to its end."""
        if self.begins_at is None or self.ends_at is None:
            return self.number is not None
        return self.begins_at <= now < self.ends_at


class TariffVersion(ByTwo):
    """A version of a tariff, which applies from its confirmation by a second member of staff until
    that of the next version.

    Each hand keeps the ``text`` that it was dealt by, so a version never changes.
    """

    tariff = models.ForeignKey(
        RakeTariff, models.PROTECT, related_name="versions", verbose_name=_("rake tariff")
    )
    number = models.PositiveSmallIntegerField(_("version"))
    text = models.CharField(_("rates and caps"), max_length=LONGEST_TEXT)
    begins_at = models.DateTimeField(_("begins"), null=True)
    ends_at = models.DateTimeField(_("ends"), null=True)

    class Meta:
        verbose_name = _("version of a tariff")
        verbose_name_plural = _("versions of tariffs")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["tariff", "number"], name="tariff_version_once"),
            models.UniqueConstraint(
                fields=["tariff"], condition=Q(status="waiting"), name="one_version_waits"
            ),
            dates_in_order("tariff_version_dates_in_order"),
            two_person_orders.waits_or_is_decided("tariff_version"),
            two_person_orders.takes_two("tariff_version"),
        ]
        triggers = two_person_orders.order_triggers(
            "tariff_version",
            ["tariff", "number", "text", "begins_at", "ends_at", "why", "given_by", "given_at"],
        )

    def __str__(self) -> str:
        return f"{self.tariff} · {self.number}"


class RakedGame(models.Model):
    """A game whose rake follows the regulations' tariff, or one of the room's own."""

    # The relations that ``tariff_at`` reads, for ``select_related``.
    TARIFFS: ClassVar = ("tariff", "promotion")

    tariff = models.ForeignKey(
        RakeTariff,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("rake tariff"),
        limit_choices_to={
            "number__isnull": False,
            "promotional": False,
            "retired_at__isnull": True,
        },
        help_text=_(
            "Empty: the tariff of the regulations. A change applies from the next hand on."
        ),
    )
    promotion = models.ForeignKey(
        RakeTariff,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("promotion"),
        limit_choices_to={
            "number__isnull": False,
            "promotional": True,
            "retired_at__isnull": True,
        },
        help_text=_("It replaces the tariff between these two dates."),
    )

    class Meta:
        abstract = True

    def tariff_at(self, now: datetime) -> str:
        """Return the tariff of a hand dealt at ``now``, as the engine's text."""
        for chosen in (self.promotion, self.tariff):
            if chosen is not None and chosen.holds(now=now):
                return chosen.text
        return rake.TODAY
