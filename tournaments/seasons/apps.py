from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    name = "tournaments.seasons"
    label = "seasons"

    def ready(self) -> None:
        from players import signals
        from players.own_data import registry
        from tournaments.seasons import personal_data, standings

        registry.register(*personal_data.PARTS)
        signals.merged.connect(standings.join_merged_accounts, dispatch_uid="tournaments.seasons")
