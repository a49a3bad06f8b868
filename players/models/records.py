"""Records of players: names, rights, restrictions. Most are append-only, as the history."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON


def kept_until_forgotten(name: str, unless: str = "false") -> pgtrigger.Trigger:
    """Return the trigger that forbids to delete rows of a player who is not anonymised (STAFF-9),
    ``unless`` SQL of OLD allows it."""
    return pgtrigger.Trigger(
        name=name,
        when=pgtrigger.Before,
        operation=pgtrigger.Delete,
        func=(
            # No part of this SQL comes from outside.
            f"IF {unless} OR EXISTS (SELECT FROM players_forgotten"  # noqa: S608
            " WHERE user_id = OLD.user_id)"
            " THEN RETURN OLD; END IF;"
            " RAISE EXCEPTION 'Cannot delete rows from % table', TG_TABLE_NAME;"
        ),
    )


class Forgotten(models.Model):
    """An anonymised player: name, addresses and documents are gone, the books stay."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        primary_key=True,
        related_name="+",
        verbose_name=_("player"),
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("why"), max_length=LONGEST_REASON)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("player anonymised")
        verbose_name_plural = _("anonymised players")
        default_permissions = ()
        permissions = [
            ("export_player", _("Can export all data of a player")),
            ("forget_player", _("Can anonymise a player")),
        ]
        triggers = [
            pgtrigger.Protect(name="kept_as_done", operation=pgtrigger.Update | pgtrigger.Delete)
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class Restriction(models.Model):
    """A restriction of a player by staff, or its end: the last row of a kind of game holds."""

    class Game(models.TextChoices):
        EVENTS = "events", _("events")
        CASH = "cash", _("cash games and pools")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="restrictions",
        verbose_name=_("player"),
    )
    game = models.CharField(_("game"), max_length=6, choices=Game)
    lifted = models.BooleanField(_("lifted"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("why"), max_length=LONGEST_REASON)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("restriction")
        verbose_name_plural = _("restrictions")
        default_permissions = ("view",)
        indexes = [models.Index(fields=["user", "game", "-id"], name="restrictions_of_somebody")]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(user=models.F("by")), name="nobody_restricts_themselves"
            ),
            models.CheckConstraint(condition=~models.Q(why=""), name="a_restriction_has_a_reason"),
        ]
        triggers = [
            pgtrigger.Protect(name="kept_as_said", operation=pgtrigger.Update | pgtrigger.Delete)
        ]

    def __str__(self) -> str:
        return self.get_game_display()


