"""Hands that a player brought from a file (IMPORT-1)."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

DIGEST_BYTES: Final = 32


class ImportedHand(models.Model):
    """A hand of a player's own files, which only they open (IMPORT-3).

    ``told`` is the JSON of ``tables.history.formats.transcript.HandFacts``, ``packed`` the events,
    and ``digest`` names the hand: the same one again is not stored.
    """

    imported_at = models.DateTimeField(_("imported at"))
    played_at = models.DateTimeField(_("played at"), null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False
    )
    told = models.JSONField()
    digest = models.BinaryField(max_length=DIGEST_BYTES)
    packed = models.BinaryField()

    class Meta:
        verbose_name = _("imported hand")
        verbose_name_plural = _("imported hands")
        default_permissions = ()
        indexes = [models.Index(fields=["user", "-id"], name="imported_hands_of_a_player")]
        constraints = [
            models.UniqueConstraint(fields=["user", "digest"], name="one_import_of_a_hand")
        ]
