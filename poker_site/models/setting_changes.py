"""Settings of the room as changed by staff: the last row of a key is in force."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON
from core.settings import registry
from players.models import ByTwo, two_person_orders


def title_of(key: str) -> str:
    """Return the title of a setting; its key where this release no longer has it."""
    setting = registry.declared().get(key)
    return str(setting.title) if setting else key


class Logo(models.Model):
    """A present or former logo of the room, redrawn from the uploaded picture."""

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


class SettingOrder(ByTwo):
    """A change of a setting that waits for a second person; decided once.

    ``new`` is None for a return to the default.
    """

    key = models.CharField(_("setting"), max_length=60)
    new = models.JSONField(_("new"), null=True)

    class Meta:
        verbose_name = _("change of a setting that waits")
        verbose_name_plural = _("changes of settings that wait")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=Q(status="waiting"), name="one_change_of_a_setting_waits"
            ),
            two_person_orders.waits_or_is_decided("setting_order"),
            two_person_orders.takes_two("setting_order"),
        ]
        triggers = two_person_orders.order_triggers(
            "setting_order", ["key", "new", "why", "given_by", "given_at"]
        )

    def __str__(self) -> str:
        return title_of(self.key)


class SettingChange(models.Model):
    """A change of a setting from ``old`` to ``new``; None is the default.

    ``order`` is the order that a second person confirmed.
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
