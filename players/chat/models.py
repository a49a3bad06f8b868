"""Lines of chat, reports of them, and what staff decided about their authors."""

from typing import Final

import pgtrigger
from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from core.reasons import LONGEST_REASON
from players.chat.sayings import phrase_text, reaction_sign

# The rows are tables of players, as those of ``players.models``.
APP: Final = "players"
LONGEST_LINE: Final = 200


class ChatLine(models.Model):
    """A line of a channel ("table/5"): free text, or the code of a phrase or of a reaction."""

    channel = models.CharField(_("channel"), max_length=32)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    text = models.CharField(_("text"), max_length=LONGEST_LINE, blank=True)
    phrase = models.CharField(_("phrase"), max_length=16, blank=True)
    reaction = models.CharField(_("reaction"), max_length=16, blank=True)
    key = models.CharField(max_length=40, editable=False)
    at = models.DateTimeField(_("time"))
    removed_at = models.DateTimeField(_("removed"), null=True)

    class Meta:
        app_label = APP
        verbose_name = _("line of chat")
        verbose_name_plural = _("lines of chat")
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["channel", "-id"], name="chat_of_a_channel"),
            models.Index(fields=["at"], name="chat_by_age"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="said_once"),
            models.CheckConstraint(
                condition=models.Q(text="", phrase="") & ~models.Q(reaction="")
                | models.Q(text="", reaction="") & ~models.Q(phrase="")
                | models.Q(phrase="", reaction="") & ~models.Q(text=""),
                name="a_line_says_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return self.said

    @property
    def said(self) -> str:
        """The line in the active language."""
        return self.text or phrase_text(self.phrase) or reaction_sign(self.reaction)


class ChatReport(models.Model):
    """A player's report of a line, until staff have decided; all reports of a line go together."""

    class Status(models.TextChoices):
        OPEN = "open", _("to be decided")
        UPHELD = "upheld", _("upheld")
        DISMISSED = "dismissed", _("nothing wrong")

    line = models.ForeignKey(
        ChatLine, models.CASCADE, related_name="reports", verbose_name=_("line")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("reported by")
    )
    at = models.DateTimeField(_("reported"))
    status = models.CharField(_("status"), max_length=9, choices=Status, default=Status.OPEN)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("decided by"),
    )
    decided_at = models.DateTimeField(_("decided"), null=True)
    why = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        app_label = APP
        verbose_name = _("report of chat")
        verbose_name_plural = _("reports of chat")
        default_permissions = ("view",)
        permissions = [("moderate_chat", "Can moderate the chat")]
        indexes = [
            models.Index(
                fields=["id"], condition=models.Q(status="open"), name="chat_reports_open"
            ),
        ]
        constraints = [
            models.UniqueConstraint(fields=["line", "by"], name="reported_once"),
            models.CheckConstraint(
                condition=models.Q(status="open", decided_at__isnull=True)
                | ~models.Q(status="open") & models.Q(decided_at__isnull=False),
                name="a_decided_report_is_whole",
            ),
        ]

    def __str__(self) -> str:
        return str(self.line)


class ChatSanction(models.Model):
    """A warning, a ban from chat or its end, by staff for a reason; a player's last ban or end
    counts (CHAT-6). ``about`` repeats the line, which is deleted before the record."""

    class Kind(models.TextChoices):
        WARNING = "warning", _("warning")
        BAN = "ban", _("ban from chat")
        LIFTED = "lifted", _("ban lifted")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("player")
    )
    kind = models.CharField(_("kind"), max_length=7, choices=Kind)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by")
    )
    why = models.CharField(_("reason"), max_length=LONGEST_REASON)
    about = models.CharField(_("line"), max_length=LONGEST_LINE, blank=True)
    at = models.DateTimeField(_("time"))
    until = models.DateTimeField(_("until"), null=True)

    class Meta:
        app_label = APP
        verbose_name = _("measure of chat")
        verbose_name_plural = _("measures of chat")
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="ban", until__isnull=False)
                | ~models.Q(kind="ban") & models.Q(until__isnull=True),
                name="a_chat_ban_ends",
            ),
        ]
        triggers = [
            pgtrigger.Protect(name="measure_is_kept", operation=pgtrigger.Delete),
            pgtrigger.ReadOnly(
                name="measure_as_taken", fields=["user", "kind", "by", "why", "at", "until"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}"
