"""Records about one player: sign-ins, notes of staff, and demands of staff."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON
from players.models.records import kept_until_forgotten
from players.models.user import User

LONGEST_NOTE = 1000
# Sign-ins are kept so long; the database refuses to delete them before.
LOGINS_KEPT_DAYS = 365


class Player(User):
    """An account as the desk's file of a player shows it."""

    class Meta:
        proxy = True
        default_permissions = ("view",)
        permissions = [("tell_player", _("Can send a player a message of the staff"))]
        verbose_name = _("player")
        verbose_name_plural = _("players")


class Login(models.Model):
    """A sign-in by a name, or an attempt; ``user`` and ``name`` are empty for an unknown name."""

    class Outcome(models.TextChoices):
        DONE = "done", _("signed in")
        WRONG = "wrong", _("wrong password")
        SUSPENDED = "suspended", _("account suspended")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        db_index=False,
        related_name="+",
        verbose_name=_("player"),
    )
    name = models.CharField(_("name"), max_length=150)
    at = models.DateTimeField(_("time"))
    address = models.GenericIPAddressField(_("address"), null=True)
    browser = models.CharField(_("browser"), max_length=40, blank=True)
    system = models.CharField(_("system"), max_length=40, blank=True)
    outcome = models.CharField(_("outcome"), max_length=9, choices=Outcome)

    class Meta:
        verbose_name = _("sign-in")
        verbose_name_plural = _("sign-ins")
        indexes = [
            models.Index(fields=["user", "-id"], name="logins_of_somebody"),
            models.Index(fields=["address", "-id"], name="logins_from_somewhere"),
            models.Index(fields=["at"], name="logins_by_age"),
        ]
        triggers = [
            pgtrigger.Protect(name="login_as_it_was", operation=pgtrigger.Update),
            kept_until_forgotten(
                "login_is_kept",
                unless=f"OLD.at <= now() - interval '{LOGINS_KEPT_DAYS} days'",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}"


class PlayerNote(models.Model):
    """A note about a player, for staff; pinned ones stand on top."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="notes_of_staff",
        verbose_name=_("player"),
    )
    text = models.CharField(_("note"), max_length=LONGEST_NOTE)
    pinned = models.BooleanField(_("pinned"), default=False)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("note about a player")
        verbose_name_plural = _("notes about players")
        default_permissions = ("add", "view")
        triggers = [
            pgtrigger.Protect(name="note_is_kept", operation=pgtrigger.Delete),
            pgtrigger.ReadOnly(name="note_as_written", fields=["user", "text", "by", "at"]),
        ]

    def __str__(self) -> str:
        return self.text


class Demand(models.Model):
    """A task before the player may go on after the next sign-in; ``met_at``: when it was done."""

    class Kind(models.TextChoices):
        PASSWORD = "password", _("new password")
        FACTOR = "factor", _("second factor")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="demands", verbose_name=_("player")
    )
    kind = models.CharField(_("what"), max_length=8, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("why"), max_length=LONGEST_REASON)
    at = models.DateTimeField(_("time"))
    met_at = models.DateTimeField(_("done"), null=True)

    class Meta:
        verbose_name = _("demand on a player")
        verbose_name_plural = _("demands on players")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "kind"],
                condition=models.Q(met_at__isnull=True),
                name="demanded_once_at_a_time",
            )
        ]
        triggers = [
            pgtrigger.Protect(name="demand_is_kept", operation=pgtrigger.Delete),
            pgtrigger.ReadOnly(name="demand_as_made", fields=["user", "kind", "by", "why", "at"]),
        ]

    def __str__(self) -> str:
        return self.get_kind_display()
