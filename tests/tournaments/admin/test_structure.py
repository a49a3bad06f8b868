"""Staff fill a template's levels, and see them before they take the place of others."""

import re

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from tests.tournaments import events
from tests.tournaments.forms import page_form
from tournaments.entry import scheduling
from tournaments.models import Template
from tournaments.rules.level_clock import Level

pytestmark = pytest.mark.django_db

MADE = {
    "pace": "",
    "entries": "100",
    "lasts": "155",
    "level_minutes": "15",
    "depth": "100",
    "break_after": "5",
    "break_minutes": "5",
    "antes_from": "4",
}


@pytest.fixture
def desk(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("staff"))
    return client


def ask(desk: Client, template: Template, **form: str) -> tuple[str, str]:
    """Submit the dialog: its page, and the digest of what it has shown; "" once it is taken."""
    address = f"/admin/tournaments/template/{template.pk}/fill_structure/"
    answer = desk.post(address, {"_form_submitted": "on", **MADE, **form})
    if there := answer.headers.get("HX-Redirect"):
        assert there == reverse("admin:tournaments_template_change", args=[template.pk])
        return desk.get(there).content.decode(), ""
    page = answer.content.decode()
    shown = re.search(r'name="shown" value="(\w+)"', page)
    return page, shown[1] if shown else "none"


def levels(template: Template) -> list[Level]:
    return [level.row for level in template.levels.all()]


@pytest.mark.slow
@pytest.mark.rule("TRN-1")
def test_the_levels_are_shown_before_they_are_replaced(desk: Client) -> None:
    template = events.template(starting_stack=10_000, kind="scheduled", max_entries=500)
    before = levels(template)
    page, shown = ask(desk, template)
    assert "should end after about 2:35 hours" in page
    assert "25,000/50,000" in page
    assert levels(template) == before
    page, shown = ask(desk, template, shown=shown)
    assert not shown
    assert "has its new levels" in page
    assert levels(template)[:6] == [
        *(Level(900, 50, 100), Level(900, 100, 200), Level(900, 200, 400)),
        *(Level(900, 400, 800, 100), Level(900, 800, 1600, 200), Level(300, is_break=True)),
    ]
    assert (
        "structure was filled"
        in desk.get(
            reverse("admin:tournaments_template_history", args=[template.pk])
        ).content.decode()
    )


@pytest.mark.slow
def test_what_was_changed_after_it_was_shown_is_shown_again(desk: Client) -> None:
    template = events.template(starting_stack=1_500)
    before = levels(template)
    _, shown = ask(desk, template, pace="turbo")
    _, other = ask(desk, template, pace="regular", shown=shown)
    assert other not in ("", shown)
    assert levels(template) == before
    ask(desk, template, pace="regular", shown=other)
    assert {level.seconds for level in levels(template) if not level.is_break} == {600}


@pytest.mark.slow
def test_a_published_event_keeps_the_levels_that_it_was_published_with(desk: Client) -> None:
    template = events.template()
    event = scheduling.publish(template_id=template.pk, now=events.START)
    schedule = event.schedule
    _, shown = ask(desk, template, pace="deep_stack")
    ask(desk, template, pace="deep_stack", shown=shown)
    event.refresh_from_db()
    assert event.schedule == schedule


def test_what_cannot_be_made_is_said_in_the_dialog(desk: Client) -> None:
    template = events.template()
    page, shown = ask(desk, template, lasts="10", level_minutes="10")
    assert "last for two levels" in page
    assert shown == "none"
    page, shown = ask(desk, template, entries="1")
    assert "greater than or equal to 2" in page
    assert shown == "none"


@pytest.mark.slow
def test_italian_draw_gets_no_antes_beside_those_that_it_is_played_for(desk: Client) -> None:
    template = events.template(game="italian", max_entries=4, seats_per_table=4)
    _, shown = ask(desk, template, pace="super_turbo")
    ask(desk, template, pace="super_turbo", shown=shown)
    assert {level.ante for level in levels(template)} == {0}


def test_who_may_not_change_templates_may_not_fill_them(client: Client) -> None:
    template = events.template()
    staff = User.objects.create_user("reader", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_template"))
    client.force_login(staff)
    address = f"/admin/tournaments/template/{template.pk}/fill_structure/"
    assert client.post(address, {"_form_submitted": "on", **MADE}).status_code == 403


def rows(template: Template) -> list[int]:
    return list(template.levels.values_list("big_blind", flat=True))


def page_of(template: Template) -> str:
    return reverse("admin:tournaments_template_change", args=[template.pk])


@pytest.mark.slow
@pytest.mark.rule("TRN-1")
def test_levels_change_places(desk: Client) -> None:
    template = events.template()
    first, second, *others = rows(template)
    form = page_form(desk, page_of(template))
    form |= {"levels-0-position": 2, "levels-1-position": 1}
    assert desk.post(page_of(template), form).status_code == 302
    assert rows(template) == [second, first, *others]


@pytest.mark.slow
@pytest.mark.rule("TRN-1")
def test_a_level_is_put_between_others(desk: Client) -> None:
    template = events.template()
    first, *others = rows(template)
    form = page_form(desk, page_of(template))
    count = form["levels-TOTAL_FORMS"]
    form |= {f"levels-{row}-position": row + 2 for row in range(1, count)}
    new = {"position": 2, "seconds": 120, "small_blind": 40, "big_blind": 80, "ante": 0}
    form |= {f"levels-{count}-{name}": value for name, value in new.items()}
    form["levels-TOTAL_FORMS"] = count + 1
    assert desk.post(page_of(template), form).status_code == 302
    assert rows(template) == [first, 80, *others]


@pytest.mark.slow
def test_two_levels_at_one_place_are_refused(desk: Client) -> None:
    template = events.template()
    before = rows(template)
    form = page_form(desk, page_of(template)) | {"levels-0-position": 2}
    answer = desk.post(page_of(template), form)
    assert answer.status_code == 200
    assert "Please correct the duplicate data for position." in answer.content.decode()
    assert rows(template) == before
