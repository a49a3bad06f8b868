"""The desk of live events; Django imports it with the desks of all apps."""

from tournaments.admin.watch import register
from tournaments.live_room.admin.live_watch_page import LiveDesk
from tournaments.models import Terms

register(Terms.Venue.LIVE, LiveDesk())
