from django.apps import AppConfig


class LiveRoomConfig(AppConfig):
    name = "tournaments.live_room"
    label = "live_room"

    def ready(self) -> None:
        from players.own_data import registry
        from tournaments.home import venues
        from tournaments.live_room import personal_data
        from tournaments.live_room.floor import LiveFloor
        from tournaments.live_room.home_nights import floor_acts
        from tournaments.live_room.home_nights.pages import night_page
        from tournaments.live_room.pages import own_seat
        from tournaments.models import Terms, floor_kinds
        from tournaments.pages import views

        registry.register(kept_back=personal_data.KEPT_BACK)
        floor_kinds.register(Terms.Venue.LIVE, LiveFloor)
        views.OWN_SEATS[Terms.Venue.LIVE] = own_seat.sight
        night = venues.HomeVenue(page=night_page.show, take_out=floor_acts.take_out)
        venues.register(Terms.Venue.LIVE, night)
