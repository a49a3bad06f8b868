"""The room's clock: what a day, a closing, a report and a recurrence are by (HOUSE-4)."""

from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core.settings import kinds
from core.settings.house import Group, Setting

# Names of places; what stands besides is old names and offsets that know no summer.
PLACES: Final = sorted(name for name in available_timezones() if "/" in name and name[:4] != "Etc/")
TIME_ZONE = Setting(
    "room.time_zone",
    default=lambda: settings.TIME_ZONE,
    kind=kinds.Choice({name: name for name in ("UTC", *PLACES)}),
    group=Group.ROOM,
    title=_("Time zone"),
    help=_(
        "Days, closings, reports, limits, recurrences and every time that is shown follow it. It "
        "stays as it is from the first day that is signed."
    ),
)


def zone() -> ZoneInfo:
    """The time zone of the room, now."""
    return ZoneInfo(TIME_ZONE.value())


def known() -> ZoneInfo:
    """As this process last read it; for code that may wait for nothing."""
    return ZoneInfo(TIME_ZONE.known())