class StaffInvitation(models.Model):
    """A link by which a new member of staff sets a password that the inviter never knows.

    It is sent by mail, is valid until ``until``, and makes one account. The account depends on the
    inviter until another owner has vouched for its person (STAFF-2).
    """

    mail = models.EmailField(_("sent to"))
    called = models.CharField(_("name"), max_length=150, blank=True)
    is_superuser = models.BooleanField(_("owner, with every right"))
    groups = models.JSONField(_("groups"), default=list)
    token_hash = models.CharField(_("hash of the link"), max_length=64, unique=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("invited by")
    )
    at = models.DateTimeField(_("invited"))
    until = models.DateTimeField(_("ends"))
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="staff_invitation",
        verbose_name=_("account"),
    )
    used_at = models.DateTimeField(_("used"), null=True)
    withdrawn_at = models.DateTimeField(_("withdrawn"), null=True)
    vouched_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("vouched for by"),
    )
    vouched_at = models.DateTimeField(_("vouched for"), null=True)

    class Meta:
        verbose_name = _("invitation of staff")
        verbose_name_plural = _("invitations of staff")
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                condition=models.Q(user__isnull=True, used_at__isnull=True)
                | models.Q(user__isnull=False, used_at__isnull=False, withdrawn_at__isnull=True),
                name="an_invitation_makes_one_account",
            ),
            models.CheckConstraint(
                condition=models.Q(vouched_by__isnull=True, vouched_at__isnull=True)
                | (
                    models.Q(user__isnull=False, vouched_by__isnull=False, vouched_at__isnull=False)
                    & ~models.Q(vouched_by=models.F("by"))
                    & ~models.Q(vouched_by=models.F("user"))
                ),
                name="a_third_person_vouches",
            ),
        ]
        triggers = [
            # The address is erased with the invited person's name (STAFF-9).
            pgtrigger.ReadOnly(
                name="invited_as_said",
                fields=["is_superuser", "groups", "token_hash", "by", "at", "until"],
            ),
            pgtrigger.Protect(
                name="invitation_used_once",
                operation=pgtrigger.Update,
                condition=(
                    pgtrigger.Q(old__user__isnull=False)
                    & pgtrigger.Q(old__user__df=pgtrigger.F("new__user"))
                )
                | (
                    pgtrigger.Q(old__vouched_by__isnull=False)
                    & pgtrigger.Q(old__vouched_by__df=pgtrigger.F("new__vouched_by"))
                ),
            ),
            pgtrigger.Protect(name="invitation_is_kept", operation=pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return self.mail or f"#{self.pk}"


class RightsChange(models.Model):
    """A change of a user's rights or password by another; ``grants``: the user may do more.

    ``invitation`` is the one by which the user came, with a password that ``by`` never knew.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("time"))
    grants = models.BooleanField(_("may do more"))
    what = models.JSONField(_("what"))
    before_opening = models.BooleanField(_("before the room was opened"), default=False)
    invitation = models.ForeignKey(
        StaffInvitation,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("invitation of staff"),
    )

    class Meta:
        verbose_name = _("change of rights")
        verbose_name_plural = _("changes of rights")
        indexes = [models.Index(fields=["user", "-at"], name="rights_of_somebody")]
        triggers = [
            pgtrigger.Protect(name="kept_as_changed", operation=pgtrigger.Update | pgtrigger.Delete)
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class Guest(models.Model):
    """A player without an account, for play money alone (FREE-2). The row is deleted at sign-up;
    ``gone_at`` is when an absent guest was let go."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        primary_key=True,
        related_name="guest",
        verbose_name=_("player"),
    )
    made_at = models.DateTimeField(_("came"))
    # The key of the browser's form, so that a double click makes one guest.
    key = models.CharField(_("key"), max_length=64, null=True, unique=True, editable=False)
    gone_at = models.DateTimeField(_("dismissed"), null=True)

    class Meta:
        verbose_name = _("guest")
        verbose_name_plural = _("guests")
        indexes = [
            models.Index(
                fields=["made_at"], name="guests_who_are_here", condition=models.Q(gone_at=None)
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class FormerName(models.Model):
    """A former name of a player, used ``until`` a moment; hands of that time show it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="former_names",
        verbose_name=_("player"),
    )
    name = models.CharField(_("name"), max_length=150, unique=True)
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("former name")
        verbose_name_plural = _("former names")
        triggers = [
            pgtrigger.Protect(name="kept_as_borne", operation=pgtrigger.Update),
            kept_until_forgotten("name_is_kept"),
        ]

    def __str__(self) -> str:
        return self.name


class Reminder(models.Model):
    """The interval, in minutes of play, of a player's reminders."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="reminder",
        verbose_name=_("player"),
    )
    minutes = models.PositiveSmallIntegerField(_("minutes"))

    class Meta:
        verbose_name = _("reminder")
        verbose_name_plural = _("reminders")

    def __str__(self) -> str:
        return f"{self.user_id}"


class Avatar(models.Model):
    """A player's own picture (NAME-2), redrawn as a square from the upload.

    ``key`` is derived from the picture's bytes, "" while there is none. ``tries`` counts the
    uploads since ``tries_since``, for the rate limit.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="avatar",
        verbose_name=_("player"),
    )
    key = models.CharField(_("key"), max_length=20, blank=True, db_index=True)
    image = models.BinaryField(_("picture"), blank=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    tries_since = models.DateTimeField(_("tries since"), null=True)

    class Meta:
        verbose_name = _("picture of a player")
        verbose_name_plural = _("pictures of players")

    def __str__(self) -> str:
        return self.key


class Mail(models.Model):
    """A mail to one address: a row of the outbox, sent by a worker.

    Its text is deleted once it is sent or given up, since it may hold a way into an account. A demo
    sends none and keeps them, to be read at the desk.
    """

    to = models.EmailField(_("to"))
    subject = models.CharField(_("subject"), max_length=200)
    body = models.TextField(_("text"), blank=True)
    html = models.TextField(_("text as HTML"), blank=True)
    headers = models.JSONField(_("headers"), default=dict)
    written_at = models.DateTimeField(_("written"))
    due_at = models.DateTimeField(_("to be sent"), null=True, db_index=True)
    sent_at = models.DateTimeField(_("sent"), null=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("email")
        verbose_name_plural = _("emails")

    def __str__(self) -> str:
        return self.subject


class SelfExclusion(models.Model):
    """A self-exclusion until a moment; it cannot be shortened."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="self_exclusions",
        verbose_name=_("player"),
    )
    asked_at = models.DateTimeField(_("asked"))
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("self-exclusion")
        verbose_name_plural = _("self-exclusions")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(until__gt=models.F("asked_at")),
                name="self_exclusion_lasts",
            ),
        ]
        triggers = [
            pgtrigger.Protect(name="kept_as_asked", operation=pgtrigger.Update | pgtrigger.Delete)
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class Suspension(models.Model):
    """A suspension of a player by staff, or its end: the record of ``is_active``."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="suspensions",
        verbose_name=_("player"),
    )
    lifted = models.BooleanField(_("lifted"))
    # Empty where a suspension has ended by itself.
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("why"), max_length=LONGEST_REASON)
    at = models.DateTimeField(_("time"))
    until = models.DateTimeField(_("until"), null=True)

    class Meta:
        verbose_name = _("suspension")
        verbose_name_plural = _("suspensions")
        permissions = [("suspend_player", _("Can suspend players, and lift suspensions"))]
        constraints = [
            models.CheckConstraint(
                condition=~models.Q(user=models.F("by")), name="nobody_suspends_themselves"
            ),
            models.CheckConstraint(
                condition=~models.Q(why="") | models.Q(lifted=True, by__isnull=True),
                name="a_suspension_has_a_reason",
            ),
            models.CheckConstraint(
                condition=models.Q(by__isnull=False) | models.Q(lifted=True),
                name="a_person_suspends",
            ),
            models.CheckConstraint(
                condition=models.Q(until__isnull=True)
                | models.Q(lifted=False, until__gt=models.F("at")),
                name="a_suspension_ends_after_it_began",
            ),
        ]
        indexes = [
            models.Index(
                fields=["until"],
                condition=models.Q(until__isnull=False),
                name="suspensions_that_end",
            )
        ]
        triggers = [
            pgtrigger.Protect(name="kept_as_said", operation=pgtrigger.Update | pgtrigger.Delete)
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class RealName(models.Model):
    """A player's real name and membership number, for staff alone (STAFF-7)."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        primary_key=True,
        related_name="+",
        verbose_name=_("player"),
    )
    name = models.CharField(_("real name"), max_length=80, blank=True)
    number = models.CharField(_("membership number"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("real name")
        verbose_name_plural = _("real names")
        constraints = [
            models.UniqueConstraint(
                Lower("number"), condition=~models.Q(number=""), name="a_membership_number_once"
            ),
        ]

    def __str__(self) -> str:
        """Return the name and the number, or what there is of them."""
        return " · ".join(part for part in (self.name, self.number) if part)
