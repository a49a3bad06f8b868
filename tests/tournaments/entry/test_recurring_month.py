"""The room's schedule of weeks in which clocks change, published by a clock that moves: each date
once."""

import random
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.harness.long_forms import longer
from tests.tournaments import events
from tournaments.entry.scheduling import open_lobbies
from tournaments.models import Template, Tournament
from tournaments.rules.recurrence import occurrences

pytestmark = pytest.mark.django_db

ROME = ZoneInfo("Europe/Rome")
AHEAD = timedelta(hours=12)
RULES = {
    "Nightly": "FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0",
    "Workdays": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=21;BYMINUTE=0;BYSECOND=0",
    "Often": "FREQ=HOURLY;INTERVAL=12",
}


def published(name: str) -> list[datetime]:
    dates = Tournament.objects.filter(name=name).order_by("starts_at")
    return [starts_at for starts_at in dates.values_list("starts_at", flat=True) if starts_at]


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("month", [3, 10])
def test_every_date_is_published_once_however_late_and_often_the_clock_is_looked_at(
    month: int,
) -> None:
    start = datetime(2026, month, longer(1, short=21), tzinfo=ROME).astimezone(UTC)
    end = datetime(2026, month + 1, 1, tzinfo=ROME).astimezone(UTC)
    for name, rule in RULES.items():
        events.template(
            name=name,
            kind=Template.Kind.SCHEDULED,
            max_entries=100,
            recurrence=rule,
            announce_minutes=AHEAD // timedelta(minutes=1),
        )
    dice = random.Random(month)
    now = start
    while now < end:
        opened = open_lobbies(now=now)
        assert all(now < event.starts_at <= now + AHEAD for event in opened if event.starts_at)
        if dice.random() < 0.3:
            assert open_lobbies(now=now) == []
        # Now and then the worker is away for hours, yet never as long as events are announced.
        now += dice.choice([timedelta(hours=2), timedelta(hours=7), AHEAD])
    for name, rule in RULES.items():
        within = [date for date in published(name) if date <= end]
        assert within == occurrences(rule, after=start, until=end, zone=ROME)
        assert len(set(within)) == len(within) > longer(20, short=6)


def test_dates_that_passed_while_the_room_was_closed_are_not_made_up_for() -> None:
    events.template(
        kind=Template.Kind.SCHEDULED, max_entries=100, recurrence="FREQ=HOURLY", announce_minutes=60
    )
    open_lobbies(now=events.START)
    later = events.START + timedelta(hours=5, minutes=30)
    [next_one] = open_lobbies(now=later)
    assert next_one.starts_at == events.START + timedelta(hours=6)
    assert Tournament.objects.count() == 2
