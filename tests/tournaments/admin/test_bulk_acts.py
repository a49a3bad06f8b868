"""The same act on several events, and what a plan that cannot be published or whose dates change
means for its events."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from players.models import Notice, User
from tests.tournaments import events
from tests.tournaments.events import START
from tournaments import director
from tournaments.entry import scheduling
from tournaments.entry.registration import register
from tournaments.models import CancellationPlan, Template, Tournament

pytestmark = pytest.mark.django_db

LIST = "admin:tournaments_tournament_changelist"
DAY = timedelta(days=1)


@pytest.fixture
def desk(db: None) -> Iterator[Client]:
    with time_machine.travel(START, tick=False):
        client = Client()
        client.force_login(User.objects.create_superuser("boss"))
        yield client


def chosen(desk: Client, verb: str, *of: Tournament) -> str:
    """Choose events in the list and an act; the address of its page."""
    wish = {"action": f"{verb}_several", "_selected_action": [str(event.pk) for event in of]}
    return str(desk.post(reverse(LIST), wish)["Location"])


def seen(desk: Client, page: str) -> str:
    return str(desk.get(page).context["seen"])


@pytest.mark.rule("CANCEL-0")
def test_five_events_are_cancelled_at_once_and_everybody_is_paid_back(desk: Client) -> None:
    several = [events.scheduled(starts_at=START + no * DAY) for no in range(1, 5)]
    several.append(events.sit_and_go())
    anna, bea = events.players(2, cents=50_00)
    for event in several[:3]:
        register(tournament_id=event.pk, user_id=anna.pk, now=START)
    page = chosen(desk, "cancel", *several)
    shown = desk.get(page).content.decode()
    assert shown.count("1 entry · €10.00 paid back") == 3
    assert shown.count("0 entries · €0.00 paid back") == 2
    assert not CancellationPlan.objects.exists()
    wish = {"why": "The hall is closed.", "seen": seen(desk, page)}
    # One more entry since: nothing is done before it is shown.
    register(tournament_id=several[4].pk, user_id=bea.pk, now=START)
    assert "Press the button again" in desk.post(page, wish).content.decode()
    assert Tournament.objects.filter(status="cancelled").count() == 0
    wish["seen"] = seen(desk, page)
    for _ in range(2):
        desk.post(page, wish)
    assert Tournament.objects.filter(status="cancelled").count() == 5
    assert [events.wallet(user) for user in (anna, bea)] == [50_00, 50_00]
    plan = CancellationPlan.objects.filter(executed_at__isnull=False)
    assert set(plan.values_list("reason", flat=True)) == {"The hall is closed."}


def test_what_cannot_be_cancelled_with_others_is_named_and_keeps_none_back(
    desk: Client, settings: Any
) -> None:
    running = events.scheduled(name="Runs")
    for user in events.players(3):
        register(tournament_id=running.pk, user_id=user.pk, now=START)
    director.step(tournament_id=running.pk, now=START)
    over, open_one = (events.scheduled(starts_at=START + DAY) for _ in range(2))
    page = chosen(desk, "cancel", running, over, open_one)
    desk.post(
        chosen(desk, "cancel", over),
        {"why": "x", "seen": seen(desk, chosen(desk, "cancel", over))},
    )
    shown = desk.get(page).content.decode()
    assert "do that on its own page" in shown
    desk.post(page, {"why": "x", "seen": seen(desk, page)})
    found = {event: Tournament.objects.get(pk=event.pk).status for event in (running, open_one)}
    assert list(found.values()) == ["running", "cancelled"]


@pytest.mark.rule("AMEND-2")
def test_starts_are_put_off_together_after_the_new_ones_were_seen(desk: Client) -> None:
    several = [events.scheduled(starts_at=START + DAY, name=f"E{no}") for no in range(2)]
    page = chosen(desk, "put_off", *several)
    wish = {"why": "Late train.", "minutes": "45", "seen": seen(desk, page)}
    # What was shown were thirty minutes.
    anew = desk.post(page, wish)
    assert anew.status_code == 200
    assert Tournament.objects.get(pk=several[0].pk).begins_at == START + DAY
    wish["seen"] = anew.context["seen"]
    for _ in range(2):
        desk.post(page, wish)
    later = START + DAY + timedelta(minutes=45)
    assert {event.begins_at for event in Tournament.objects.all()} == {later}


def test_one_message_reaches_the_players_of_several_events(desk: Client) -> None:
    several = [events.scheduled(starts_at=START + DAY) for _ in range(2)]
    anna, bea = events.players(2)
    for event, user in zip(several, (anna, bea), strict=True):
        register(tournament_id=event.pk, user_id=user.pk, now=START)
    page = chosen(desk, "tell", *several)
    desk.post(page, {"why": "Bring a pen.", "seen": seen(desk, page)})
    told = Notice.objects.filter(user__in=[anna, bea], kind__contains="message")
    assert told.count() == 2


def test_acts_on_several_ask_for_the_right_of_one(desk: Client) -> None:
    event = events.scheduled(starts_at=START + DAY)
    member = User.objects.create_user("auditor", is_staff=True)
    member.groups.add(Group.objects.get(name="auditor"))
    client = Client()
    client.force_login(member)
    for verb in ("cancel", "put_off", "tell"):
        page = reverse("admin:tournaments_tournament_several", args=[verb])
        assert client.get(f"{page}?event={event.pk}").status_code == 403
    strange = reverse("admin:tournaments_tournament_several", args=["moon"])
    assert desk.get(strange).status_code == 404
    assert desk.get(f"{page}?event=x&event=99999999999999999999").status_code == 200


@pytest.mark.parametrize("complete", [True, False])
def test_a_plan_that_cannot_be_published_is_kept_but_not_in_use(
    desk: Client, complete: bool
) -> None:
    plan = events.template(
        kind="scheduled", recurrence="FREQ=DAILY;BYHOUR=21", announce_minutes=3000, active=False
    )
    if not complete:
        plan.levels.all().delete()
    page = reverse("admin:tournaments_template_change", args=[plan.pk])
    shown = desk.get(page).context
    wish: dict[str, Any] = {"active": "on"}
    forms = [shown["adminform"].form]
    for inline in shown["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.initial_forms]
    for form in forms:
        for field in form:
            # Zero is a value.
            if (value := field.value()) is not False and value not in (None, []):
                wish[field.html_name] = value
    answer = desk.post(page, wish, follow=True)
    plan.refresh_from_db()
    assert plan.active is complete
    assert ("but not in use" in answer.content.decode()) is not complete
    assert bool(scheduling.open_lobbies(now=START)) is complete


@pytest.mark.parametrize("becomes", ["keep", "cancel"])
def test_new_dates_ask_what_becomes_of_events_already_published(desk: Client, becomes: str) -> None:
    plan = events.template(
        kind="scheduled", recurrence="FREQ=DAILY;BYHOUR=21", announce_minutes=3 * 24 * 60
    )
    opened = scheduling.open_lobbies(now=START)
    [anna] = events.players(1)
    register(tournament_id=opened[0].pk, user_id=anna.pk, now=START)
    address = f"/admin/tournaments/template/{plan.pk}/set_dates/"
    # The second of them is a Sunday.
    wish: dict[str, Any] = {
        "_form_submitted": "True",
        "repeats": "weekly",
        "days": ["6"],
        "at": "21:00",
    }
    shown = desk.post(address, wish).content.decode()
    assert "Choose what to do with the events" in shown
    assert "1 entry" in shown
    asked = desk.post(address, {**wish, "published": becomes})
    last = {**wish, "published": becomes, "shown": asked.context["form"]["shown"].value()}
    desk.post(address, last)
    assert Template.objects.get().recurrence.startswith("FREQ=WEEKLY")
    status = {
        event.starts_at.weekday(): event.status
        for event in Tournament.objects.order_by("pk")
        if event.starts_at
    }
    assert set(status) == {5, 6, 0}
    called_off = "cancelled" if becomes == "cancel" else "registering"
    assert status == {5: called_off, 6: "registering", 0: called_off}
    assert events.wallet(anna) == (1000 if becomes == "cancel" else 0)
