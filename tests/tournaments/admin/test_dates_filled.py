"""Set the dates opens with what the plan has."""

import re

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
