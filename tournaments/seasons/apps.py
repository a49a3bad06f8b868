from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "tournaments.seasons"
    label = "seasons"

    def ready(self) -> None:
        from players import signals
        from tournaments.seasons import standings

        signals.merged.connect(standings.join_merged_accounts, dispatch_uid="tournaments.seasons")
