from django.apps import AppConfig


class HomeGamesConfig(AppConfig):
    name = "tournaments.home"
    label = "home_games"

    def ready(self) -> None:
        from tournaments.floor.signals import event_over
        from tournaments.home import settling

        event_over.connect(settling.settle_finished, dispatch_uid="home_games")
