"""The room's own VeloX tables; one member of staff orders each version, another confirms it."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON
from payouts.rules.velox import LONGEST_TABLE, SHARES
from players.models import ByTwo, two_person_orders


class VeloxTable(models.Model):
    """A prize table that plans may use instead of the regulations' (VELOX-2, VELOX-3).

    ``odds`` is ``velox.written`` of the current version; its ``number`` is None until a second
    person has confirmed the first.
    """

    name = models.CharField(_("name"), max_length=60, unique=True)
    seats = models.PositiveSmallIntegerField(
        _("seats"), choices=[(seats, str(seats)) for seats in sorted(SHARES)]
    )
    number = models.PositiveSmallIntegerField(_("version"), null=True)
    odds = models.CharField(_("multipliers"), max_length=LONGEST_TABLE, blank=True)
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
        verbose_name = _("VeloX table")
        verbose_name_plural = _("VeloX tables")
        ordering = ["name"]
        default_permissions = ("view",)
        permissions = [("set_velox_tables", _("Can order VeloX tables, and decide them"))]
        constraints = [
            models.CheckConstraint(
                condition=Q(retired_at__isnull=True, retired_by__isnull=True)
                | Q(retired_at__isnull=False, retired_by__isnull=False),
                name="velox_table_retired_whole",
            ),
            models.CheckConstraint(
                condition=Q(number__isnull=True, odds="") | (Q(number__isnull=False) & ~Q(odds="")),
                name="velox_table_holds_whole",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(name="a_velox_table_keeps_its_seats", fields=["name", "seats"]),
            pgtrigger.Protect(name="a_velox_table_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return self.name


class VeloxTableVersion(ByTwo):
    """The multipliers of a table, valid from their confirmation until that of the next version.

    Each game carries the ``odds`` that it was published with, so no version ever changes.
    """

    table = models.ForeignKey(
        VeloxTable, models.PROTECT, related_name="versions", verbose_name=_("VeloX table")
    )
    number = models.PositiveSmallIntegerField(_("version"))
    odds = models.CharField(_("multipliers"), max_length=LONGEST_TABLE)

    class Meta:
        verbose_name = _("version of a VeloX table")
        verbose_name_plural = _("versions of VeloX tables")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="velox_table_version_once"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(status="waiting"), name="one_velox_version_waits"
            ),
            two_person_orders.waits_or_is_decided("velox_table_version"),
            two_person_orders.takes_two("velox_table_version"),
        ]
        triggers = two_person_orders.order_triggers(
            "velox_table_version", ["table", "number", "odds", "why", "given_by", "given_at"]
        )

    def __str__(self) -> str:
        return f"{self.table} · {self.number}"
