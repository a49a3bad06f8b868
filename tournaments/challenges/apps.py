from django.apps import AppConfig


class ChallengesConfig(AppConfig):
    name = "tournaments.challenges"
    label = "challenges"

    def ready(self) -> None:
        from players.own_data import registry
        from players.signals import leaving, merged
        from players.staff import player_file
        from tables.own_hands.signals import hands_counted
        from tournaments.challenges import counting, personal_data, player_file_sections

        hands_counted.connect(counting.count_hands, dispatch_uid="tournaments.challenges")
        merged.connect(counting.join_merged_accounts, dispatch_uid="tournaments.challenges")
        leaving.connect(counting.erase_player, dispatch_uid="tournaments.challenges")
        player_file.register(*player_file_sections.PARTS)
        registry.register(*personal_data.PARTS)
