from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "tables"
    verbose_name = _("Play")

    def ready(self) -> None:
        from payouts import events, limits, sentences
        from tables import cash_lobby, checks, receivers  # noqa: F401 (checks register themselves)
        from tables.sentences import SENTENCES

        sentences.register(SENTENCES)
        events.register("cash", cash_lobby.find_games)
        events.register("table", cash_lobby.find_tables)
        limits.excluded.connect(receivers.let_go_of_excluded_player, dispatch_uid="tables")
