"""The progress of a new room's set-up."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Opening(models.Model):
    """The one row of a room that was set up on its own page.

    ``code_hash`` is of the one-time code that an owner reads on the console; empty once it is used.
    A second code makes a second owner. ``finished_at`` is the time at which the room opened.
    """

    code_hash = models.CharField(_("hash of the code"), max_length=64, blank=True)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("owner"),
    )
    second_owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("second owner"),
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
                condition=Q(second_owner__isnull=True, finished_at__isnull=True) | Q(code_hash=""),
                name="the_code_is_used_once",
            ),
            models.CheckConstraint(
                condition=Q(second_owner__isnull=True)
                | (Q(owner__isnull=False) & ~Q(owner=F("second_owner"))),
                name="the_second_owner_is_another",
            ),
            models.CheckConstraint(
                condition=Q(finished_at__isnull=True) | Q(owner__isnull=False),
                name="an_open_room_has_an_owner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.pk}"
