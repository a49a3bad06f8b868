"""Blind structures that plans share: staff type their levels, or fill them and see them first."""

import re

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import translation

from players.models import User
from tests.tournaments import events
from tests.tournaments.forms import page_form
from tournaments.entry import approvals, scheduling
from tournaments.models import Act, BlindStructure, Signature, Template
from tournaments.rules.level_clock import BlindLevel

pytestmark = pytest.mark.django_db

MADE = {
    "pace": "",
    "entries": "100",
    "starting_stack": "10000",
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
    address = f"/admin/tournaments/blindstructure/{template.structure_id}/fill_structure/"
    answer = desk.post(address, {"_form_submitted": "on", **MADE, **form})
    if there := answer.headers.get("HX-Redirect"):
        assert there == page_of(template)
        return desk.get(there).content.decode(), ""
    page = answer.content.decode()
    shown = re.search(r'name="shown" value="(\w+)"', page)
    return page, shown[1] if shown else "none"


def levels(template: Template) -> list[BlindLevel]:
    return [level.row for level in template.levels]


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
    assert "structure has its new levels" in page
    assert levels(template)[:6] == [
        *(BlindLevel(900, 50, 100), BlindLevel(900, 100, 200), BlindLevel(900, 200, 400)),
        *(
            BlindLevel(900, 400, 800, 100),
            BlindLevel(900, 800, 1600, 200),
            BlindLevel(300, is_break=True),
        ),
    ]
    assert (
        "structure was filled"
        in desk.get(
            reverse("admin:tournaments_blindstructure_history", args=[template.structure_id])
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


@pytest.mark.rule("BLIND-2")
def test_the_big_blind_antes_in_what_is_made_so(desk: Client) -> None:
    template = events.template()
    asked = {"big_blind_ante": "on", "starting_stack": "20000", "live": "on", "lasts": "600"}
    _, shown = ask(desk, template, **asked)
    ask(desk, template, **asked, shown=shown)
    played = [level for level in levels(template) if not level.is_break]
    assert [level.big_blind for level in played[:4]] == [200, 200, 300, 300]
    assert [level.ante for level in played[:4]] == [0, 0, 0, 300]
    assert [level.big_blind_ante for level in played[:4]] == [False, False, False, True]


def test_what_cannot_be_made_is_said_in_the_dialog(desk: Client) -> None:
    template = events.template()
    page, shown = ask(desk, template, lasts="10", level_minutes="10")
    assert "last at least two levels" in page
    assert shown == "none"
    page, shown = ask(desk, template, entries="1")
    assert "greater than or equal to 2" in page
    assert shown == "none"
    page, shown = ask(desk, template, live="on", lasts="60")
    assert "too fast for real chips: plan at least" in page
    assert shown == "none"


@pytest.mark.slow
def test_italian_draw_gets_no_antes_beside_those_that_it_is_played_for(desk: Client) -> None:
    template = events.template(game="italian", max_entries=4, seats_per_table=4)
    _, shown = ask(desk, template, pace="super_turbo")
    ask(desk, template, pace="super_turbo", shown=shown)
    assert {level.ante for level in levels(template)} == {0}


def test_staff_who_may_not_change_structures_may_not_fill_them(client: Client) -> None:
    template = events.template()
    staff = User.objects.create_user("reader", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_blindstructure"))
    client.force_login(staff)
    address = f"/admin/tournaments/blindstructure/{template.structure_id}/fill_structure/"
    assert client.post(address, {"_form_submitted": "on", **MADE}).status_code == 403


def rows(template: Template) -> list[int]:
    return list(template.levels.values_list("big_blind", flat=True))


def page_of(template: Template) -> str:
    return reverse("admin:tournaments_blindstructure_change", args=[template.structure_id])


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
    new = {"position": 2, "seconds": "1.5", "small_blind": 40, "big_blind": 80, "ante": 0}
    form |= {f"levels-{count}-{name}": value for name, value in new.items()}
    form["levels-TOTAL_FORMS"] = count + 1
    assert desk.post(page_of(template), form).status_code == 302
    assert rows(template) == [first, 80, *others]
    assert template.levels[1].seconds == 90


@pytest.mark.slow
def test_two_levels_at_one_place_are_refused(desk: Client) -> None:
    template = events.template()
    before = rows(template)
    form = page_form(desk, page_of(template)) | {"levels-0-position": 2}
    answer = desk.post(page_of(template), form)
    assert answer.status_code == 200
    assert "Please correct the duplicate data for position." in answer.content.decode()
    assert rows(template) == before


@pytest.mark.rule("INFO-4", "STAFF-3")
def test_a_change_of_a_structure_concerns_every_plan_that_uses_it(desk: Client) -> None:
    structure = events.blind_structure(name="Shared")
    large, small, other = (
        events.template(name="Large", structure=structure, guarantee=1_000_01),
        events.template(name="Small", structure=structure),
        events.template(name="Other", guarantee=1_000_01),
    )
    author, second = (User.objects.create_user(name).pk for name in ("author", "second"))
    for plan in (large, small, other):
        approvals.sign(template_id=plan.pk, by=author, now=events.START)
    for plan in (large, other):
        signature = approvals.under(plan.pk)
        assert signature is not None
        Signature.objects.filter(pk=signature.pk).update(
            approved_by=second, approved_at=events.START
        )
    event = scheduling.publish(template_id=large.pk, now=events.START)
    schedule = event.schedule
    page = page_of(large)
    shown = desk.get(page).content.decode()
    assert "Large</a>, <a" in shown
    assert "Other</a>" not in shown
    form = page_form(desk, page)
    assert form["levels-0-seconds"] == 2
    assert desk.post(page, {**form, "levels-0-seconds": "3"}).status_code == 302
    assert large.levels[0].seconds == small.levels[0].seconds == 180
    assert other.levels[0].seconds == 120
    event.refresh_from_db()
    assert event.schedule == schedule
    assert [row.template for row in approvals.waiting()] == [large]
    boss = User.objects.get(username="staff")
    signed = Signature.objects.filter(written_by=boss).values_list("template", flat=True)
    assert set(signed) == {large.pk, small.pk}
    act = Act.objects.get(verb=Act.Verb.CHANGE_PLAN)
    assert act.subject == f"blind structure {structure.pk}: Shared"
    with translation.override("it"):
        assert act.subject == f"struttura dei bui {structure.pk}: Shared"
    assert act.before["level"][0]["seconds"] == 120


def test_plans_in_use_that_the_new_levels_do_not_fit_are_named(desk: Client) -> None:
    plan = events.template(name="Late", kind="scheduled", late_registration_levels=3)
    form = page_form(desk, page_of(plan))
    form["levels-3-DELETE"] = "on"
    answer = desk.post(page_of(plan), form, follow=True)
    assert "“Late” publishes no events with these levels: Late registration must end" in (
        answer.content.decode()
    )


def test_a_structure_in_use_is_not_deleted(desk: Client) -> None:
    plan = events.template()
    address = reverse("admin:tournaments_blindstructure_delete", args=[plan.structure_id])
    desk.post(address, {"post": "yes"})
    assert BlindStructure.objects.exists()
    plan.delete()
    assert desk.post(address, {"post": "yes"}).status_code == 302
    assert not BlindStructure.objects.exists()


def test_a_structure_is_written_listed_and_saved_as_another(desk: Client) -> None:
    empty = {"levels-TOTAL_FORMS": 0, "levels-INITIAL_FORMS": 0}
    answer = desk.post(
        reverse("admin:tournaments_blindstructure_add"), {"name": "New", **empty}, follow=True
    )
    assert "no levels yet" in answer.content.decode()
    plan = events.template(name="Friday", structure=events.blind_structure(name="Known"))
    form = page_form(desk, page_of(plan)) | {"name": "Longer", "_saveasnew": "1"}
    assert desk.post(page_of(plan), form).status_code == 302
    copy = BlindStructure.objects.get(name="Longer")
    assert [row.row for row in copy.levels.all()] == levels(plan)
    listed = desk.get(reverse("admin:tournaments_blindstructure_changelist")).content.decode()
    assert "1–2" in listed
    assert "Friday" in listed
