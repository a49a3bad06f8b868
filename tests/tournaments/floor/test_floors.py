"""The floors of events, by venue."""

import subprocess
import sys
from textwrap import dedent

import pytest
from django.conf import settings

from tournaments.live_room.floor import LiveFloor
from tournaments.models import Tournament
from tournaments.play.online_floor import OnlineFloor

# The room without its live room, as Django starts it.
WITHOUT = dedent("""
    import django
    from django.conf import settings

    settings.INSTALLED_APPS.remove("tournaments.live_room")
    django.setup()

    from django.core.management import call_command
    from tournaments.admin.watch import ALL
    from tournaments.home.forms import HomeForm
    from tournaments.models import Tournament

    call_command("check")
    print(Tournament(venue="live").floor.__name__, "bust" in ALL, "venue" in HomeForm().fields)
""")


@pytest.mark.rule("LIVE-1")
def test_each_venue_has_its_floor() -> None:
    assert Tournament(venue=Tournament.Venue.ONLINE).floor is OnlineFloor
    assert Tournament(venue=Tournament.Venue.LIVE).floor is LiveFloor


@pytest.mark.rule("HOME-4")
def test_the_room_starts_without_the_live_room() -> None:
    started = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assert started.stdout.split("\n")[-2] == "OnlineFloor False False"
