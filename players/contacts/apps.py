from django.apps import AppConfig


class ContactsConfig(AppConfig):
    name = "players.contacts"
    label = "contacts"

    def ready(self) -> None:
        from players import signals
        from players.contacts import erasing, personal_data
        from players.own_data import registry
        from players.staff import player_file

        player_file.register(*erasing.PARTS, heads=erasing.HEADS)
        registry.register(*personal_data.PARTS, kept_back=personal_data.KEPT_BACK)
        signals.leaving.connect(erasing.erase_player, dispatch_uid="players.contacts")
        signals.merged.connect(erasing.take_over, dispatch_uid="players.contacts")
