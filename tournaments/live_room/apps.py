from django.apps import AppConfig


class LiveRoomConfig(AppConfig):
    name = "tournaments.live_room"
    label = "live_room"

    def ready(self) -> None:
        from tournaments.live_room.floor import LiveFloor
        from tournaments.models import Terms, floor_kinds

        floor_kinds.register(Terms.Venue.LIVE, LiveFloor)
