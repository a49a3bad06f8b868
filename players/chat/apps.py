from django.apps import AppConfig


class ChatConfig(AppConfig):
    name = "players.chat"
    label = "chat"

    def ready(self) -> None:
        from players import signals
        from players.chat import erasing, file_sections
        from players.staff import player_file

        player_file.register(*file_sections.PARTS)
        signals.leaving.connect(erasing.erase_player, dispatch_uid="players.chat")
        signals.merged.connect(erasing.take_over, dispatch_uid="players.chat")
