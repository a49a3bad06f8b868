from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TablesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "tables"
    verbose_name = _("Play")

    def ready(self) -> None:
        from core import sentences
        from payouts import events
        from players import exclusions
        from tables import checks, receivers  # noqa: F401 (checks register themselves)
        from tables.cash import lobby
        from tables.sentences import SENTENCES

        sentences.register(SENTENCES)
        events.register("cash", lobby.find_games)
        events.register("table", lobby.find_tables)
        exclusions.excluded.connect(receivers.let_go_of_excluded_player, dispatch_uid="tables")
