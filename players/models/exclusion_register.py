"""The last answers of a register of exclusions; it receives no name and no address."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class RegisterAnswer(models.Model):
    """The last answer about a player (PLAY-6); written by ``register.asking`` alone.

    ``marks``: all marks that were ever sent about them, so that a new e-mail address does not make
    a player unknown. ``until``: the end of the exclusion; None: not excluded. ``failure``: the
    error of the last question; empty after an answer.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        primary_key=True,
        related_name="register_answer",
        verbose_name=_("player"),
    )
    marks = models.JSONField(_("marks"), default=list)
    asked_at = models.DateTimeField(_("asked"))
    answered_at = models.DateTimeField(_("answered"), null=True)
    until = models.DateTimeField(_("excluded until"), null=True)
    failure = models.CharField(_("no answer, because"), max_length=80, blank=True)
    due_at = models.DateTimeField(_("next question"))

    class Meta:
        verbose_name = _("answer of the exclusion register")
        verbose_name_plural = _("answers of the exclusion register")
        default_permissions = ("view",)
        indexes = [
            models.Index(fields=["due_at"], name="register_asks_again"),
            models.Index(
                fields=["asked_at"], condition=~models.Q(failure=""), name="register_was_silent"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"
