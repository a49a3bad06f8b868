"""A player's notes and marks of others, and their wishes about all."""

from typing import Final

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

# The rows are tables of players, as those of ``players.models``.
APP: Final = "players"
LONGEST_NOTE: Final = 500


class Contact(models.Model):
    """The note and marks of ``owner`` about ``other``, shown to the owner alone (CHAT-4)."""

    class Colour(models.TextChoices):
        RED = "red", _("red")
        ORANGE = "orange", _("orange")
        YELLOW = "yellow", _("yellow")
        GREEN = "green", _("green")
        BLUE = "blue", _("blue")
        PURPLE = "purple", _("purple")

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="contacts", verbose_name=_("player")
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("other player")
    )
    note = models.CharField(_("note"), max_length=LONGEST_NOTE, blank=True)
    colour = models.CharField(_("colour"), max_length=6, choices=Colour, blank=True)
    is_muted = models.BooleanField(_("muted"), default=False)
    blocked_at = models.DateTimeField(_("blocked"), null=True)
    followed_at = models.DateTimeField(_("followed"), null=True)
    invited_at = models.DateTimeField(_("last invited"), null=True)

    class Meta:
        app_label = APP
        verbose_name = _("contact")
        verbose_name_plural = _("contacts")
        default_permissions = ("view",)
        constraints = [
            models.UniqueConstraint(fields=["owner", "other"], name="one_contact_each"),
            models.CheckConstraint(
                condition=~models.Q(owner=models.F("other")), name="no_contact_with_oneself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owner_id} → {self.other_id}"

    @property
    def is_empty(self) -> bool:
        """Return whether the row says nothing."""
        dates = (self.blocked_at, self.followed_at, self.invited_at)
        return not any((self.note, self.colour, self.is_muted, *dates))


class ContactWish(models.Model):
    """A player's wish about all others; without a row it is no."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="+",
        verbose_name=_("player"),
    )
    mutes_all = models.BooleanField(_("mutes all"), default=False)
    refuses_followers = models.BooleanField(_("refuses followers"), db_default=False)
    hides_tables = models.BooleanField(_("hides tables from followers"), db_default=False)

    class Meta:
        app_label = APP
        verbose_name = _("wish about others")
        verbose_name_plural = _("wishes about others")
        default_permissions = ()

    def __str__(self) -> str:
        return str(self.user_id)
