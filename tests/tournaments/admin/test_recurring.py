"""A plan that recurs, from one short page."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from payouts.models import PrizeScheme
from tests.tournaments.admin.at_the_desk import member
from tournaments.entry import presets
from tournaments.models import Act, BlindStructure, Signature, Template

pytestmark = pytest.mark.django_db

PAGE = "/admin/tournaments/template/recurring/"
SUNDAY: dict[str, Any] = {
    "name": "Sunday Twenty",
    "repeats": "weekly",
    "days": ["6"],
    "at": "18:00",
    "buy_in": "20",
    "fee": "2",
    "guarantee": "500",
    "levels": "Evening",
    "prizes": "Standard",
    "starting_stack": "10000",
    "seats_per_table": "9",
    "max_entries": "500",
    "late_registration_levels": "4",
}


def test_a_weekly_event_is_planned_with_presets_that_the_room_did_not_have(boss: Client) -> None:
    shown = boss.get(PAGE).context["form"]
    assert (shown["levels"].value(), shown["prizes"].value()) == ("Evening", "Standard")
    answer = boss.post(PAGE, SUNDAY)
    plan = Template.objects.get()
    assert answer["Location"] == reverse("admin:tournaments_template_change", args=[plan.pk])
    assert (plan.name, plan.buy_in, plan.fee, plan.guarantee) == ("Sunday Twenty", 2000, 200, 50000)
    assert plan.recurrence == "FREQ=WEEKLY;BYDAY=SU;BYHOUR=18;BYMINUTE=0;BYSECOND=0"
    assert (plan.kind, plan.active, plan.announce_minutes) == ("scheduled", True, 7 * 24 * 60)
    assert plan.levels.count() == len(presets.STRUCTURES["Evening"])
    assert Act.objects.get().verb == Act.Verb.WRITE_PLAN
    assert Signature.objects.get(template=plan).written_by.username == "bosser"
    boss.post(PAGE, {**SUNDAY, "name": "Sunday Ten", "buy_in": "10", "fee": "1"})
    assert (Template.objects.count(), BlindStructure.objects.count()) == (2, 1)
    assert PrizeScheme.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"buy_in": ""}, "buy_in"),
        ({"fee": "19"}, "__all__"),
        ({"seats_per_table": "24"}, "seats_per_table"),
        ({"max_entries": "3"}, "__all__"),
        ({"late_registration_levels": "99"}, "__all__"),
        ({"days": []}, "days"),
        ({"repeats": "rule", "own_rule": "FREQ=MINUTELY"}, "repeats"),
        ({"repeats": "never"}, "repeats"),
        ({"levels": "Nothing"}, "levels"),
    ],
)
def test_what_could_not_be_published_is_refused_and_leaves_nothing(
    boss: Client, change: dict[str, Any], at: str
) -> None:
    answer = boss.post(PAGE, {**SUNDAY, **change})
    assert [*answer.context["form"].errors] == [at]
    assert not Template.objects.exists()
    assert not BlindStructure.objects.exists()


@pytest.mark.rule("STAFF-3")
def test_a_large_guarantee_waits_for_a_second_person_and_says_so(boss: Client) -> None:
    page = boss.post(PAGE, {**SUNDAY, "guarantee": "5000"}, follow=True).text
    assert "is planned: Sun at 18:00." in page
    assert "No event is published until another person approves." in page


def test_the_short_form_is_for_those_who_may_write_plans() -> None:
    assert member("floor").get(PAGE).status_code == 200
    assert member("cashier").get(PAGE).status_code == 403
