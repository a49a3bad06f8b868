"""Set the dates: the controls of a recurrence, filled with what the plan has."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments import events

pytestmark = pytest.mark.django_db


def test_the_dialog_of_dates_opens_with_the_weekdays_and_the_hour_of_the_plan(
    boss: Client,
) -> None:
    rule = "FREQ=WEEKLY;BYDAY=MO,FR;BYHOUR=21;BYMINUTE=0;BYSECOND=0"
    plan = events.template(kind="scheduled", recurrence=rule, exceptions=["2026-12-25"])
    page = boss.get(f"/admin/tournaments/template/{plan.pk}/set_dates/").text
    boxes = re.findall(r'<input type="checkbox"[^>]*>', page)
    ticked = [
        box for box in boxes if re.search(r"\schecked(\s|>|=)", re.sub(r'class="[^"]*"', "", box))
    ]
    assert len(ticked) == 2
    assert 'value="21:00:00"' in page
    assert "2026-12-25" in page


@pytest.mark.parametrize(
    ("asked", "rule"),
    [
        ({"repeats": "hourly", "minute": "5"}, "FREQ=HOURLY;BYMINUTE=5;BYSECOND=0"),
        ({"repeats": "minutes", "minutes": "45"}, "FREQ=MINUTELY;INTERVAL=45"),
        (
            {"repeats": "weekly", "days": ["6"], "at": "18:00", "until": "2099-12-31"},
            "FREQ=WEEKLY;BYDAY=SU;BYHOUR=18;BYMINUTE=0;BYSECOND=0;UNTIL=20991231T235959",
        ),
        ({"repeats": "rule", "own_rule": "FREQ=MONTHLY"}, "FREQ=MONTHLY"),
        ({"repeats": "never"}, ""),
    ],
)
def test_the_controls_write_the_recurrence_and_show_it_again(
    boss: Client, asked: dict[str, Any], rule: str
) -> None:
    plan = events.template(kind="scheduled", recurrence="FREQ=DAILY;BYHOUR=21")
    address = f"/admin/tournaments/template/{plan.pk}/set_dates/"
    wish = {"_form_submitted": "True", **asked}
    shown = boss.post(address, wish)
    boss.post(address, {**wish, "shown": shown.context["form"]["shown"].value()})
    plan.refresh_from_db()
    assert plan.recurrence == rule
    if rule:
        again = boss.get(address).context["form"].initial
        assert again["repeats"] == asked["repeats"]


@pytest.mark.parametrize(
    ("asked", "at"),
    [
        ({"repeats": "weekly", "at": "21:00"}, "days"),
        ({"repeats": "hourly"}, "minute"),
        ({"repeats": "minutes", "minutes": "0"}, "minutes"),
        ({"repeats": "rule", "own_rule": "now and then"}, "own_rule"),
        ({"repeats": "minutes", "minutes": "30", "until": "2020-01-01"}, "until"),
    ],
)
def test_what_a_choice_lacks_is_said_at_its_control(
    boss: Client, asked: dict[str, Any], at: str
) -> None:
    plan = events.template(kind="scheduled")
    address = f"/admin/tournaments/template/{plan.pk}/set_dates/"
    form = boss.post(address, {"_form_submitted": "True", **asked}).context["form"]
    assert [*form.errors] == [at]
    plan.refresh_from_db()
    assert plan.recurrence == ""
