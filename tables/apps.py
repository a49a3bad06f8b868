from django.apps import AppConfig


class TablesConfig(AppConfig):
    default_auto_field = "django.db.models.BigAutoField"
    name = "tables"

    def ready(self) -> None:
        from payouts.sentences import register
        from tables.sentences import SENTENCES

        register(SENTENCES)
