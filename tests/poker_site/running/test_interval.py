"""Beat's plain schedule answers as Celery's does."""

import pickle
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from celery.schedules import schedule

from poker_site.celery import app
from poker_site.running.interval import Interval

ROME = ZoneInfo("Europe/Rome")
# Before, at and after an instant at which the clocks of Rome go forward, and go back.
MOMENTS = [datetime(2027, 3, 28, 1, 0, tzinfo=UTC), datetime(2027, 10, 31, 1, 0, tzinfo=UTC)]


@pytest.mark.parametrize("zone", [UTC, ROME])
@pytest.mark.parametrize("seconds", [0.25, 2, 600])
@pytest.mark.parametrize("since", [0.0, 0.2, 0.25, 1.5, 2.0, 599.0, 601.0, -3.0])
@pytest.mark.parametrize("moment", MOMENTS)
def test_it_says_what_celery_says(
    moment: datetime, since: float, seconds: float, zone: ZoneInfo
) -> None:
    last = (moment - timedelta(seconds=since / 2)).astimezone(zone)
    with time_machine.travel(last.astimezone(UTC) + timedelta(seconds=since), tick=False):
        ours = Interval(seconds, app=app).is_due(last)
        theirs = schedule(seconds, app=app).is_due(last)
    assert ours == theirs


def test_it_is_kept_in_beat_s_file() -> None:
    assert pickle.loads(pickle.dumps(Interval(2))).seconds == 2
