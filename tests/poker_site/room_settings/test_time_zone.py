"""The room's clock: whatever has days and hours follows the setting, until a day is signed."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from core.refusal import Refusal
from core.settings import room_time
from payouts.bookkeeping import accounts, ledger
from payouts.bookkeeping.ledger import Leg, Reason
from payouts.reports import closing, revenue
from payouts.rules.limits import LimitPeriod, bounds
from players.models import User
from poker_site.room_settings import changes
from tests.tournaments import events
from tournaments.entry import scheduling
from tournaments.models import Template
from tournaments.rules.recurrence import clocks_moved, occurrences

pytestmark = pytest.mark.rule("HOUSE-4")

NEW_YORK, KOLKATA = ZoneInfo("America/New_York"), ZoneInfo("Asia/Kolkata")


def utc(day: str, clock: str) -> datetime:
    return datetime.fromisoformat(f"{day}T{clock}+00:00")


def set_to(name: str, *, by: User) -> Any:
    key = room_time.TIME_ZONE.key
    return changes.change(key=key, new=name, by=by.pk, why="We moved", now=events.START)


@pytest.mark.parametrize(
    ("zone", "now", "first", "after"),
    [
        (NEW_YORK, utc("2026-11-20", "04:59"), ("2026-11-19", "05:00"), ("2026-11-20", "05:00")),
        (NEW_YORK, utc("2026-11-20", "05:00"), ("2026-11-20", "05:00"), ("2026-11-21", "05:00")),
        # Forward on 8 March, a day of 23 hours; back on 1 November, one of 25.
        (NEW_YORK, utc("2026-03-08", "12:00"), ("2026-03-08", "05:00"), ("2026-03-09", "04:00")),
        (NEW_YORK, utc("2026-11-01", "12:00"), ("2026-11-01", "04:00"), ("2026-11-02", "05:00")),
        (KOLKATA, utc("2026-11-20", "18:29"), ("2026-11-19", "18:30"), ("2026-11-20", "18:30")),
        (KOLKATA, utc("2026-11-20", "18:30"), ("2026-11-20", "18:30"), ("2026-11-21", "18:30")),
    ],
)
def test_a_day_begins_at_midnight_of_its_clock(
    zone: ZoneInfo, now: datetime, first: tuple[str, str], after: tuple[str, str]
) -> None:
    found = [moment.astimezone(UTC) for moment in bounds(LimitPeriod.DAY, now=now, zone=zone)]
    assert found == [utc(*first), utc(*after)]


@pytest.mark.parametrize(
    ("since", "hours"),
    [
        # 02:30 is missing in New York on 8 March 2026, and is twice on 1 November at 01:30.
        ("2026-03-07", ["07:30", "07:30", "06:30"]),
        ("2026-10-31", ["06:30", "07:30", "07:30"]),
    ],
)
def test_a_recurrence_is_by_another_clock_that_changes_on_other_nights(
    since: str, hours: list[str]
) -> None:
    start = utc(since, "05:00")
    rule = "FREQ=DAILY;BYHOUR=2;BYMINUTE=30;BYSECOND=0"
    found = occurrences(rule, after=start, until=start + timedelta(days=3), zone=NEW_YORK)
    assert [f"{moment:%H:%M}" for moment in found] == hours
    assert clocks_moved(found[0], found[-1], zone=NEW_YORK)
    assert not clocks_moved(found[0], found[-1], zone=KOLKATA)


@pytest.mark.django_db
def test_reports_schedules_and_pages_follow_the_setting(client: Client) -> None:
    boss = User.objects.create_superuser("boss")
    legs = [Leg(accounts.OUTSIDE, accounts.FEES, 5_00, Reason.FEE)]
    ledger.post(legs, key="fee", now=utc("2026-11-20", "03:00"))
    plan = events.template(
        kind=Template.Kind.SCHEDULED, recurrence="FREQ=DAILY;BYHOUR=21;BYMINUTE=0;BYSECOND=0"
    )
    span: Any = {"after": utc("2026-11-20", "00:00"), "until": utc("2026-11-21", "00:00")}
    assert [*revenue.of_days(begin=date(2026, 11, 1), end=date(2026, 11, 30))] == [
        date(2026, 11, 20)
    ]
    assert scheduling.dates_of(plan, **span) == [utc("2026-11-20", "20:00")]
    set_to("America/New_York", by=boss)
    assert revenue.first_day() == date(2026, 11, 19)
    assert [*revenue.of_days(begin=date(2026, 11, 1), end=date(2026, 11, 30))] == [
        date(2026, 11, 19)
    ]
    assert scheduling.dates_of(plan, **span) == [utc("2026-11-20", "02:00")]
    event = events.scheduled(starts_at=utc("2027-01-10", "02:15"))
    client.force_login(boss)
    assert "21:15" in client.get(f"/tournaments/{event.pk}/").content.decode()
    set_to("Asia/Kolkata", by=boss)
    assert "07:45" in client.get(f"/tournaments/{event.pk}/").content.decode()


@pytest.mark.django_db
def test_it_stays_once_a_day_is_signed_and_is_a_place_that_there_is() -> None:
    boss = User.objects.create_superuser("boss")
    with pytest.raises(Refusal, match="SETTING_NOT_OFFERED"):
        set_to("Europe/Atlantis", by=boss)
    legs = [Leg(accounts.OUTSIDE, accounts.FEES, 5_00, Reason.FEE)]
    ledger.post(legs, key="fee", now=events.START)
    day = revenue.first_day()
    assert day is not None
    closing.sign(day=day, by=boss.pk, now=events.START + timedelta(days=2))
    with pytest.raises(Refusal, match="TIME_ZONE_SIGNED"):
        set_to("Asia/Kolkata", by=boss)
    assert room_time.zone().key == "Europe/Rome"
