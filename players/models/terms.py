"""The versions of the room's terms that players have accepted (HOUSE-3)."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Acceptance(models.Model):
    """A player's acceptance of one version; the texts are in the settings' history."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="acceptances",
        verbose_name=_("player"),
    )
    version = models.CharField(_("version"), max_length=12)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("acceptance of terms")
        verbose_name_plural = _("acceptances of terms")
        constraints = [
            models.UniqueConstraint(fields=["user", "version"], name="terms_accepted_once"),
        ]
        triggers = [
            pgtrigger.Protect(
                name="acceptance_is_kept", operation=pgtrigger.Update | pgtrigger.Delete
            )
        ]

    def __str__(self) -> str:
        return self.version
