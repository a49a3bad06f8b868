"""Archives of a player's own data, in sealed portions until they are deleted (DATA-1)."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class DataArchive(models.Model):
    """An archive that a player asked for; ``tries`` tells the portions of an attempt from those of
    the one before, which died."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("player")
    )
    language = models.CharField(_("language"), max_length=10)
    asked_at = models.DateTimeField(_("asked"))
    due_at = models.DateTimeField(_("next attempt"), null=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0, db_default=0)
    percent = models.PositiveSmallIntegerField(_("done, percent"), default=0, db_default=0)
    size = models.BigIntegerField(_("bytes"), null=True)
    ready_at = models.DateTimeField(_("ready"), null=True)
    until = models.DateTimeField(_("deleted after"), null=True)
    taken_at = models.DateTimeField(_("taken"), null=True)
    failed_at = models.DateTimeField(_("failed"), null=True)

    class Meta:
        verbose_name = _("archive of a player's data")
        verbose_name_plural = _("archives of players' data")
        default_permissions = ()
        indexes = [
            models.Index(
                fields=["due_at"], condition=models.Q(due_at__isnull=False), name="archives_due"
            ),
            models.Index(fields=["user", "-asked_at"], name="archives_of_somebody"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(due_at__isnull=False),
                name="one_archive_at_a_time",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class DataPortion(models.Model):
    """A portion of an archive, encrypted for its player."""

    archive = models.ForeignKey(
        DataArchive, models.CASCADE, related_name="portions", verbose_name=_("archive")
    )
    attempt = models.PositiveSmallIntegerField(_("attempt"))
    no = models.PositiveIntegerField(_("number"))
    sealed = models.BinaryField(_("content, encrypted"))

    class Meta:
        verbose_name = _("portion of an archive")
        verbose_name_plural = _("portions of archives")
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["archive", "attempt", "no"], name="portions_of_an_archive_in_order"
            )
        ]

    def __str__(self) -> str:
        return f"{self.archive_id}/{self.no}"
