from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "players.chat"
    label = "chat"

    def ready(self) -> None:
        from players import signals
        from players.chat import erasing, file_sections, personal_data
        from players.own_data import registry
        from players.staff import player_file

        player_file.register(*file_sections.PARTS)
        registry.register(*personal_data.PARTS, kept_back=personal_data.KEPT_BACK)
        signals.leaving.connect(erasing.erase_player, dispatch_uid="players.chat")
        signals.merged.connect(erasing.take_over, dispatch_uid="players.chat")
