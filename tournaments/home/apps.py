from django.apps import AppConfig


class HomeGamesConfig(AppConfig):
    name = "tournaments.home"
    label = "home_games"
