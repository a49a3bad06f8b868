"""Settings of the room as somebody set them: the last row of a key is what holds."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from core import house
from core.reasons import LONGEST_REASON


def title_of(key: str) -> str:
    """What a setting is called; its key where this release has it no more."""
    setting = house.declared().get(key)
    return str(setting.title) if setting else key


class Logo(models.Model):
    """A picture that the room's logo is or was, drawn anew from what was sent."""

    key = models.CharField(_("key"), max_length=20, unique=True)
    image = models.BinaryField(_("picture"))
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("logo")
        verbose_name_plural = _("logos")
        default_permissions = ()
        triggers = [
            pgtrigger.Protect(name="kept_as_drawn", operation=pgtrigger.Update | pgtrigger.Delete)
        ]

    def __str__(self) -> str:
        return self.key


class SettingOrder(models.Model):
    """A change of a setting that waits for a second person; decided once.

    ``new`` is None where the default shall hold again.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("waits for a second person")
        DONE = "done", _("done")
        TURNED_DOWN = "turned_down", _("turned down")
        WITHDRAWN = "withdrawn", _("withdrawn")

    key = models.CharField(_("setting"), max_length=60)
    new = models.JSONField(_("new"), null=True)
    why = models.CharField(_("why"), max_length=LONGEST_REASON)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("given by")
    )
    given_at = models.DateTimeField(_("given"))
    status = models.CharField(_("status"), max_length=11, choices=Status, default=Status.WAITING)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True)
    why_not = models.CharField(_("why not"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        verbose_name = _("change of a setting that waits")
        verbose_name_plural = _("changes of settings that wait")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=Q(status="waiting"), name="one_change_of_a_setting_waits"
            ),
            models.CheckConstraint(
                condition=Q(status="waiting", decided_by__isnull=True, decided_at__isnull=True)
                | (~Q(status="waiting") & Q(decided_by__isnull=False, decided_at__isnull=False)),
                name="setting_order_waits_or_is_decided",
            ),
            models.CheckConstraint(
                condition=~Q(status="done", decided_by=F("given_by")),
                name="setting_order_takes_two",
            ),
        ]
        triggers = [
            pgtrigger.ReadOnly(
                name="setting_order_stays_as_given",
                fields=["key", "new", "why", "given_by", "given_at"],
            ),
            pgtrigger.Protect(
                name="setting_order_decided_once",
                operation=pgtrigger.Update,
                condition=pgtrigger.Q(old__decided_at__isnull=False),
            ),
            pgtrigger.Protect(name="setting_order_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return title_of(self.key)


class SettingChange(models.Model):
    """That a setting was changed, from ``old`` to ``new``; None is the default.

    ``order`` is what a second person confirmed.
    """

    key = models.CharField(_("setting"), max_length=60)
    old = models.JSONField(_("old"), null=True)
    new = models.JSONField(_("new"), null=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("why"), max_length=LONGEST_REASON)
    at = models.DateTimeField(_("time"))
    order = models.OneToOneField(
        SettingOrder, models.PROTECT, null=True, related_name="change", verbose_name=_("order")
    )

    class Meta:
        verbose_name = _("change of a setting")
        verbose_name_plural = _("changes of settings")
        default_permissions = ("view",)
        permissions = [("set_house", _("Can change settings of the room"))]
        indexes = [models.Index(fields=["key", "-id"], name="setting_as_it_holds")]
        triggers = [
            pgtrigger.Protect(name="kept_as_set", operation=pgtrigger.Update | pgtrigger.Delete)
        ]

    def __str__(self) -> str:
        return title_of(self.key)
