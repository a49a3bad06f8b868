from django.apps import AppConfig


class HomeGamesConfig(AppConfig):
    name = "tournaments.home"
    label = "home_games"

    def ready(self) -> None:
        from payouts import events
        from players.chat import channels
        from tables import chat as table_chat
        from tables.cash import admission
        from tables.models import HOME
        from tables.wire import spectators
        from tournaments.floor.signals import event_over
        from tournaments.home import cash, chat, settling

        channels.register(chat.KIND, chat.HomeChannel())
        table_chat.register(HOME, chat.rules_of)
        events.register(HOME, cash.find_games)
        spectators.register(HOME, cash.may_watch)
        admission.register(HOME, cash.check_sitting)
        event_over.connect(settling.settle_finished, dispatch_uid="home_games")
