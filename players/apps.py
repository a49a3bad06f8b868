from django.apps import AppConfig
from django.db.models.signals import post_delete, post_save
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "players"
    verbose_name = _("Players")

    def ready(self) -> None:
        from django.contrib.auth.models import User
        from django.contrib.sessions.models import Session

        from core import sentences
        from players import (
            checks,  # noqa: F401 (checks register themselves)
            house,  # noqa: F401 (settings declare themselves)
            sessions,
        )
        from players.refusals import RULES
        from players.sentences import SENTENCES

        sentences.register(SENTENCES, RULES)
        post_delete.connect(sessions.tell_ended_session, sender=Session, dispatch_uid="players")
        post_save.connect(sessions.tell_changed_user, sender=User, dispatch_uid="players")
