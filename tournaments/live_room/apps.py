from django.apps import AppConfig


class LiveRoomConfig(AppConfig):
    name = "tournaments.live_room"
    label = "live_room"

    def ready(self) -> None:
        from tournaments.floor import floors
        from tournaments.live_room.floor import LiveFloor
        from tournaments.models import Terms

        floors.register(Terms.Venue.LIVE, LiveFloor)
