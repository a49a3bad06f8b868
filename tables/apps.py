from django.apps import AppConfig


class TablesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "tables"

    def ready(self) -> None:
        from payouts import limits, sentences
        from tables import checks, receivers  # noqa: F401 (checks register themselves)
        from tables.sentences import SENTENCES

        sentences.register(SENTENCES)
        limits.excluded.connect(receivers.let_go_of_excluded_player, dispatch_uid="tables")
