"""Links by which players show their own hands (SHARE-1); ``tables.own_hands.sharing`` alone writes
them."""

import secrets
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON
from tables.models.tables import Hand

LONGEST_TOKEN: Final = 22


def new_token() -> str:
    """Return 128 random bits: they are the key to the hand."""
    return secrets.token_urlsafe(16)


class SharedHand(models.Model):
    """A link to a finished hand, which shows what its player knows of it.

    ``ended_by`` is the member of staff who ended it; None where its player did.
    """

    hand = models.ForeignKey(
        Hand,
        models.CASCADE,
        related_name="+",
        db_index=False,
        db_constraint=False,
        verbose_name=_("hand"),
    )
    created_at = models.DateTimeField(_("shared"))
    expires_at = models.DateTimeField(_("valid until"), null=True)
    ended_at = models.DateTimeField(_("ended"), null=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="+",
        db_index=False,
        verbose_name=_("player"),
    )
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        verbose_name=_("ended by"),
    )
    names_shown = models.BooleanField(_("with names"), db_default=False)
    token = models.CharField(max_length=LONGEST_TOKEN, unique=True, default=new_token)
    why = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True, db_default="")

    class Meta:
        verbose_name = _("shared hand")
        verbose_name_plural = _("shared hands")
        default_permissions = ("view",)
        permissions = [("end_shared_hand", "Can end the link to a shared hand")]
        indexes = [models.Index(fields=["user", "-id"], name="shared_hands_of_a_player")]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "hand", "names_shown"],
                condition=models.Q(ended_at__isnull=True),
                name="one_link_to_a_hand",
            )
        ]

    def __str__(self) -> str:
        return str(self.hand_id)

    def is_open(self, now: datetime) -> bool:
        """Return whether it has neither ended nor expired."""
        return self.ended_at is None and (self.expires_at is None or self.expires_at > now)
