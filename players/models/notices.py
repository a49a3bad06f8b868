"""Notices to players, their wishes about them, and the browsers that take them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

# The longest address that a browser's push service may give, characters.
LONGEST_ENDPOINT = 500


class Notice(models.Model):
    """A notice to one player, stored once per ``key``.

    ``data`` holds the values of its sentence, in no language; no other player's data, no card.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("It is your turn")
        SEAT = "seat", _("A seat is ready for you")
        SOON = "soon", _("Your event starts soon")
        START = "start", _("Your event begins")
        MOVED = "moved", _("You have been moved to another table")
        BREAK_OVER = "break_over", _("A break is over")
        AWAY = "away", _("Blinds are taken from you while you are away")
        OUT = "out", _("You are out of an event")
        PRIZE = "prize", _("You have won a prize")
        NEXT = "next", _("After an event: what decided it, and the next one like it")
        SEASON = "season", _("A season that you played in is over")
        AMENDED = "amended", _("An event that you are in changes")
        CLUB = "club", _("A club of yours has a game")
        FRIEND = "friend", _("A player follows you, or a friend invites you")
        MESSAGE = "message", _("A message from the staff")
        BALANCE = "balance", _("Changes to your balance")
        IDENTITY = "identity", _("Your identity is requested or decided")
        ACCOUNT = "account", _("Your account changes")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind)
    key = models.CharField(_("key"), max_length=80)
    data = models.JSONField(_("what"), default=dict)
    url = models.CharField(_("leads to"), max_length=200, blank=True)
    at = models.DateTimeField(_("time"))
    until = models.DateTimeField(_("relevant until"), null=True)
    seen_at = models.DateTimeField(_("seen"), null=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = [
            models.Index(
                fields=["user", "-id"],
                condition=models.Q(seen_at__isnull=True),
                name="notices_not_seen",
            ),
            models.Index(fields=["at"], name="notices_by_age"),
        ]
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="told_once")]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}"


class NoticeWish(models.Model):
    """A player's wishes about notices; without a row, the defaults of ``notices.wishes`` hold.

    ``chosen`` is channels by kind; quiet hours are whole hours in the room's time zone.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="notice_wish",
        verbose_name=_("player"),
    )
    chosen = models.JSONField(_("channels by kind"), default=dict)
    opens_tables = models.BooleanField(_("tables open by themselves"), default=True)
    quiet_from = models.PositiveSmallIntegerField(_("quiet from"), null=True)
    quiet_to = models.PositiveSmallIntegerField(_("quiet to"), null=True)
    language = models.CharField(_("language"), max_length=5, blank=True)

    class Meta:
        verbose_name = _("notice preference")
        verbose_name_plural = _("notice preferences")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(quiet_from=None, quiet_to=None)
                | models.Q(quiet_from__lt=24, quiet_to__lt=24),
                name="quiet_hours_of_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class PushDevice(models.Model):
    """A browser that takes notices while no page of ours is open (Web Push)."""

    class End(models.TextChoices):
        LOGOUT = "logout", _("signed out")
        GONE = "gone", _("no longer known to its push service")
        PLAYER = "player", _("ended by the player")
        OTHER = "other", _("another player signed in there")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="push_devices",
        verbose_name=_("player"),
    )
    endpoint = models.CharField(_("address"), max_length=LONGEST_ENDPOINT)
    p256dh = models.CharField(_("public key"), max_length=100)
    auth = models.CharField(_("shared secret"), max_length=40)
    browser = models.CharField(_("browser"), max_length=40, blank=True)
    system = models.CharField(_("system"), max_length=40, blank=True)
    language = models.CharField(_("language"), max_length=5)
    session_key = models.CharField(_("session"), max_length=40)
    made_at = models.DateTimeField(_("since"))
    ended_at = models.DateTimeField(_("ended"), null=True)
    ended = models.CharField(_("why"), max_length=6, choices=End, blank=True)

    class Meta:
        verbose_name = _("device with notices")
        verbose_name_plural = _("devices with notices")
        indexes = [models.Index(fields=["session_key"], name="devices_of_a_session")]
        constraints = [
            models.UniqueConstraint(
                fields=["endpoint"],
                condition=models.Q(ended_at__isnull=True),
                name="a_device_has_one_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.browser} {self.system}".strip()


class Push(models.Model):
    """A notice to be sent to a device; ``due_at`` is empty once that is over."""

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="pushes")
    device = models.ForeignKey(PushDevice, models.CASCADE, related_name="pushes")
    due_at = models.DateTimeField(_("to be sent"), null=True, db_index=True)
    sent_at = models.DateTimeField(_("sent"), null=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    class Meta:
        verbose_name = _("notice on its way")
        verbose_name_plural = _("notices on their way")
        constraints = [
            models.UniqueConstraint(fields=["notice", "device"], name="pushed_once"),
        ]


class VapidKey(models.Model):
    """The room's VAPID key (RFC 8292), its private half sealed; the newest row counts."""

    sealed = models.TextField()
    made_at = models.DateTimeField()
