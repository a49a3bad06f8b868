"""How far a new room is set up."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Opening(models.Model):
    """The one row of a room that was set up on its own page.

    ``code_hash`` is of the one-time code that its owner reads on the console; empty once it is
    used. ``finished_at`` is when everybody was let in.
    """

    code_hash = models.CharField(_("hash of the code"), max_length=64, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("owner"),
    )
    programme = models.CharField(_("programme"), max_length=20, blank=True)
    finished_at = models.DateTimeField(_("opened"), null=True)

    class Meta:
        verbose_name = _("opening of the room")
        verbose_name_plural = _("openings of the room")
        default_permissions = ()
        constraints = [
            models.CheckConstraint(condition=Q(pk=1), name="a_room_opens_once"),
            models.CheckConstraint(
                condition=Q(owner__isnull=True) | Q(code_hash=""), name="the_code_is_used_once"
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(owner__isnull=False),
                name="an_open_room_has_an_owner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
