from django.apps import AppConfig


class OwnEventsConfig(AppConfig):
    name = "tournaments.own_events"
    label = "own_events"
