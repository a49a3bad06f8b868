from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "tournaments.clubs"
    label = "clubs"
