from django.apps import AppConfig


class HomeGamesConfig(AppConfig):
    name = "tournaments.home"
    label = "home_games"

    def ready(self) -> None:
        from players.chat import channels
        from tournaments.floor.signals import event_over
        from tournaments.home import chat, settling

        channels.register(chat.KIND, chat.HomeChannel())
        event_over.connect(settling.settle_finished, dispatch_uid="home_games")
