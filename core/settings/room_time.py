"""The room's time zone, for days, closings, reports and recurrences (HOUSE-4)."""

from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from core.settings import kinds
from core.settings.registry import Setting, SettingGroup

# Names of places, without old names and offsets that have no summer time.
PLACES: Final = sorted(name for name in available_timezones() if "/" in name and name[:4] != "Etc/")
TIME_ZONE = Setting(
    "room.time_zone",
    default=lambda: settings.TIME_ZONE,
    kind=kinds.Choice({name: name for name in ("UTC", *PLACES)}),
    group=SettingGroup.ROOM,
    title=_("Time zone"),
    help=_(
        "Days, closings, reports, limits, recurrences and all times shown use this "
        "time zone. It cannot be changed after the first day has been signed."
    ),
)


def zone() -> ZoneInfo:
    """Return the time zone of the room."""
    return ZoneInfo(TIME_ZONE.value())


def known() -> ZoneInfo:
    """Return the time zone as this process last read it; for code that must not wait."""
    return ZoneInfo(TIME_ZONE.known())
