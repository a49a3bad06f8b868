from django.apps import AppConfig
from django.db.models.signals import post_delete, post_init, post_save
from django.utils.translation import gettext_lazy as _


class PlayersConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "players"
    verbose_name = _("People")

    def ready(self) -> None:
        from allauth.account.signals import (
            email_added,
            email_changed,
            email_confirmed,
            email_removed,
            password_changed,
            password_reset,
            password_set,
        )
        from allauth.mfa.models import Authenticator
        from allauth.mfa.signals import (
            authenticator_added,
            authenticator_removed,
            authenticator_reset,
        )
        from django.contrib.sessions.models import Session

        from core import sentences
        from players import (
            checks,  # noqa: F401 (checks register themselves)
            personal_data,
            player_file_sections,
            room_settings,  # noqa: F401 (settings declare themselves)
        )
        from players.models import User
        from players.notices import mail
        from players.own_data import registry
        from players.pages import account_news, demands
        from players.refusals import PlayerCode
        from players.sign_in import factors, sessions
        from players.staff import player_file

        sentences.register(PlayerCode)
        player_file.register(
            *player_file_sections.PARTS,
            heads=player_file_sections.HEADS,
            finders=player_file_sections.FINDERS,
        )
        registry.register(
            *personal_data.PARTS,
            kept_back=personal_data.KEPT_BACK,
            files=personal_data.FILES,
        )
        for changed in (password_changed, password_reset, password_set):
            changed.connect(demands.password_changed, dispatch_uid="players")
        email_confirmed.connect(account_news.address_confirmed, dispatch_uid="players")
        email_removed.connect(mail.address_removed, dispatch_uid="players")
        authenticator_added.connect(demands.factor_added, dispatch_uid="players")
        for changed, tell in (
            (email_added, account_news.address_added),
            (email_changed, account_news.address_changed),
            # After the one above, which deletes what was mailed to the address.
            (email_removed, account_news.address_removed),
            (password_changed, account_news.password_changed),
            (password_reset, account_news.password_changed),
            (password_set, account_news.password_changed),
            (authenticator_added, account_news.factor_added),
            (authenticator_removed, account_news.factor_removed),
            (authenticator_reset, account_news.factor_reset),
        ):
            changed.connect(tell, dispatch_uid="players.account_news")
        post_init.connect(factors.bind, sender=Authenticator, dispatch_uid="players")
        post_delete.connect(sessions.tell_ended_session, sender=Session, dispatch_uid="players")
        post_save.connect(sessions.tell_changed_user, sender=User, dispatch_uid="players")
