from django.apps import AppConfig


class HomeGamesConfig(AppConfig):
    name = "tournaments.home"
    label = "home_games"

    def ready(self) -> None:
        from payouts import events
        from players import signals
        from players.chat import channels
        from players.closing import obstacles
        from players.own_data import registry
        from tables import chat as table_chat
        from tables.cash import admission
        from tables.models import HOME
        from tables.wire import spectators
        from tournaments.floor.signals import event_over
        from tournaments.home import cash, chat, held, personal_data, settling

        registry.register(*personal_data.PARTS, kept_back=personal_data.KEPT_BACK)
        channels.register(chat.KIND, chat.HomeChannel())
        table_chat.register(HOME, chat.rules_of)
        events.register(HOME, cash.find_games)
        spectators.register(HOME, cash.may_watch)
        admission.register(HOME, cash.check_sitting)
        obstacles.register(held.find)
        signals.leaving.connect(held.erase_names, dispatch_uid="home_games")
        event_over.connect(settling.settle_finished, dispatch_uid="home_games")
