"""When plans recur, chosen as people say it, and plans put on the calendar many at once."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from players.models import User
from tests.tournaments import events
from tournaments.entry import scheduling
from tournaments.models import Act, Template, Tournament
from tournaments.rules import recurrence
from tournaments.staff_groups import GROUPS

AUTUMN = datetime(2026, 10, 19, 10, 0, tzinfo=UTC)
ROME = ZoneInfo("Europe/Rome")
CALENDAR = "admin:tournaments_template_calendar"
LIST = "admin:tournaments_template_changelist"


@pytest.mark.parametrize(
    ("after", "dates"),
    [
        # The clocks go forward on 29 March: 02:30 is an hour on, and the evenings stay at 21:00.
        ("2026-03-21", ["03-22 01:30", "03-29 01:30", "04-05 00:30"]),
        # They go back on 25 October: 02:30 is twice, and begins once.
        ("2026-10-17", ["10-18 00:30", "10-25 00:30", "11-01 01:30"]),
    ],
)
def test_a_weekday_and_an_hour_hold_over_both_changes_of_the_clock(
    after: str, dates: list[str]
) -> None:
    rule = recurrence.weekly([6], hour=2, minute=30)
    start = datetime.fromisoformat(f"{after}T12:00:00+00:00")
    found = recurrence.coming(rule, after=start, count=3, zone=ROME)
    assert [f"{at:%m-%d %H:%M}" for at in found] == dates


def test_days_without_an_event_are_those_of_the_room_s_clock() -> None:
    rule = recurrence.weekly([4, 0], hour=0, minute=15)
    # Friday 25 December begins on the 24th in UTC.
    found = recurrence.coming(
        rule, after=datetime(2026, 12, 20, tzinfo=UTC), count=3, zone=ROME, without=["2026-12-25"]
    )
    assert [f"{at:%m-%d %H:%M}" for at in found] == ["12-20 23:15", "12-27 23:15", "12-31 23:15"]


@pytest.fixture
def desk(db: None) -> Iterator[Client]:
    with time_machine.travel(AUTUMN, tick=False):
        client = Client()
        client.force_login(User.objects.create_user("boss", is_staff=True, is_superuser=True))
        yield client


@pytest.mark.slow
def test_dates_are_shown_before_they_are_kept_and_exceptions_have_no_event(desk: Client) -> None:
    plan = events.template(kind="scheduled", announce_minutes=60 * 24 * 10)
    address = f"/admin/tournaments/template/{plan.pk}/set_dates/"
    wish: dict[str, Any] = {
        "_form_submitted": "True",
        "repeats": "weekly",
        "days": ["4", "6"],
        "at": "21:00",
        "exceptions": "2026-10-23",
    }
    shown = desk.post(address, wish)
    page = shown.content.decode()
    assert "Sun 25 October 2026, 21:00 · the clocks are back" in page
    assert "Fri 23 October" not in page
    plan.refresh_from_db()
    assert plan.recurrence == ""
    assert "Write days like" in desk.post(address, {**wish, "exceptions": "Xmas"}).content.decode()
    desk.post(address, {**wish, "shown": shown.context["form"]["shown"].value()})
    plan.refresh_from_db()
    assert plan.recurrence == "FREQ=WEEKLY;BYDAY=FR,SU;BYHOUR=21;BYMINUTE=0;BYSECOND=0"
    assert plan.exceptions == ["2026-10-23"]
    assert Act.objects.get().verb == Act.Verb.CHANGE_PLAN
    opened = scheduling.open_lobbies(now=AUTUMN)
    assert [event.starts_at for event in opened] == [datetime(2026, 10, 25, 20, tzinfo=UTC)]


@pytest.mark.slow
def test_plans_are_copied_and_put_on_the_calendar_together(desk: Client) -> None:
    daily: Any = {"recurrence": "FREQ=DAILY;BYHOUR=21;BYMINUTE=0;BYSECOND=0", "kind": "scheduled"}
    one = events.template(name="Evening", **daily)
    other = events.template(name="Never", kind="scheduled")
    chosen = {"_selected_action": [str(one.pk), str(other.pk)]}
    desk.post(reverse(LIST), {**chosen, "action": "duplicate"})
    assert Template.objects.filter(active=False).count() == 2
    answer = desk.post(reverse(LIST), {**chosen, "action": "put_on_calendar"})
    address = f"{answer['Location']}&first=2026-10-24&last=2026-10-26"
    page = desk.get(address).content.decode()
    assert "Sat 24 Oct, 21:00 · Sun 25 Oct, 21:00 · Mon 26 Oct, 21:00" in page
    assert "Never: This plan does not recur" in page
    assert not Tournament.objects.exists()
    for _ in range(2):
        desk.post(address, {"first": "2026-10-24", "last": "2026-10-26"})
    assert [event.name for event in Tournament.objects.all()] == ["Evening"] * 3
    month = desk.get(reverse(CALENDAR), {"month": "2026-10"}).content.decode()
    assert month.count(">Evening</a>") == 3
    # Those that recur before and after, to the end of the last week.
    assert month.count("is-planned") == 5 + 6
    far = desk.get(reverse(CALENDAR), {"month": "9999-99", "plan": "x"})
    assert "October 2026" in far.content.decode()
    long = desk.get(f"{answer['Location']}&first=2026-10-24&last=2027-10-24").content.decode()
    assert "Choose a period of 1 to 92 days." in long


@pytest.mark.slow
@pytest.mark.parametrize("group", GROUPS)
def test_who_may_publish_puts_plans_on_the_calendar_and_the_others_read_it(
    db: None, group: str
) -> None:
    plan = events.template(kind="scheduled", recurrence="FREQ=DAILY;BYHOUR=21")
    member = User.objects.create_user("member", is_staff=True)
    member.groups.add(Group.objects.get(name=group))
    client = Client()
    client.force_login(member)
    with time_machine.travel(AUTUMN, tick=False):
        client.force_login(member)
        address = f"{reverse(CALENDAR)}?plan={plan.pk}"
        assert client.get(address).status_code == 200
        span = {"first": "2026-10-24", "last": "2026-10-26"}
        published = client.post(address, span).status_code == 302
        dates = f"/admin/tournaments/template/{plan.pk}/set_dates/"
        may_set = client.get(dates).status_code == 200
    assert published == may_set == (group == "floor")
    assert Tournament.objects.exists() == published
