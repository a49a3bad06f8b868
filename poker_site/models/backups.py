"""The record of the backups of the room's database."""

from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _


class Backup(models.Model):
    """A finished backup, written by the owner of the tables: the room's processes only read it.

    ``place`` is its folder on the machine that made it.
    """

    # One every night, and two hours of patience.
    EVERY: ClassVar = timedelta(hours=26)

    kind = models.CharField(_("kind"), max_length=8)
    made_at = models.DateTimeField(_("made"))
    place = models.TextField(_("place"))
    bytes = models.BigIntegerField(_("bytes"))

    class Meta:
        verbose_name = _("backup")
        verbose_name_plural = _("backups")
        default_permissions = ()

    def __str__(self) -> str:
        return self.place
