"""The profile of a player: what others may see of them, by their own choice (PROFILE-1)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

LONGEST_COUNTRY = 40


class PlayerProfile(models.Model):
    """A player's choices; without a row the defaults hold. An empty country is not shown."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="+",
        verbose_name=_("player"),
    )
    country = models.CharField(
        _("country"), max_length=LONGEST_COUNTRY, blank=True, default="", db_default=""
    )
    shows_picture = models.BooleanField(_("shows the picture"), default=True, db_default=True)
    shows_trophies = models.BooleanField(_("shows trophies"), default=True, db_default=True)
    shows_seasons = models.BooleanField(_("shows seasons"), default=True, db_default=True)
    shows_results = models.BooleanField(_("shows results"), default=True, db_default=True)
    compares = models.BooleanField(_("compares with friends"), default=False, db_default=False)

    class Meta:
        verbose_name = _("profile of a player")
        verbose_name_plural = _("profiles of players")
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.user_id}"
